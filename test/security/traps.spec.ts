import { beforeAll, describe, expect, it } from '@jest/globals';
import { ROLE_GRANTS } from '../../contract/permissions.js';
import { endpointsOf } from '../../server/platform/auth/endpoints.js';
import { sql } from '../../server/platform/db/sql.js';
import { createDesk, openCase } from '../features/cases/desk.js';
import { useDesk } from '../support/site.js';

/** Values that only the stranger's rows hold. */
const marks: string[] = [];

const { desk } = useDesk(createDesk);
beforeAll(async () => {
  const caseId = await openCase(desk, 'stranger');
  const [row] = await desk.api.rows<{ loanNo: string; username: string }>(sql`
    SELECT c.loan_no AS loanNo, u.username FROM collection_case c JOIN user u ON u.id = c.owner_id WHERE c.id = ${caseId}`);
  marks.push(row!.loanNo, row!.username);
}, 60_000);

const get = (path: string, headers: Record<string, string> = {}) =>
  desk.as.collector.agent
    .get(`/api/${path}`)
    .set({ ...headers, cookie: `${headers['cookie'] ?? ''}${desk.as.collector.headers['cookie']}` });
const codeOf = (text: string) => /"code":"([^"]+)"/.exec(text)?.[1] ?? '00';

describe('the role', () => {
  it.each([
    ['a query', 'manage/user/list?role=6', {}],
    ['a header', 'manage/user/list', { role: '6', 'x-role': 'admin' }],
    ['a cookie', 'manage/user/list', { cookie: 'role=6; userRole=admin; ' }],
  ])('is the session’s, whatever %s says', async (_, path, headers) => {
    expect(codeOf((await get(path, headers)).text)).toMatch(/^(20|22)$/);
    expect((await desk.as.collector.get<{ role: string }>('login/currentUser')).data.role).toBe('member');
  });

  it('leaves the menu as it is when a page asks for another one’s', async () => {
    const own = await desk.as.collector.get('menu/asideMenu');
    expect(own.code).toBe('00');
    const asked = await desk.as.collector.get('menu/asideMenu?role=6&roleId=6');
    expect([asked.code, asked.data]).toEqual(['00', own.data]);
  });

  it('is none of the older client’s numbers', async () => {
    const made = await desk.as.admin.post('manage/user/createOrUpdate', {
      username: 'six',
      name: 'Six',
      role: '6',
    });
    expect(made.code).toBe('22');
  });
});

describe('the id of somebody else', () => {
  const NAMES = ['userId', 'agentId', 'collectorId', 'ownerId', 'operatorId'];

  it('opens nothing in any read that a collector may ask for', async () => {
    const granted = new Set<string>(ROLE_GRANTS.member.permissions);
    const paths = endpointsOf(desk.api)
      .filter(({ method, demand }) => method === 'GET' && demand !== undefined)
      .filter(
        ({ demand }) =>
          demand!.kind === 'session' || (demand!.kind === 'permission' && granted.has(demand!.permission)),
      )
      .flatMap(({ paths: [path] }) => path!)
      .filter((path) => !path.includes(':') && path !== 'login/out');
    expect(paths.length).toBeGreaterThan(30);
    const { id } = desk.people.stranger;
    const logged: string[] = [];
    // One by one, too: a call that takes one of them may refuse the others.
    const queries = [NAMES.map((name) => `${name}=${id}`).join('&'), ...NAMES.map((name) => `${name}=${id}`)];
    for (const path of paths)
      await Promise.all(
        queries.map(async (query) => {
          const { text, status } = await get(`${path}?${query}`);
          if (status >= 500 || marks.some((mark) => String(text).includes(mark)))
            logged.push(`${path}?${query}`);
        }),
      );
    expect(logged).toEqual([]);
  }, 120_000);

  it('is found by who may see the person, so that the search above would find it', async () => {
    const { text } = await desk.as.admin.agent.get(`/api/manage/user/list?size=200`);
    expect(text).toContain(marks[1]);
  });
});
