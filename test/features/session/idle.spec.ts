import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Rights } from '../../../server/platform/auth/rights.js';
import { SessionStore } from '../../../server/platform/auth/session-store.js';
import { Clock } from '../../../server/platform/clock/clock.js';
import { Database } from '../../../server/platform/db/database.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { Redis } from '../../../server/platform/redis/redis.js';
import { answerOf } from '../../support/http.js';
import { eventually } from '../../support/eventually.js';
import { Client, createUser, signedIn } from '../../support/org.js';
import { useSite } from '../../support/site.js';

const TWELVE_HOURS = 12 * 3_600_000;
const SLACK = 60_000;

const { api, org } = useSite();

const enter = async () => signedIn(api, await createUser(api, org, 'member'));
/** As a page asks of itself, or as a person makes it ask. */
async function ask(client: Client, by: 'page' | 'person'): Promise<string> {
  const request = client.agent.get('/api/login/currentUser');
  return (await answerOf(by === 'page' ? request.set('x-unattended', '1') : request)).code;
}
const hashOf = ({ token }: Client) => createHash('sha256').update(token).digest();
const keyOf = (client: Client) => `session:${hashOf(client).toString('base64url')}`;
const redis = () => api.get(Redis).client;
const left = (client: Client) => redis().pttl(keyOf(client));

/** As if nobody had done anything for so long that only this is left. */
async function leave(client: Client, milliseconds: number): Promise<void> {
  await ask(client, 'page');
  await redis().pexpire(keyOf(client), milliseconds);
  await api.rows(sql`
    UPDATE user_session SET expires_at = ${new Date(Date.now() + milliseconds)}
    WHERE token_hash = ${hashOf(client)}`);
}

describe('a session that nobody uses', () => {
  it('ends though an open page goes on asking, by calls and by its socket', async () => {
    const client = await enter();
    await leave(client, 1_500);
    let answered = 0;
    await eventually(async () => {
      const found = await api.get(SessionStore).find(client.token);
      const code = await ask(client, 'page');
      if (code === '00') answered++;
      expect([found, code]).toEqual([null, '02']);
    });
    expect(answered).toBeGreaterThan(3);
    expect(await ask(client, 'person')).toBe('02');
  });

  it('is kept for twelve hours by each call of a person, also by one right behind the page’s own', async () => {
    const client = await enter();
    await leave(client, 30_000);
    await ask(client, 'page');
    expect(await left(client)).toBeLessThanOrEqual(30_000);
    expect(await ask(client, 'person')).toBe('00');
    expect(await left(client)).toBeGreaterThan(TWELVE_HOURS - SLACK);
  });

  it('has twelve hours from the first call in MySQL too', async () => {
    const client = await enter();
    await api.rows(sql`
      UPDATE user_session SET expires_at = ${new Date(Date.now() + 30_000)} WHERE token_hash = ${hashOf(client)}`);
    const until = async () =>
      (
        await api.rows<{ at: Date }>(sql`
          SELECT expires_at AS at FROM user_session WHERE token_hash = ${hashOf(client)}`)
      )[0]!.at.getTime() - Date.now();
    await ask(client, 'page');
    expect(await until()).toBeLessThanOrEqual(30_000);
    expect(await left(client)).toBeLessThanOrEqual(30_000);
    await ask(client, 'person');
    expect(await until()).toBeGreaterThan(TWELVE_HOURS - SLACK);
  });

  it('does not begin anew when Redis has lost it', async () => {
    const client = await enter();
    await leave(client, 20_000);
    await redis().del(keyOf(client));
    expect(await ask(client, 'page')).toBe('00');
    expect(await left(client)).toBeLessThanOrEqual(20_000);
  });

  it('that was ended is over for the page’s own calls too, whatever Redis still says', async () => {
    const client = await enter();
    const found = await ask(client, 'page');
    await api.rows(
      sql`UPDATE user_session SET ended_at = ${new Date()} WHERE token_hash = ${hashOf(client)}`,
    );
    // Another process, which has looked at nothing yet.
    const fresh = new SessionStore(api.get(Database), api.get(Redis), api.get(Clock), api.get(Rights));
    expect([found, await fresh.find(client.token)]).toEqual(['00', null]);
  });

  it('of a wallboard lives as long as the board asks', async () => {
    const leader = await createUser(api, org, 'leader');
    const store = api.get(SessionStore);
    const { token, hash } = store.newToken();
    const id = await api.get(Ids).take();
    const session = { id, hash, userId: leader.id, pending: false, kiosk: true, now: new Date() };
    await api.get(Database).run(store.insert(session));
    const board = new Client(api.url, token, leader);
    await leave(board, 30_000);
    await store.find(token);
    expect(await left(board)).toBeGreaterThan(TWELVE_HOURS - SLACK);
  });
});
