import { beforeAll, describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type {
  AuthenticatorReset,
  AuthenticatorSecret,
  AuthenticatorState,
  RecoveryCodes,
} from '../../../contract/authenticators.js';
import type { Role } from '../../../contract/codes.js';
import type { UserAccess } from '../../../contract/administration/users.js';
import { sql } from '../../../server/platform/db/sql.js';
import { AuthenticatorsService } from '../../../server/features/session/authenticators/authenticators.service.js';
import { configure } from '../../support/configured.js';
import { Client, createUser, PASSWORD, type Person, signedIn } from '../../support/org.js';
import { Browser } from '../../support/sign-in.js';
import { useSite } from '../../support/site.js';

/** The head of a JPEG, as long as the smallest picture. */
const FACE = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(200)]).toString('base64');
const { api, org } = useSite();
let browser: Browser;
beforeAll(() => {
  browser = new Browser(api);
});

/** A code as the app shows it, so many steps of 30 s from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
const wrongFor = (secret: string) => {
  const good = [-2, -1, 0, 1, 2].map((step) => codeOf(secret, step));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !good.includes(code))!;
};

async function enter(person: Person) {
  const { data } = await browser.signIn(person.username, PASSWORD);
  return { answer: data, client: new Client(api.url, data.token, person) };
}
const isOpen = async (client: Client) => (await client.get('login/currentUser')).code === '00';

/** Sets an app up in a session that is open, or owes one. */
async function setUp(client: Client): Promise<{ secret: string; first: string; codes: string[] }> {
  const { secret, uri } = (await client.post<AuthenticatorSecret>('login/authenticator/begin', {})).data;
  expect(uri).toMatch(/^otpauth:\/\/totp\/Recoup:/);
  const first = codeOf(secret);
  const { data } = await client.post<RecoveryCodes>('login/authenticator/confirm', { code: first });
  return { secret, first, codes: data.codes };
}
async function personWithApp(role: Role = 'member') {
  const person = await createUser(api, org, role);
  return { person, ...(await setUp((await enter(person)).client)) };
}
const prove = (client: Client, code: string) => client.post('login/authenticator/prove', { code });
const resultsOf = async ({ id }: Person) =>
  (
    await api.rows<{ result: string }>(sql`SELECT result FROM login_audit WHERE user_id = ${id} ORDER BY id`)
  ).map(({ result }) => result);

describe('an authenticator app', () => {
  it('is asked for a code from the next sign-in on, and until then the token opens nothing', async () => {
    const { person, secret, codes } = await personWithApp();
    expect(new Set(codes).size).toBe(10);
    const { answer, client } = await enter(person);
    expect(answer.owedCode).toBe('PROVE');
    for (const path of ['login/currentUser', 'login/authenticator', 'menu/asideMenu'])
      expect((await client.get(path)).code).toBe('02');
    for (const act of ['renew', 'remove'])
      expect((await client.post(`login/authenticator/${act}`, { code: codes[0] })).code).toBe('02');
    // Whoever owes a code sets no other app up in its place.
    expect((await client.post('login/authenticator/begin', {})).code).toBe('23');
    expect((await prove(client, wrongFor(secret))).code).toBe('22');
    expect((await prove(client, codeOf(secret, 1))).code).toBe('00');
    expect(await isOpen(client)).toBe(true);
    expect((await client.get<AuthenticatorState>('login/authenticator')).data).toEqual({
      since: expect.any(String),
      codesLeft: 10,
      demanded: false,
    });
  });

  it('takes no code twice, and a recovery code once', async () => {
    const { person, secret, first, codes } = await personWithApp();
    const { client } = await enter(person);
    // The one that confirmed the app.
    expect((await prove(client, first)).code).toBe('22');
    expect((await prove(client, codes[0]!.toLowerCase())).code).toBe('00');
    const second = await enter(person);
    expect((await prove(second.client, codes[0]!)).code).toBe('22');
    expect((await prove(second.client, codeOf(secret, 1))).code).toBe('00');
    const both = await Promise.all([1, 2].map(() => renewBy(second.client, codes[1]!)));
    expect(both.map(({ code }) => code).sort()).toEqual(['00', '22']);
    const third = await enter(person);
    expect((await prove(third.client, codes[2]!)).code).toBe('22');
    const renewed = both.find(({ code }) => code === '00')!.data.codes;
    expect((await prove(third.client, renewed[0]!)).code).toBe('00');
  });

  it('is replaced and removed by a code alone', async () => {
    const { person, secret, codes } = await personWithApp();
    const { client } = await enter(person);
    await prove(client, codes[0]!);
    expect((await client.post('login/authenticator/begin', {})).code).toBe('22');
    const begun = await client.post<AuthenticatorSecret>('login/authenticator/begin', { code: codes[1] });
    // Until the new app has given a code the old one counts.
    expect((await renewBy(client, codeOf(secret, 1))).code).toBe('00');
    const confirmed = await client.post<RecoveryCodes>('login/authenticator/confirm', {
      code: codeOf(begun.data.secret),
    });
    expect(confirmed.code).toBe('00');
    expect((await client.post('login/authenticator/confirm', { code: codeOf(begun.data.secret) })).code).toBe(
      '23',
    );
    const [removing] = confirmed.data.codes;
    expect((await client.post('login/authenticator/remove', { code: wrongFor(secret) })).code).toBe('22');
    expect((await client.post('login/authenticator/remove', { code: removing })).code).toBe('00');
    expect((await enter(person)).answer.owedCode).toBeNull();
  });

  it('ends the sign-in at the fifth wrong code, which is a failed one', async () => {
    const { person, secret } = await personWithApp();
    const { client } = await enter(person);
    for (let i = 0; i < 4; i++) expect((await prove(client, wrongFor(secret))).code).toBe('22');
    expect((await prove(client, wrongFor(secret))).code).toBe('02');
    expect((await prove(client, codeOf(secret, 1))).code).toBe('02');
    expect(await resultsOf(person)).toEqual(['SUCCESS', 'CODE']);
  });

  it('blocks the account after twenty wrong codes in a row, until an administrator unlocks it', async () => {
    const { person, secret, codes } = await personWithApp();
    const admin = await signedIn(api, await createUser(api, org, 'admin'));
    const wrong = wrongFor(secret);
    for (let time = 0; time < 4; time++) {
      const { client } = await enter(person);
      for (let i = 0; i < 5; i++) await prove(client, wrong);
    }
    const blocked = await enter(person);
    expect((await prove(blocked.client, codes[0]!)).code).toBe('20');
    expect((await accessOf(admin, person)).authenticator).toMatchObject({ blocked: true, codesLeft: 10 });
    await admin.post('manage/user/unlock', { id: person.id });
    expect((await prove(blocked.client, codes[0]!)).code).toBe('00');
    expect((await accessOf(admin, person)).authenticator).toMatchObject({ blocked: false, codesLeft: 9 });
  });

  it('comes before the face, and whoever owes a face alone sets none up', async () => {
    const { person, codes } = await personWithApp();
    const faced = await createUser(api, org, 'member');
    await api.rows(sql`UPDATE user SET liveness = 'CAMERA' WHERE id IN (${person.id}, ${faced.id})`);
    const { answer, client } = await enter(faced);
    expect(answer).toMatchObject({ needH5LivenessAuth: true, owedCode: null });
    expect((await client.post('login/authenticator/begin', {})).code).toBe('02');
    const both = await enter(person);
    expect(both.answer).toMatchObject({ needH5LivenessAuth: true, owedCode: 'PROVE' });
    const show = () => both.client.post('login/getSilenceLiveNessResult', { base64Img: FACE });
    expect((await show()).code).toBe('20');
    expect((await prove(both.client, codes[0]!)).code).toBe('00');
    expect(await isOpen(both.client)).toBe(false);
    // The face itself is looked at: no provider answers here.
    expect((await show()).code).not.toBe('20');
  });
});

