import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { DEFAULT_USER, type UserInfo } from '../../../contract/administration/users.js';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.js';
import { sql } from '../../../server/platform/db/sql.js';
import { decideFor } from '../../support/approvals.js';
import {
  Client, createOrg, createUser, PASSWORD, signedIn, type Org, type Person,
} from '../../support/org.js'; // prettier-ignore
import { Browser } from '../../support/sign-in.js';
import { createStack, startApi, TEST_SECRETS, type Api, type Stack } from '../../support/stack.js';
import { grant } from '../../support/tree.js';

const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(400, 7)]).toString('base64');

let stack: Stack;
let sandbox: Sandbox;
let api: Api;
let org: Org;
let admin: Client;
let other: Client;
let clerk: Person;

beforeAll(async () => {
  const worldNow = () => new Date();
  sandbox = await startSandbox({
    port: 0,
    productUrl: 'http://127.0.0.1:1',
    secrets: TEST_SECRETS,
    worldNow,
  });
  stack = await createStack({ SANDBOX_URL: sandbox.url });
  api = await startApi();
  org = await createOrg(api);
  [admin, other] = [await newAdmin(), await newAdmin()];
});
afterAll(async () => {
  await api.close();
  await stack.close();
  await sandbox.close();
});
beforeEach(async () => {
  clerk = await createUser(api, org, 'member');
});

const newAdmin = async () => signedIn(api, await createUser(api, org, 'admin'));
const infoOf = async (id: number) => (await other.get<UserInfo>(`manage/user/info?id=${id}`)).data;
const bind = async (by: Client, id: number, idCard: string | null) =>
  by.post('manage/user/bindIdCard', { id, idCard, version: (await infoOf(id)).version });
async function liveness(by: Client, id: number, mode: string) {
  const { version, ...form } = await infoOf(id);
  return by.post('manage/user/createOrUpdate', { ...form, id, version, liveness: mode });
}
const picture = async () => {
  const raw = { width: 300, height: 200, channels: 3, background: 'red' } as const;
  return (await sharp({ create: raw }).jpeg().toBuffer()).toString('base64');
};
const setPicture = async (by: Client, id: number, base64Image: string | null) =>
  by.post('manage/user/picture', { id, base64Image });
async function puppetOf(by: Client): Promise<Client> {
  const form = { ...DEFAULT_USER, username: `puppet.${clerk.id}`, name: 'Puppet', role: 'admin' };
  const { data } = await by.post<{ id: number; approvalId: number }>('manage/user/createOrUpdate', {
    ...form,
    institutionId: org.institutionId,
  });
  expect(await decideFor(other, data.approvalId)).toBe('00');
  return signedIn(api, { id: data.id, username: form.username, role: 'admin' });
}
async function checkedIn(person: Person): Promise<Client> {
  const { data } = await new Browser(api).signIn(person.username, PASSWORD);
  return new Client(api.url, data.token, person);
}
const frame = (client: Client) => client.post<boolean>('login/getSilenceLiveNessResult', { base64Img: JPEG });

describe('an administrator', () => {
  it('sets the face check and the ID number of others, and neither of themselves', async () => {
    const me = admin.person.id;
    expect((await liveness(other, me, 'CAMERA')).code).toBe('00');
    const again = await signedIn(api, admin.person);
    expect((await bind(other, me, 'CURP-2026-1')).code).toBe('00');
    expect((await liveness(again, me, 'NONE')).code).toBe('20');
    expect((await bind(again, me, null)).code).toBe('20');
    expect(await infoOf(me)).toMatchObject({ liveness: 'CAMERA', idCardBound: true });
  });

  it('does not take their own check away by an account of their making', async () => {
    const me = admin.person.id;
    const puppet = await puppetOf(await signedIn(api, admin.person));
    for (const answer of [
      await liveness(puppet, me, 'NONE'),
      await bind(puppet, me, null),
      await setPicture(puppet, me, null),
    ])
      expect(answer).toMatchObject({ code: '20', message: expect.stringContaining('two people') });
    expect((await liveness(other, me, 'NONE')).code).toBe('00');
    expect((await bind(other, me, null)).code).toBe('00');
  });
});

describe('the picture that a face is compared with', () => {
  it('is not changed by the person, who chooses only how they are shown', async () => {
    await api.rows(sql`UPDATE user SET liveness = 'CAMERA' WHERE id = ${clerk.id}`);
    expect((await setPicture(other, clerk.id, await picture())).code).toBe('00');
    for (const base64Image of [null, await picture()]) {
      const own = await signedIn(api, clerk);
      expect((await own.post('login/userPicture', { base64Image })).code).toBe('00');
      sandbox.controls['liveness']!.change({ stranger: true });
      expect((await frame(await checkedIn(clerk))).data).toBe(false);
      sandbox.controls['liveness']!.reset();
    }
    expect((await infoOf(clerk.id)).picture).not.toBeNull();
    expect((await frame(await checkedIn(clerk))).data).toBe(true);
  });

  it('is gone with its file when somebody else takes it away', async () => {
    await setPicture(other, clerk.id, await picture());
    expect((await setPicture(other, clerk.id, null)).code).toBe('00');
    const [row] = await api.rows(sql`
      SELECT picture, reference_picture AS reference FROM user WHERE id = ${clerk.id}`);
    expect(row).toEqual({ picture: null, reference: null });
  });
});

describe('a face that was seen', () => {
  it('is not looked at again, and costs no further check', async () => {
    await api.rows(sql`UPDATE user SET liveness = 'CAMERA' WHERE id = ${clerk.id}`);
    const client = await checkedIn(clerk);
    expect(await frame(client)).toMatchObject({ code: '00', data: true });
    const left = () => api.rows(sql`SELECT live, face FROM check_balance WHERE user_id = ${clerk.id}`);
    const before = await left();
    expect(await frame(client)).toMatchObject({ code: '23' });
    expect(await left()).toEqual(before);
  });
});

describe('an administrator with fewer rights than a supervisor', () => {
  it('does not disable, unbind, uncover or demote that one', async () => {
    const supervisor = await createUser(api, org, 'supervisor');
    expect((await bind(other, supervisor.id, 'CURP-2026-2')).code).toBe('00');
    await grant(api, org.institutionId, 'admin', { less: ['call:listen'] });
    const { id } = supervisor;
    for (const answer of [
      await other.post('manage/user/setStatus', { userId: id, enabled: false }),
      await other.post('institutionalManagement/accounts', { id, enabled: false }),
      await other.post('institutionalManagement/accounts', { id, role: 'leader' }),
      await bind(other, id, null),
      await setPicture(other, id, null),
    ])
      expect(answer.code).not.toBe('00');
    for (const act of ['endSession', 'unlock', 'resetAuthenticator'])
      expect((await other.post(`manage/user/${act}`, { id })).code).toBe('20');
    expect(await infoOf(id)).toMatchObject({ enabled: true, role: 'supervisor', idCardBound: true });
    expect((await other.post('manage/user/setStatus', { userId: clerk.id, enabled: false })).code).toBe('00');
  });
});
