import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type {
  CurrentUser,
  WallboardPairing,
  WallboardToken,
  WallboardTokenRow,
} from '../../../contract/session.js';
import type { EventName } from '../../../contract/events/events.js';
import { rooms } from '../../../contract/realtime.js';
import type { Page } from '../../../contract/shared/page.js';
import { sql } from '../../../server/platform/db/sql.js';
import { tags } from '../../../server/platform/push/push-kinds.js';
import { PUSH_RULES } from '../../../server/platform/push/push-rules.js';
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
import { openWall, Wall, WALL } from '../../support/wallboard.js';

let stack: Stack;
let api: Api;
let org: Org;
let leader: Client;
let boss: Person;

beforeAll(async () => {
  stack = await createStack({ RECOUP_TRUST_PROXY: 'true' });
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
  const { token, groupId, sessionId } = await openWall(api, by);
  expect(groupId).toBe(org.groupId);
  return { board: new Client(api.url, token, by.person), sessionId };
}
const enter = (code: string, by = leader, more: object = {}) =>
  by.post<WallboardToken>('dashboard/kioskToken', { ...WALL, ...more, code });
/** Six digits that the wall does not show. */
const wrongFor = ({ code }: WallboardPairing, step = 1) =>
  String((Number(code) + step) % 1_000_000).padStart(6, '0');
const waiting = (secret: string) => sql`claim_hash = ${createHash('sha256').update(secret).digest()}`;
const rowOf = async (sessionId: number) => {
  const { data } = await leader.get<Page<WallboardTokenRow>>('dashboard/kioskTokens');
  return data.result.find((row) => row.sessionId === sessionId);
};
/** The messages that the table of pushes sends for an event as it was stored. */
const pushesOf = (name: EventName, payload: string) =>
  PUSH_RULES.events[name]?.pushes?.(JSON.parse(payload) as never);
const permissions = async (client: Client) =>
  (await client.get<CurrentUser>('login/currentUser')).data.permissions;

describe('a wallboard', () => {
  it('reads the board and nothing else', async () => {
    const { board } = await issue();
    expect(await permissions(board)).toEqual(['board:read']);
    for (const path of [
      ...['manage/user/list', 'login/getSubUser', 'menu/asideMenu', 'dashboard/kioskTokens'],
      ...['manage/user/rank', 'manage/user/rank?output=1', 'dashboard/replay', 'dashboard/summaryHistory'],
    ]) {
      expect({ [path]: (await board.get(path)).code }).toEqual({ [path]: '20' });
    }
    const groups = await board.get<{ id: number }[]>('dashboard/groups');
    expect(groups.data.map(({ id }) => id)).toEqual([org.groupId]);
    expect((await board.get(`dashboard/summary?groupId=${org.groupId}`)).code).toBe('00');
    expect((await board.get(`dashboard/personal?groupId=${org.groupId}`)).code).toBe('00');
    expect((await board.get(`dashboard/personal?groupId=${org.otherGroupId}`)).code).toBe('21');
    expect((await enter('123456', board)).code).toBe('20');
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
    const written = await api.rows<{ name: EventName; payload: string }>(sql`
      SELECT name, payload FROM domain_event WHERE payload LIKE ${`%"sessionId":${sessionId}%`} ORDER BY id`);
    const told = written.map(({ name, payload }) => ({ name, sent: pushesOf(name, payload) }));
    const listed = [{ to: [rooms.institution(org.institutionId)], ...tags(['Kiosk']) }];
    expect(told).toEqual(['session.opened', 'session.revoked'].map((name) => ({ name, sent: listed })));
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
    expect((await enter('123456', leader, { label: '' })).code).toBe('22');
    expect((await enter('123456', leader, { days: 91 })).code).toBe('22');
  });

  it('is not for members, nor for who has no group, nor for others to revoke', async () => {
    const { code } = await new Wall(api).show();
    const member = await signedIn(api, await createUser(api, org, 'member'));
    expect((await enter(code, member)).code).toBe('20');
    const admin = await signedIn(api, await createUser(api, org, 'admin'));
    expect((await enter(code, admin)).code).toBe('20');
    const idle = await signedIn(api, await createUser(api, org, 'leader', { groupId: null }));
    expect((await enter(code, idle)).code).toBe('20');
    const { sessionId } = await issue();
    const rival = await signedIn(api, await createUser(api, org, 'leader', { groupId: org.otherGroupId }));
    expect((await rival.post('dashboard/kioskToken/revoke', { sessionId })).code).toBe('21');
    expect((await rival.get('dashboard/kioskTokens')).data).toEqual({ result: [], totalCount: 0 });
    const { data } = await admin.get<Page<WallboardTokenRow>>('dashboard/kioskTokens');
    expect(data.result.map((row) => row.sessionId)).toContain(sessionId);
    expect((await admin.post('dashboard/kioskToken/revoke', { sessionId })).code).toBe('00');
  });
});

describe('a wall that waits', () => {
  it('is opened by its digits, once, and fetches a token that the leader never sees', async () => {
    const wall = new Wall(api);
    const shown = await wall.show();
    expect(shown.code).toMatch(/^\d{6}$/);
    expect(Date.parse(shown.expiresAt) - Date.now()).toBeGreaterThan(290_000);
    expect(await wall.fetch(shown)).toEqual({ state: 'WAITING' });
    // As people write them.
    const entered = await enter(`${shown.code.slice(0, 3)} ${shown.code.slice(3)}`);
    expect(entered).toMatchObject({ code: '00', data: { groupId: org.groupId } });
    expect(JSON.stringify(entered.data)).not.toContain('token');
    const opened = await wall.fetch(shown);
    if (opened.state !== 'OPEN') throw new Error(opened.state);
    expect(wall.browser.cookies[0]).toContain(`token=${opened.token}; Path=/; HttpOnly; SameSite=Strict`);
    expect(await permissions(new Client(api.url, opened.token, boss))).toEqual(['board:read']);
    expect(await rowOf(entered.data.sessionId)).toMatchObject({ label: 'Main floor', address: '127.0.0.1' });
    expect(await wall.fetch(shown)).toEqual({ state: 'OVER' });
    expect((await enter(shown.code)).code).toBe('22');
  });

  it('is nobody else’s to open: neither by the digits alone, nor by another secret, nor for another team', async () => {
    const [wall, other] = [new Wall(api), new Wall(api)];
    const shown = await wall.show();
    expect(
      (await other.browser.call('POST', 'dashboard/kioskToken', { ...WALL, code: shown.code })).code,
    ).toBe('02');
    expect((await other.browser.call('POST', 'dashboard/kioskOpen', { secret: shown.code })).code).toBe('22');
    expect(await other.fetch({ secret: 'x'.repeat(43) })).toEqual({ state: 'OVER' });
    const foreign = await enter(shown.code, leader, { groupId: org.otherGroupId });
    expect(foreign).toMatchObject({ code: '20', message: 'A wallboard shows your own team’s board' });
    expect(await wall.fetch(shown)).toEqual({ state: 'WAITING' });
    expect((await enter(shown.code, leader, { groupId: org.groupId })).code).toBe('00');
  });

  it('waits five minutes', async () => {
    const wall = new Wall(api);
    const shown = await wall.show();
    await api.rows(
      sql`UPDATE wallboard_pairing SET expires_at = ${new Date()} WHERE ${waiting(shown.secret)}`,
    );
    const by = await signedIn(api, await createUser(api, org, 'leader'));
    expect(await enter(shown.code, by)).toMatchObject({ code: '22', data: { fields: [{ field: 'code' }] } });
    expect(await wall.fetch(shown)).toEqual({ state: 'OVER' });
  });

  it('that was revoked before it fetched its token gets none', async () => {
    const wall = new Wall(api);
    const shown = await wall.show();
    const { sessionId } = (await enter(shown.code)).data;
    expect((await leader.post('dashboard/kioskToken/revoke', { sessionId })).code).toBe('00');
    expect(await wall.fetch(shown)).toEqual({ state: 'OVER' });
  });

  it('is one of at most 50 at an address', async () => {
    const far = (address: string) =>
      new Browser(api, { 'x-forwarded-for': address }).call('POST', 'dashboard/kioskPairing');
    const taken = await Promise.all(Array.from({ length: 50 }, () => far('198.51.100.7')));
    expect(new Set(taken.map(({ code }) => code))).toEqual(new Set(['00']));
    expect((await far('198.51.100.7')).code).toBe('31');
    expect((await far('198.51.100.8')).code).toBe('00');
  });
});

describe('wrong digits', () => {
  beforeEach(() => api.rows(sql`DELETE FROM wallboard_pairing`));

  it('are entered five times by a leader, on whichever server, at once or not, and right ones give none back', async () => {
    const second = await startApi();
    try {
      const by = await signedIn(api, await createUser(api, org, 'leader'));
      const there = new Client(second.url, by.token, by.person);
      const shown = await new Wall(api).show();
      expect(await enter(wrongFor(shown), by)).toMatchObject({
        code: '22',
        message: 'No wall shows these digits any more. Look again: 4 tries are left',
      });
      expect((await enter(shown.code, by)).code).toBe('00');
      const next = await new Wall(second).show();
      const guesses = Array.from({ length: 20 }, (_, at) =>
        enter(wrongFor(next, at + 1), at % 2 ? by : there),
      );
      const codes = (await Promise.all(guesses)).map(({ code }) => code).sort();
      expect(codes).toEqual([...Array<string>(4).fill('22'), ...Array<string>(16).fill('31')]);
      const late = await new Wall(api).show();
      expect(await enter(late.code, there)).toMatchObject({
        code: '31',
        message: 'Too many wrong digits. Try again in 5 min',
      });
      await api.rows(sql`UPDATE wallboard_try SET ends_at = ${new Date()} WHERE user_id = ${by.person.id}`);
      expect((await enter(late.code, there)).code).toBe('00');
    } finally {
      await second.close();
    }
  });

  it('close a waiting wall at the fifth, whoever entered them', async () => {
    const wall = new Wall(api);
    const shown = await wall.show();
    const leaders = await Promise.all(
      [1, 2].map(async () => signedIn(api, await createUser(api, org, 'leader'))),
    );
    for (let wrong = 0; wrong < 5; wrong++) {
      expect(await wall.fetch(shown)).toEqual({ state: 'WAITING' });
      expect((await enter(wrongFor(shown, wrong + 1), leaders[wrong % 2])).code).toBe('22');
    }
    expect(await wall.fetch(shown)).toEqual({ state: 'OVER' });
    expect((await enter(shown.code)).code).toBe('22');
    const fresh = await wall.show();
    expect((await enter(fresh.code, leaders[0])).code).toBe('00');
  });
});
