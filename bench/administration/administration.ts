import { setTimeout as delay } from 'node:timers/promises';
import { businessDay } from '../../contract/shared/date.js';
import type { GrantsInfo } from '../../contract/administration/grants.js';
import { InstitutionListQuery } from '../../contract/administration/institutions.js';
import { LoginLogQuery, UserListQuery } from '../../contract/administration/users.js';
import { SoftphoneListQuery } from '../../contract/contact/softphones.js';
import { startRemote } from '../lib/children.js';
import type { Context } from '../lib/context.js';
import { count, holds, median, ms, now, within, type Figure } from '../lib/figures.js';
import { growLists } from '../lib/grown-lists.js';
import { getRequest, sessionHeaders } from '../lib/http-connection.js';
import { Rehearsal } from '../lib/rehearsal.js';
import { inEachOrder, MOST, namesOf, rowsRead } from '../lib/rows-read.js';
import { query, startServer, startWorkers, type Server, type Site } from '../lib/site.js';
import { workbook } from './workbook.js';
import { FIRST, fillOffice, TOPS, type OfficeSize } from './fill.js';

/** The portfolios beside: small ones, and each of its own database. */
const CASES = [1_000, 1_200] as const;
const SMALL: OfficeSize = { people: 1_000, institutions: 1_000, audit: 1_000 };
/** The orders of lists that grow with the organisation. */
const SORTED = [
  ...inEachOrder('manage/user/list?', namesOf(UserListQuery)),
  ...inEachOrder('manage/user/loginLogs?', namesOf(LoginLogQuery)),
  ...inEachOrder('institutionalManagement/list?', namesOf(InstitutionListQuery)),
  ...inEachOrder('softPhone/list?', namesOf(SoftphoneListQuery)),
];
const CHANGE_MS = 1_000;
const SETTLE_MS = 20_000;

/** Every list that administrators have, in a small and in a large organisation; and how fast a change of rights is everywhere. */
export async function administration({ options, say, site: siteOf }: Context): Promise<Figure[]> {
  const { sockets, ...size } = options.office;
  const sides = [];
  for (const [index, office] of [SMALL, size].entries())
    sides.push(await open(await siteOf(CASES[index]!), office));
  const [small, large] = sides as [Side, Side];
  const rows = `${count(size.people)} people, ${count(size.institutions)} institutions, ${count(size.audit)} entries`;
  const { figures } = await growLists(
    'administration',
    `${rows}; of 1,000 each`,
    { small, large },
    options,
    say,
  );
  await small.server.stop();
  for (const path of SORTED) {
    const read = await rowsRead(large.site, large.server.port, large.admin, path);
    if (read === null) continue;
    say(`${path}: ${count(read)} rows`);
    const figure = `${count(read)} rows`;
    figures.push(holds(`administration: ${path}`, rows, figure, `<= ${count(MOST)}`, read <= MOST));
  }
  figures.push(...(await rightsChange(large, sockets, options.rounds)));
  await large.server.stop();
  figures.push(...(await workbook(large.site, large.admin, size.people)));
  return figures;
}

interface Side {
  site: Site;
  server: Server;
  /** A request of each list. */
  lists: Record<string, string>;
  admin: string;
}

