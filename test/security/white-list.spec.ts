import { afterEach, describe, expect, it } from '@jest/globals';
import type { ConfiguredAnswer, LockOuts } from '../../contract/administration/configuration.js';
import { AddressListService } from '../../server/features/session/address-list.service.js';
import { AddressSet } from '../../server/platform/auth/address-set.js';
import { addressOfSocket } from '../../server/platform/auth/origin.js';
import { Ids } from '../../server/platform/db/ids.js';
import { sql } from '../../server/platform/db/sql.js';
import { configure } from '../support/configured.js';
import { eventually } from '../support/eventually.js';
import { agentTo, answerOf } from '../support/http.js';
import { Client, createUser, PASSWORD, signedIn, type Person } from '../support/org.js';
import { Browser } from '../support/sign-in.js';
import { TestSocket } from '../support/sockets.js';
import { useSite } from '../support/site.js';

const SECOND = 1_000;
const TOKEN = 'a-token-of-the-metrics';
/** The proxy is 127.0.0.1, which is trusted for one hop. */
const OFFICE = '203.0.113.7';
const HOME = '198.51.100.20';

const { api, org, admin } = useSite({
  env: { RECOUP_TRUST_PROXY: 'true', RECOUP_METRICS_TOKEN: TOKEN },
  workers: true,
  people: { admin: 'admin' },
});
afterEach(() => configure(api, org.institutionId, 'addresses', { addresses: null }));

const from = (address: string) => ({ 'x-forwarded-for': address });
const enter = async (person: Person, address: string) =>
  new Browser(api, from(address)).signIn(person.username, PASSWORD);
const clientOf = async (person: Person, address: string) =>
  new Client(api.url, (await enter(person, address)).data.token, person);
const ask = async (client: Client, path: string, address: string) =>
  (await answerOf(client.agent.get(`/api/${path}`).set(from(address)))).code;
const send = (client: Client, path: string, body: object, address: string) =>
  answerOf<LockOuts>(client.agent.post(`/api/${path}`).set(from(address)).send(body));
const versionNow = async () => {
  await configure(api, org.institutionId, 'addresses', { addresses: null });
  return (await admin.get<ConfiguredAnswer<'addresses'>>('loginLimit/whiteList')).data.version;
};
const save = async (addresses: string, address = OFFICE) =>
  send(admin, 'loginLimit/whiteList', { version: await versionNow(), addresses }, address);
const newcomer = () => createUser(api, org, 'member');

describe('addresses', () => {
  it.each([
    ['203.0.113.0/24', '::ffff:203.0.113.7', true],
    ['203.0.113.0/24', '::ffff:cb00:7107', true],
    ['::ffff:203.0.113.0/120', '203.0.113.7', true],
    ['2001:db8::/32', '2001:DB8:1::7', true],
    ['2001:db8::/32', '2001:db9::7', false],
    ['203.0.113.7', '203.0.113.8', false],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['203.0.113.0/24', 'unknown', false],
    ['203.0.113.0/24', '203.0.113.7:443', false],
    ['203.0.113.0/24', '', false],
  ])('%s and %s: %s', (entry, address, expected) => {
    expect(new AddressSet([entry]).has(address)).toBe(expected);
  });

  it('of a socket are what the server saw, and one hop of a trusted proxy', () => {
    const handshake = { address: '::ffff:127.0.0.1', headers: from(`${OFFICE}, ${HOME}`) };
    expect(addressOfSocket(handshake, true)).toBe(HOME);
    expect(addressOfSocket(handshake, false)).toBe('127.0.0.1');
    expect(addressOfSocket({ ...handshake, headers: {} }, true)).toBe('127.0.0.1');
  });
});

