import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CurrentUser, KioskToken, KioskTokenRow } from '../../../contract/session.js';
import type { Page } from '../../../contract/shared/page.js';
import { sql } from '../../../server/platform/db/sql.js';
import { eventually } from '../../support/eventually.js';
import {
  Client,
  createOrg,
  createUser,
  PASSWORD,
  signedIn,
  type Org,
  type Person,
} from '../../support/org.js';
import { Browser, encrypt } from '../../support/sign-in.js';
import { createStack, startApi, type Api, type Stack } from '../../support/stack.js';

const WALL = { label: 'Main floor', days: 30 };

let stack: Stack;
let api: Api;
let org: Org;
let leader: Client;
let boss: Person;

beforeAll(async () => {
  stack = await createStack();
  api = await startApi();
  org = await createOrg(api);
  boss = await createUser(api, org, 'leader');
  leader = await signedIn(api, boss);
});
afterAll(async () => {
  await api.close();
  await stack.close();
});

async function issue(by = leader): Promise<{ board: Client; sessionId: number }> {
  const { data } = await by.post<KioskToken>('dashboard/kioskToken', WALL);
  expect(data.groupId).toBe(org.groupId);
  return { board: new Client(api.url, data.token, by.person), sessionId: data.sessionId };
}
const rowOf = async (sessionId: number) => {
  const { data } = await leader.get<Page<KioskTokenRow>>('dashboard/kioskTokens');
  return data.result.find((row) => row.sessionId === sessionId);
};
const permissions = async (client: Client) =>
  (await client.get<CurrentUser>('login/currentUser')).data.permissions;

describe('a wallboard', () => {
  it('reads the board and nothing else', async () => {
    const { board } = await issue();
    expect(await permissions(board)).toEqual(['board:read']);
    for (const path of ['manage/user/list', 'login/getSubUser', 'menu/asideMenu', 'dashboard/kioskTokens']) {
      expect({ [path]: (await board.get(path)).code }).toEqual({ [path]: '20' });
    }
    expect((await board.post('dashboard/kioskToken', WALL)).code).toBe('20');
    expect((await board.post('manage/user/changePassword')).code).toBe('20');
  });

  it('outlives the next sign-in of the leader and ends when revoked', async () => {
    const { board, sessionId } = await issue();
    const browser = new Browser(api);
    leader = new Client(api.url, (await browser.signIn(boss.username, PASSWORD)).data.token, boss);
    expect(await permissions(board)).toEqual(['board:read']);
    expect(await rowOf(sessionId)).toMatchObject({ label: 'Main floor', issuedBy: `leader ${boss.id}` });
    expect((await leader.post('dashboard/kioskToken/revoke', { sessionId })).code).toBe('00');
    expect((await board.get('login/currentUser')).code).toBe('02');
    expect((await leader.post('dashboard/kioskToken/revoke', { sessionId })).code).toBe('21');
  });

  it('ends with a new password of who issued it', async () => {
    const other = await createUser(api, org, 'leader');
    const client = await signedIn(api, other);
    const { board } = await issue(client);
    const key = await new Browser(api).key();
    const change = {
      keyId: key.keyId,
      oldPassword: encrypt(key, PASSWORD),
      newPassword: encrypt(key, 'Fresh-horse-8'),
    };
    expect((await client.post('manage/user/changePassword', change)).code).toBe('00');
    expect((await board.get('login/currentUser')).code).toBe('02');
  });

  it('ends on its day, however much it is used', async () => {
    const { board, sessionId } = await issue();
    const day = (await rowOf(sessionId))!;
    expect(Date.parse(day.endsAt!) - Date.parse(day.createdAt)).toBe(30 * 24 * 3_600_000);
    const soon = new Date(Date.now() + 1_500);
    await api.rows(sql`
      UPDATE user_session SET ends_at = ${soon}, expires_at = ${soon} WHERE id = ${sessionId}`);
    let answered = 0;
    await eventually(async () => {
      const { code } = await board.get('login/currentUser');
      if (code === '00') answered++;
      expect(code).toBe('02');
    });
    expect(answered).toBeGreaterThan(0);
    expect((await leader.post('dashboard/kioskToken', { label: '', days: 30 })).code).toBe('22');
    expect((await leader.post('dashboard/kioskToken', { ...WALL, days: 91 })).code).toBe('22');
  });

  it('is opened in its browser with its token, which then needs no typing', async () => {
    const { board, sessionId } = await issue();
    const browser = new Browser(api);
    const opened = await browser.call('POST', 'dashboard/kioskOpen', { token: board.token });
    expect(opened).toMatchObject({ code: '00', data: { groupId: org.groupId } });
    expect(browser.cookies[0]).toContain(`token=${board.token}; Path=/; HttpOnly; SameSite=Strict`);
    expect((await rowOf(sessionId))?.address).toBe('127.0.0.1');
    expect((await browser.call('POST', 'dashboard/kioskOpen', { token: leader.token })).code).toBe('02');
  });

  it('is not for members, nor for who has no group, nor for others to revoke', async () => {
    const member = await signedIn(api, await createUser(api, org, 'member'));
    expect((await member.post('dashboard/kioskToken', WALL)).code).toBe('20');
    const admin = await signedIn(api, await createUser(api, org, 'admin'));
    expect((await admin.post('dashboard/kioskToken', WALL)).code).toBe('20');
    const { sessionId } = await issue();
    const rival = await signedIn(api, await createUser(api, org, 'leader', { groupId: org.otherGroupId }));
    expect((await rival.post('dashboard/kioskToken/revoke', { sessionId })).code).toBe('21');
    expect((await rival.get('dashboard/kioskTokens')).data).toEqual({ result: [], totalCount: 0 });
  });
});