async function open(site: Site, office: OfficeSize): Promise<Side> {
  await query(site.databaseUrl, (connection) => fillOffice(connection, site, office));
  const [admin] = await Rehearsal.of(site, (rehearsal) => rehearsal.signIn([site.portfolio.admin.id]));
  const day = businessDay(new Date(Date.now() - 7 * 24 * 3_600_000));
  const place = FIRST + 1;
  const lists = {
    users: 'manage/user/list',
    'users by name': 'manage/user/list?name=Persona',
    'users of an institution': `manage/user/list?institutionId=${place}`,
    'users, page 100': 'manage/user/list?page=100',
    accounts: 'institutionalManagement/accounts',
    'sign-ins': 'manage/user/loginLogs',
    'sign-ins of a person': 'manage/user/loginLogs?username=persona.7',
    'sign-ins of a day': `manage/user/loginLogs?from=${day}&to=${day}`,
    institutions: 'institutionalManagement/list',
    'institutions by name': 'institutionalManagement/list?name=Sucursal%2099',
    'institutions right below one': `institutionalManagement/list?parentId=${place}`,
    'part of the tree': `management/institution/tree?parentId=${place}`,
    'grants of a role': `institutionalManagement/permissions?institutionId=${place}&role=member`,
    softphones: 'softPhone/list',
    'softphones by number': 'softPhone/list?extensionNumber=000007',
    bindings: 'softPhone/bindRecord',
    approvals: 'approval/list',
    jobs: 'job/list',
    wallboards: 'dashboard/kioskTokens',
    templates: 'sms/templates/manage',
    products: 'product/terms',
    audit: 'audit/list',
    'audit of a day': `audit/list?from=${day}&to=${day}`,
    'audit of a person': `audit/list?userId=${FIRST + 7}`,
    'audit of a kind': 'audit/list?kind=user',
    'audit, page 100': 'audit/list?page=100',
    'log of a person': `audit/list?view=log&userId=${FIRST + 7}`,
  };
  const requests = Object.entries(lists).map(([what, path]) => [
    what,
    getRequest(`/api/${path}`, sessionHeaders(admin!)),
  ]);
  return {
    site,
    server: await startServer(site, `server-${office.people}`),
    lists: Object.fromEntries(requests) as Record<string, string>,
    admin: admin!,
  };
}

/** From the click to the last browser, of people in one branch: a permission is taken and given back. */
async function rightsChange(
  { site, server, admin }: Side,
  browsers: number,
  rounds: number,
): Promise<Figure[]> {
  const tokens = await Rehearsal.of(site, async (rehearsal) =>
    rehearsal.signIn(await branchOf(site, browsers)),
  );
  const [workers, sockets] = [await startWorkers(site), startRemote('processes/sockets.js')];
  const viewers = tokens.map((token) => ({ token, watch: null }));
  await sockets.call('open', { port: server.port, viewers });
  const took: number[] = [];
  let missed = 0;
  for (let round = 0; round < rounds * 2; round++) {
    await sockets.call('rights');
    const started = now();
    await change(server, admin);
    const heard: number[] = [];
    for (const end = started + SETTLE_MS; heard.length < browsers && now() < end; await delay(50))
      heard.push(...(await sockets.call<number[]>('rights')));
    missed += browsers - heard.length;
    took.push(Math.max(...heard) - started);
  }
  await Promise.all([sockets.stop(), workers.stop()]);
  const what = `${count(browsers)} sockets, ${rounds * 2} changes`;
  return [
    within(
      'administration: a change of rights, to the last browser',
      what,
      median(took),
      CHANGE_MS,
      `at most ${ms(Math.max(...took))}`,
    ),
    holds('administration: browsers that heard nothing', what, String(missed), '0', missed === 0),
  ];
}

/** People of the first branch, again from the beginning when they are too few: a person may have several browsers. */
async function branchOf(site: Site, many: number): Promise<number[]> {
  const ids = await query(site.databaseUrl, async (connection) => {
    const [rows] = await connection.query(
      `SELECT u.id FROM user u JOIN institution i ON i.id = u.institution_id
       WHERE i.id = ${FIRST + 1} OR i.parent_id = ${FIRST + 1} ORDER BY u.id LIMIT ${many}`,
    );
    return (rows as { id: number }[]).map(({ id }) => id);
  });
  if (ids.length === 0) throw new Error(`Nobody works in one of the ${TOPS} branches`);
  return Array.from({ length: many }, (_, index) => ids[index % ids.length]!);
}

async function change(server: Server, token: string): Promise<void> {
  const path = `http://127.0.0.1:${server.port}/api/institutionalManagement/permissions`;
  const headers = { ...sessionHeaders(token), 'content-type': 'application/json' };
  const place = { institutionId: FIRST + 1, role: 'member' };
  const read = await fetch(`${path}?institutionId=${place.institutionId}&role=member`, { headers });
  const { data } = (await read.json()) as { data: GrantsInfo };
  const less = data.offered.permissions.filter((one) => one !== 'message:send');
  const permissions = data.permissions.includes('message:send') ? less : data.offered.permissions;
  const body = JSON.stringify({ ...place, version: data.version, permissions, menu: data.offered.menu });
  const answer = (await (await fetch(path, { method: 'POST', headers, body })).json()) as { code: string };
  if (answer.code !== '00') throw new Error(`Refused: ${JSON.stringify(answer)}`);
}
