import { beforeAll, describe, expect, it } from '@jest/globals';
import { Client, createUser, PASSWORD, signedIn, type Person } from '../../support/org.js';
import { eventually } from '../../support/eventually.js';
import { Browser, encrypt } from '../../support/sign-in.js';
import { TestSocket } from '../../support/sockets.js';
import { useSite } from '../../support/site.js';
import { openWall } from '../../support/wallboard.js';

const SECOND = 1_000;

let browser: Browser;

const { api, org } = useSite({ workers: true });
beforeAll(async () => {
  browser = new Browser(api);
});

const enter = async (person: Person) =>
  new Client(api.url, (await browser.signIn(person.username, PASSWORD)).data.token, person);

/** The end of a watching browser's session: the reason, then a closed socket. */
async function endOf(socket: TestSocket): Promise<string> {
  const reason = await eventually(() => {
    const frame = socket.of('session.ended')[0];
    if (!frame) throw new Error('The socket was not told');
    return frame.data.reason;
  }, SECOND);
  await eventually(() => expect(socket.socket.connected).toBe(false), SECOND);
  return reason;
}

describe('a session that ends tells its open browser within a second', () => {
  it('when the person signs in elsewhere, and leaves the new browser alone', async () => {
    const person = await createUser(api, org, 'member');
    const old = await TestSocket.open(await enter(person));
    const fresh = await TestSocket.open(await enter(person));
    expect(await endOf(old)).toBe('replaced');
    expect(fresh.socket.connected).toBe(true);
    expect(fresh.of('session.ended')).toEqual([]);
    fresh.close();
  });

  it('when the person signs out in another tab', async () => {
    const client = await enter(await createUser(api, org, 'member'));
    const socket = await TestSocket.open(client);
    await client.post('login/out');
    expect(await endOf(socket)).toBe('signedOut');
  });

  it('when an administrator disables the person', async () => {
    const person = await createUser(api, org, 'member');
    const socket = await TestSocket.open(await enter(person));
    const admin = await signedIn(api, await createUser(api, org, 'admin'));
    await admin.post('manage/user/setStatus', { userId: person.id, enabled: false });
    expect(await endOf(socket)).toBe('disabled');
  });

  it('when the role changes, and the new one opens no room of the old', async () => {
    const person = await createUser(api, org, 'leader');
    const board = { topic: 'board', groupId: org.groupId } as const;
    const socket = await TestSocket.open(await enter(person));
    expect((await socket.watch(board)).ok).toBe(true);
    const admin = await signedIn(api, await createUser(api, org, 'admin'));
    const { data } = await admin.get<object>(`manage/user/info?id=${person.id}`);
    const changed = await admin.post('manage/user/createOrUpdate', { ...data, role: 'member' });
    expect(changed.code).toBe('00');
    expect(await endOf(socket)).toBe('revoked');
    const fresh = await TestSocket.open(await enter(person));
    expect((await fresh.watch(board)).ok).toBe(false);
    fresh.close();
  });

  it('when the password changes', async () => {
    const client = await enter(await createUser(api, org, 'member'));
    const socket = await TestSocket.open(client);
    const key = await browser.key();
    await client.post('manage/user/changePassword', {
      keyId: key.keyId,
      oldPassword: encrypt(key, PASSWORD),
      newPassword: encrypt(key, 'Fresh-horse-8'),
    });
    expect(await endOf(socket)).toBe('passwordChanged');
  });

  it('when a wallboard is revoked', async () => {
    const leader = await signedIn(api, await createUser(api, org, 'leader'));
    const { token, sessionId } = await openWall(api, leader);
    const board = await TestSocket.open(new Client(api.url, token, leader.person));
    await leader.post('dashboard/kioskToken/revoke', { sessionId });
    expect(await endOf(board)).toBe('revoked');
  });
});