describe('a role that has to have an app', () => {
  it('sets it up while it signs in, by the word of any institution above, and does not remove it', async () => {
    const person = await createUser(api, org, 'leader');
    await configure(api, org.institutionId, 'authenticators', { codeRoles: ['leader'] });
    const { answer, client } = await enter(person);
    expect(answer.owedCode).toBe('ENROL');
    expect(await isOpen(client)).toBe(false);
    const { codes } = await setUp(client);
    expect(await isOpen(client)).toBe(true);
    expect((await client.post('login/authenticator/remove', { code: codes[0] })).code).toBe('23');
    await configure(api, org.institutionId, 'authenticators', { codeRoles: [] });
    expect((await client.post('login/authenticator/remove', { code: codes[0] })).code).toBe('00');
  });
});

describe('a lost app', () => {
  it('is reset by two administrators, and by no one twice', async () => {
    const { person } = await personWithApp();
    const [one, two] = await Promise.all(
      [1, 2].map(async () => signedIn(api, await createUser(api, org, 'admin'))),
    );
    for (let time = 0; time < 2; time++) expect(await reset(one!, person)).toEqual({ done: false });
    expect((await accessOf(two!, person)).authenticator!.reset).toMatchObject({ mine: false });
    expect((await accessOf(one!, person)).authenticator!.reset).toMatchObject({ mine: true });
    expect(await reset(two!, person)).toEqual({ done: true });
    expect((await enter(person)).answer.owedCode).toBeNull();
    expect((await two!.post('manage/user/resetAuthenticator', { id: person.id })).code).toBe('23');
  });

  it('is cleared by the host for who has nobody to ask', async () => {
    const { person } = await personWithApp('admin');
    expect(await api.get(AuthenticatorsService).clear(person.username)).toBe(true);
    expect((await enter(person)).answer.owedCode).toBeNull();
    expect(await api.get(AuthenticatorsService).clear(person.username)).toBe(false);
  });

  it('is not reset once its person has given a code, nor by oneself, nor from another institution', async () => {
    const { person, codes } = await personWithApp();
    const [one, two] = await Promise.all(
      [1, 2].map(async () => signedIn(api, await createUser(api, org, 'admin'))),
    );
    await reset(one!, person);
    await prove((await enter(person)).client, codes[0]!);
    expect((await accessOf(two!, person)).authenticator!.reset).toBeNull();
    expect(await reset(two!, person)).toEqual({ done: false });
    const leader = await signedIn(api, await createUser(api, org, 'leader'));
    expect((await leader.post('manage/user/resetAuthenticator', { id: person.id })).code).toBe('20');
    const far = { institutionId: org.otherInstitutionId, groupId: null };
    const stranger = await signedIn(api, await createUser(api, org, 'admin', far));
    expect((await stranger.post('manage/user/resetAuthenticator', { id: person.id })).code).toBe('21');
    const { id } = (await one!.get<{ id: number }>('login/currentUser')).data;
    expect((await one!.post('manage/user/resetAuthenticator', { id })).code).toBe('20');
  });
});

const renewBy = (client: Client, code: string) =>
  client.post<RecoveryCodes>('login/authenticator/renew', { code });
const accessOf = async (admin: Client, { id }: Person) =>
  (await admin.get<UserAccess>(`manage/user/access?id=${id}`)).data;
const reset = async (admin: Client, { id }: Person) =>
  (await admin.post<AuthenticatorReset>('manage/user/resetAuthenticator', { id })).data;
