import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ConnectionTestResult } from '../../../contract/administration/connections.js';
import type { LoginAnswer } from '../../../contract/session.js';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.js';
import { sql } from '../../../server/platform/db/sql.js';
import { startMailServer, type MailServer } from '../../data/mail-server.js';
import { eventually } from '../../support/eventually.js';
import { agentTo } from '../../support/http.js';
import { connectProvider } from '../../support/connections.js';
import { MAIL_PASSWORD, MAIL_USER, mailWish } from '../../support/mail.js';
import { createUser, PASSWORD, signedIn, type Client, type Person } from '../../support/org.js';
import { Browser } from '../../support/sign-in.js';
import { useSite } from '../../support/site.js';
import { TEST_SECRETS } from '../../support/stack.js';
import { oneTree } from '../../support/tree.js';

let second: Client;
let server: MailServer;
let sandbox: Sandbox;
let clerk: Person;
let asked = 0;

const { api, org, admin } = useSite({ people: { admin: 'admin' } });
beforeAll(async () => {
  await oneTree(api, org);
  second = await signedIn(api, await createUser(api, org, 'admin'));
  server = await startMailServer(MAIL_USER, MAIL_PASSWORD);
  sandbox = await startSandbox({
    ...{ port: 0, productUrl: api.url, worldNow: () => new Date() },
    secrets: TEST_SECRETS,
  });
  await connect();
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});
beforeEach(async () => {
  clerk = await createUser(api, org, 'member');
  await mailOf(clerk, 'clerk@lender.example');
  server.mood = 'TAKE';
  server.taken.length = 0;
});

const requestId = () => `mail-${(asked += 1)}-of-this-test`;
const connect = (more: object = {}) => connectProvider([admin, second], mailWish(server, more), api);
const mailOf = ({ id }: Person, email: string | null) =>
  api.rows(sql`UPDATE user SET email = ${email}, version = version + 1 WHERE id = ${id}`);
const invite = (id = clerk.id, by = admin) => by.post('manage/user/invite', { id });
async function forgotten(username = clerk.username, more: object = {}) {
  const browser = new Browser(api);
  const body = { username, language: 'es', ...(await browser.captcha()), ...more };
  return browser.call<{ mailed: boolean }>('POST', 'login/forgotten', body);
}
const arrived = (count: number) => eventually(() => expect(server.taken).toHaveLength(count));
/** The query of the link in the newest mail. */
function linkIn(text: string): URLSearchParams {
  const [, query] = /https:\/\/recoup\.example\/#\/login\?(\S+)/.exec(text)!;
  return new URLSearchParams(query);
}
const signIn = (password: string) => new Browser(api).signIn(clerk.username, password);