describe('the white list', () => {
  it.each(['203.0.113.0/33', '203.0.113', 'office', '203.0.113.7;203.0.113.8', '2001:db8::/129'])(
    'refuses %s',
    async (addresses) => {
      expect(await save(`${OFFICE}, ${addresses}`)).toMatchObject({
        code: '22',
        data: { fields: [{ field: 'addresses' }] },
      });
    },
  );

  it('signs nobody in from outside, and says so with 13', async () => {
    const person = await newcomer();
    expect((await save('203.0.113.0/24, 2001:db8::/32')).code).toBe('00');
    expect(await enter(person, HOME)).toMatchObject({ code: '13' });
    const [attempt] = await api.rows<{ result: string }>(sql`
      SELECT result FROM login_audit WHERE username = ${person.username} ORDER BY id DESC LIMIT 1`);
    expect(attempt).toEqual({ result: 'ADDRESS' });
    expect(await enter(person, OFFICE)).toMatchObject({ code: '00' });
    expect(await enter(person, '2001:db8:0:1::9')).toMatchObject({ code: '00' });
    expect(await enter(person, `::ffff:${OFFICE}`)).toMatchObject({ code: '00' });
  });

  it('is not talked round by a header that the caller has begun', async () => {
    const person = await newcomer();
    await save('203.0.113.0/24');
    expect(await enter(person, `${OFFICE}, ${HOME}`)).toMatchObject({ code: '13' });
  });

  it('tells a wrong password from a right one only to who has the right one', async () => {
    const person = await newcomer();
    await save('203.0.113.0/24');
    expect(await new Browser(api, from(HOME)).signIn(person.username, 'Wrong-horse-7')).toMatchObject({
      code: '10',
    });
  });

  it('refuses whoever it is before the password, once no institution is open to the address', async () => {
    const person = await newcomer();
    const tops = await api.rows<{ id: number }>(sql`SELECT id FROM institution WHERE parent_id IS NULL`);
    for (const { id } of tops) await configure(api, id, 'addresses', { addresses: '203.0.113.0/24' });
    expect(await new Browser(api, from(HOME)).signIn(person.username, 'Wrong-horse-7')).toMatchObject({
      code: '13',
    });
    expect(await enter(person, OFFICE)).toMatchObject({ code: '00' });
    for (const { id } of tops) await configure(api, id, 'addresses', { addresses: null });
  });

  it('ends the sessions of an address that it leaves out, within a second, and no other', async () => {
    const [home, office] = [await newcomer(), await newcomer()];
    const [away, stays] = [await clientOf(home, HOME), await clientOf(office, OFFICE)];
    const open = await Promise.all([TestSocket.open(away, from(HOME)), TestSocket.open(stays, from(OFFICE))]);
    expect((await save('203.0.113.0/24')).code).toBe('00');
    expect(await ask(away, 'login/currentUser', HOME)).toBe('02');
    await eventually(() => expect(open[0].socket.connected).toBe(false), SECOND);
    expect(open[0].of('session.ended')[0]?.data.reason).toBe('addressRefused');
    expect(await ask(stays, 'login/currentUser', OFFICE)).toBe('00');
    expect(open[1].socket.connected).toBe(true);
    open[1].close();
  });

  it('holds for every call and socket of a session, wherever it was opened', async () => {
    const person = await newcomer();
    const client = await clientOf(person, OFFICE);
    const roaming = await TestSocket.open(client, from(HOME));
    await save('203.0.113.0/24');
    expect(await ask(client, 'login/currentUser', HOME)).toBe('13');
    expect(await ask(client, 'login/currentUser', OFFICE)).toBe('00');
    await eventually(() => expect(roaming.socket.connected).toBe(false), SECOND);
    await expect(TestSocket.open(client, from(HOME))).rejects.toThrow('session.refused');
  });

  it('can not lock out its author', async () => {
    const refused = await save('198.51.100.0/24', OFFICE);
    expect(refused.code).toBe('22');
    expect(refused.message).toContain(OFFICE);
    expect(await ask(admin, 'login/currentUser', OFFICE)).toBe('00');
  });

  it('says beforehand who would be locked out, the signed-in and those of the last weeks', async () => {
    const [home, gone] = [await newcomer(), await newcomer()];
    await clientOf(home, HOME);
    await ask(await clientOf(gone, HOME), 'login/out', HOME);
    const { data } = await send(
      admin,
      'loginLimit/whiteList/dryRun',
      { addresses: '203.0.113.0/24' },
      OFFICE,
    );
    const found = (id: number) => data.people.find(({ userId }) => userId === id);
    expect(found(home.id)).toMatchObject({ address: HOME, signedIn: true });
    expect(found(gone.id)).toMatchObject({ address: HOME, signedIn: false });
    expect(data).toMatchObject({ total: data.people.length, ownAddress: OFFICE, locksMeOut: false });
    const mine = await send(admin, 'loginLimit/whiteList/dryRun', { addresses: HOME }, OFFICE);
    expect(mine.data.locksMeOut).toBe(true);
    expect(await enter(home, HOME)).toMatchObject({ code: '00' });
  });

  it('of an institution below can only be stricter', async () => {
    const id = await api.get(Ids).take();
    await api.rows(sql`
      INSERT INTO institution (id, code, name, parent_id, path)
      VALUES (${id}, 'BELOW', 'BELOW', ${org.institutionId}, ${`/${org.institutionId}/${id}/`})`);
    const person = await createUser(api, org, 'member', { institutionId: id, groupId: null });
    await save('203.0.113.0/24');
    await configure(api, id, 'addresses', { addresses: '0.0.0.0/0' });
    expect(await enter(person, HOME)).toMatchObject({ code: '13' });
    await configure(api, id, 'addresses', { addresses: '203.0.113.128/25' });
    expect(await enter(person, OFFICE)).toMatchObject({ code: '13' });
    expect(await enter(person, '203.0.113.200')).toMatchObject({ code: '00' });
    await configure(api, id, 'addresses', { addresses: null });
  });

  it('lets signed callbacks and the health of the server pass', async () => {
    await save('203.0.113.0/24');
    const away = new Browser(api, from(HOME));
    expect((await away.call('POST', 'softPhone/callback', {})).code).not.toBe('13');
    expect((await away.call('POST', 'login/generateValidateCode', {})).code).toBe('00');
    const monitoring = agentTo(api.url, { ...from(HOME), authorization: `Bearer ${TOKEN}` });
    expect((await monitoring.get('/healthz')).status).toBe(200);
  });

  it('is opened again by a command on the host', async () => {
    const person = await newcomer();
    await save('203.0.113.0/24');
    expect(await enter(person, HOME)).toMatchObject({ code: '13' });
    expect(await api.get(AddressListService).clear()).toBe(1);
    expect(await enter(person, HOME)).toMatchObject({ code: '00' });
  });

  it('is an administrator’s', async () => {
    const leader = await signedIn(api, await createUser(api, org, 'leader'));
    expect((await leader.get('loginLimit/whiteList')).code).toBe('20');
    expect((await leader.post('loginLimit/whiteList/dryRun', { addresses: '' })).code).toBe('20');
  });
});
