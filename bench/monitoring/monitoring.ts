import { castOf, type Cast } from '../lib/cast.js';
import type { Context } from '../lib/context.js';
import { count, holds, ms, type Figure } from '../lib/figures.js';
import { growLists } from '../lib/grown-lists.js';
import { getRequest, sessionHeaders } from '../lib/http-connection.js';
import { Rehearsal } from '../lib/rehearsal.js';
import { query, startServer, type Server, type Site } from '../lib/site.js';
import { feed } from './feed.js';
import { COMMON, fillRecords, RARE, type RecordSize } from './fill.js';

/** The portfolios beside; the larger one has people enough for 200 records a second. */
const CASES = [4_000, 24_000] as const;
const SMALL: RecordSize = { behaviours: 100_000, calls: 20_000 };
const TEAMS = 20;
/** First and deep pages of a list. */
const APART = 1.2;
const DAY_MS = 24 * 3_600_000;

/** Lists of what was done and said, first and deep pages, with few records and many; and the feed of new ones. */
export async function monitoring({ options, say, site: siteOf }: Context): Promise<Figure[]> {
  const sides = [];
  for (const [index, size] of [SMALL, options.records].entries())
    sides.push(await open(await siteOf(CASES[index]!), size));
  const [small, large] = sides as [Side, Side];
  const rows = `${count(options.records.behaviours)} and ${count(options.records.calls)} records; beside ${count(SMALL.behaviours)} and ${count(SMALL.calls)}`;
  const { figures, medians } = await growLists('monitoring', rows, { small, large }, options, say);
  for (const [what, first] of medians) {
    const deep = medians.get(`${what}, deep`);
    if (deep === undefined) continue;
    const apart = Math.max(first, deep) / Math.min(first, deep);
    const figure = `x${apart.toFixed(2)} (${ms(first)}, ${ms(deep)})`;
    figures.push(
      holds(`monitoring: ${what}, first and deep`, rows, figure, `p50 <= x${APART}`, apart <= APART),
    );
  }
  await small.server.stop();
  figures.push(...(await feed(large, options.seconds)));
  await large.server.stop();
  return figures;
}

interface Side {
  site: Site;
  server: Server;
  cast: Cast;
  /** A request of each list. */
  lists: Record<string, string>;
}

async function open(site: Site, size: RecordSize): Promise<Side> {
  await query(site.databaseUrl, (connection) => fillRecords(connection, size));
  const cast = await Rehearsal.of(site, (rehearsal) => castOf(site, rehearsal, TEAMS));
  const [[named]] = await query(
    site.databaseUrl,
    async (connection) =>
      (await connection.query(
        `SELECT u.username, u.group_id AS groupId,
           (SELECT c.loan_no FROM collection_case c WHERE c.owner_id = u.id ORDER BY c.id LIMIT 1) AS loanNo
         FROM user u WHERE u.id = ?`,
        [cast.collectors[0]!.userId],
      )) as unknown as [[{ username: string; groupId: number; loanNo: string }]],
  );
  const { username, groupId, loanNo } = named;
  const after = `&after=${new Date(Date.now() - 45 * DAY_MS).toISOString()}~1`;
  const behaviours = {
    behaviours: '',
    'behaviours of a rare kind': '&type=EXPORT',
    'behaviours of a person': `&username=${username}`,
    'behaviours of a team': `&groupId=${groupId}`,
    'behaviours from the common address': `&address=${COMMON}`,
    'behaviours from a rare address': `&address=${RARE}`,
    'behaviours from a rare address of a rare kind': `&address=${RARE}&type=EXPORT`,
    'behaviours on a loan': `&loanId=${loanNo}`,
  };
  const calls = {
    calls: '',
    'calls of a person': `&username=${username}`,
    'calls of a team': `&groupId=${groupId}`,
    'calls that run': '&live=1',
  };
  const paths: Record<string, string> = { 'behaviours by person': 'user/behavior/fold?by=person' };
  for (const [name, filter] of Object.entries(behaviours)) {
    paths[name] = `user/behavior/list?size=50${filter}`;
    paths[`${name}, deep`] = `user/behavior/list?size=50${filter}${after}`;
  }
  for (const [name, filter] of Object.entries(calls)) {
    paths[name] = `softPhone/callRecordList?size=50${filter}`;
    if (name !== 'calls that run')
      paths[`${name}, deep`] = `softPhone/callRecordList?size=50${filter}${after}`;
  }
  const headers = sessionHeaders(cast.supervisor.token);
  const lists = Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [name, getRequest(`/api/${path}`, headers)]),
  );
  return { site, server: await startServer(site, `server-${site.portfolio.cases}`), cast, lists };
}