describe('a link to choose a password', () => {
  it('goes to the person alone, and the password of before stays until then', async () => {
    expect(await invite()).toMatchObject({ code: '00', data: null });
    const [mail] = server.taken;
    expect(mail).toMatchObject({ from: 'office@lender.example', to: ['clerk@lender.example'] });
    const link = linkIn(mail!.text);
    expect(link.get('username')).toBe(clerk.username);
    expect((await signIn(PASSWORD)).data).toMatchObject({ mustChoosePassword: false });
    const opened = await signIn(link.get('code')!);
    expect(opened.data as LoginAnswer).toMatchObject({ mustChoosePassword: true });
    const [event] = await api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'user.codeMailed' AND subject_id = ${clerk.id}`);
    expect(JSON.parse(event!.payload)).toMatchObject({ forgotten: false, institutionId: org.institutionId });
  });

  it('is not sent to nobody, to whoever is disabled, beyond the scope, nor where the server refuses', async () => {
    await mailOf(clerk, null);
    expect(await invite()).toMatchObject({ code: '23', message: 'This person has no mail address' });
    const stranger = await createUser(api, org, 'member', { institutionId: org.otherInstitutionId });
    const branch = await signedIn(
      api,
      await createUser(api, org, 'admin', { institutionId: org.otherInstitutionId }),
    );
    expect((await invite(clerk.id, branch)).code).toBe('21');
    await mailOf(stranger, 'other@lender.example');
    server.mood = 'REFUSE';
    expect(await invite(stranger.id)).toMatchObject({ code: '23', message: /nothing was sent/ });
    await api.rows(sql`UPDATE user SET enabled = 0 WHERE id = ${stranger.id}`);
    expect((await invite(stranger.id)).code).toBe('23');
    expect(server.taken).toEqual([]);
  });

  it('is asked for without a session, and the answer does not tell who has an account', async () => {
    const answers = [await forgotten(), await forgotten('nobody.at.all')];
    expect(answers.map(({ code, data }) => [code, data])).toEqual([
      ['00', { mailed: true }],
      ['00', { mailed: true }],
    ]);
    await arrived(1);
    const code = linkIn(server.taken[0]!.text).get('code')!;
    expect(server.taken[0]!.text).toContain('Alguien pidió una contraseña nueva');
    // Once more within five minutes: nothing is sent, and the first link still opens.
    expect((await forgotten()).data).toEqual({ mailed: true });
    expect((await invite()).code).toBe('00');
    await arrived(2);
    expect((await signIn(code)).code).toBe('10');
    expect((await signIn(linkIn(server.taken[1]!.text).get('code')!)).code).toBe('00');
  });

  it('is not asked for without the check, and the check serves once', async () => {
    const proof = await new Browser(api).captcha();
    expect((await forgotten(clerk.username, { captcha: 'ZZZZ' })).code).toBe('11');
    expect((await forgotten(clerk.username, proof)).code).toBe('00');
    expect((await forgotten(clerk.username, proof)).code).toBe('11');
    await arrived(1);
  });

  it('ties whoever changed the address to the account', async () => {
    const person = await createUser(api, org, 'admin');
    const { data } = await admin.get<object>(`manage/user/info?id=${person.id}`);
    const change = { ...data, email: 'mine@lender.example' };
    expect((await admin.post('manage/user/createOrUpdate', change)).code).toBe('00');
    const body = { kind: 'LISTEN_UNSEEN', institutionId: org.institutionId, reason: 'Training' };
    const wanted = { ...body, clientRequestId: requestId() };
    const { data: approval } = await admin.post<{ id: number }>('approval/request', wanted);
    const decision = {
      id: approval.id,
      version: 1,
      approve: true,
      answer: 'Yes',
      clientRequestId: requestId(),
    };
    const puppet = await signedIn(api, person);
    expect((await puppet.post('approval/decide', decision)).code).toBe('20');
  });
});

describe('a mail server', () => {
  const test = () =>
    admin.post<ConnectionTestResult>('connection/test', { provider: 'mail', waiting: false, phone: null });

  it('is tested by its account and by a mail to who tests it', async () => {
    expect((await test()).data).toMatchObject({ outcome: 'READY', messageTaken: null });
    await mailOf(admin.person, 'admin@lender.example');
    expect((await test()).data).toMatchObject({ outcome: 'READY', messageTaken: true });
    expect(server.taken.map(({ to }) => to)).toEqual([['admin@lender.example']]);
    await connect({ secret: 'not-the-password' });
    expect((await test()).data).toMatchObject({ outcome: 'SECRET', messageTaken: null });
    await connect({ address: 'smtp://127.0.0.1:9' });
    expect((await test()).data).toMatchObject({ outcome: 'SILENT', status: null });
    await connect();
  });

  it.each([
    ['an address of another kind', { address: 'https://mail.lender.example' }, 'address'],
    ['a sender that is no address', { sender: 'office' }, 'sender'],
    ['no user', { account: null }, 'account'],
  ])('is refused with %s', async (_, more, field) => {
    const { code, data } = await admin.post<{ fields: { field: string }[] }>(
      'connection/request',
      mailWish(server, more),
    );
    expect([code, data.fields[0]!.field]).toEqual(['22', field]);
  });

  it('that takes our own signed calls is asked by these', async () => {
    await connect({
      protocol: 'SIGNED',
      address: sandbox.url,
      account: null,
      sender: null,
      secret: TEST_SECRETS.mailHmac,
    });
    expect((await invite()).code).toBe('00');
    const { body } = await agentTo(sandbox.url).get('/mail/box');
    const box = body as { to: string; text: string }[];
    expect(box[0]).toMatchObject({ to: 'clerk@lender.example' });
    expect(linkIn(box[0]!.text).get('username')).toBe(clerk.username);
    await connect();
  });
});
