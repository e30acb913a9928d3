import { beforeEach, describe, expect, it } from '@jest/globals';
import type { LoginAnswer } from '../../../contract/session.js';
import type { ActivationCode } from '../../../contract/administration/users.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { Client, createUser, PASSWORD, signedIn, type Answer, type Person } from '../../support/org.js';
import { Browser, encrypt } from '../../support/sign-in.js';
import { useSite } from '../../support/site.js';

const OWN = 'Own-choice-9';

let clerk: Person;

const { api, org, admin } = useSite({ people: { admin: 'admin' } });
beforeEach(async () => {
  clerk = await createUser(api, org, 'member');
});

const reset = (who = admin, id = clerk.id) => who.post<ActivationCode>('manage/user/resetPassword', { id });
const signIn = (password: string) => new Browser(api).signIn(clerk.username, password);
const sessionOf = ({ data }: Answer<LoginAnswer>) => new Client(api.url, data.token, clerk);
async function choose(client: Client, password = OWN) {
  const key = await new Browser(api).key();
  return client.post<{ fields: { field: string }[] } | null>('login/choosePassword', {
    newPassword: encrypt(key, password),
    keyId: key.keyId,
  });
}

describe('an activation code', () => {
  it('is told once, and opens nothing but the choice of a password, after which it is used up', async () => {
    const { data } = await reset();
    expect(data.code).toMatch(/^([A-HJ-NP-Z2-9]{5}-){3}[A-HJ-NP-Z2-9]{5}$/);
    expect(Date.parse(data.expiresAt)).toBeGreaterThan(Date.now() + 71 * 3_600_000);
    const opened = await signIn(data.code.toLowerCase().replaceAll('-', ' '));
    expect(opened.data).toMatchObject({ mustChoosePassword: true, needH5LivenessAuth: false });
    const session = sessionOf(opened);
    expect(await session.get('login/currentUser')).toMatchObject({ code: '02' });
    expect(await session.get('task/listing')).toMatchObject({ code: '02' });
    expect((await choose(session)).code).toBe('00');
    expect((await choose(session)).code).toBe('02');
    expect((await signIn(data.code)).code).toBe('10');
    expect((await signIn(OWN)).data).toMatchObject({ mustChoosePassword: false });
  });

  it('ends the old password and all sessions at once, and the code before it', async () => {
    const before = await signedIn(api, clerk);
    const first = (await reset()).data.code;
    expect((await before.get('login/currentUser')).code).toBe('02');
    expect((await signIn(PASSWORD)).code).toBe('10');
    const second = (await reset()).data.code;
    expect((await signIn(first)).code).toBe('10');
    expect((await signIn(second)).code).toBe('00');
  });

  it('is void after 72 hours, also for who has begun with it', async () => {
    const { code } = (await reset()).data;
    const session = sessionOf(await signIn(code));
    await api.get(Database).run(sql`
      UPDATE activation_code SET expires_at = ${new Date(Date.now() - 1_000)} WHERE user_id = ${clerk.id}`);
    expect((await choose(session)).code).toBe('02');
    expect((await signIn(code)).code).toBe('10');
  });

  it('is used once by ten who choose at the same time', async () => {
    const session = sessionOf(await signIn((await reset()).data.code));
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => choose(session, `${OWN}${at}`)));
    expect(answers.filter(({ code }) => code === '00')).toHaveLength(1);
  });

  it('leaves a weak password unchosen, and stays', async () => {
    const session = sessionOf(await signIn((await reset()).data.code));
    for (const weak of ['short1A', 'nouppercase1', 'a'.repeat(65), 'Password1', 'Member-2026']) {
      expect(await choose(session, weak)).toMatchObject({
        code: '22',
        data: { fields: [{ field: 'newPassword' }] },
      });
    }
    expect((await choose(session)).code).toBe('00');
  });

  it('is no password itself', async () => {
    const { code } = (await reset()).data;
    const session = sessionOf(await signIn(code));
    const again = `${code.slice(0, 10).toLowerCase()}${code.slice(10)}`;
    expect((await choose(session, again)).code).toBe('22');
    expect((await signIn(code)).code).toBe('00');
  });

  it('does not let a face stand in for the password', async () => {
    await api.get(Database).run(sql`UPDATE user SET liveness = 'CAMERA' WHERE id = ${clerk.id}`);
    const session = sessionOf(await signIn((await reset()).data.code));
    const base64Img = Buffer.concat([Buffer.of(0xff, 0xd8, 0xff), Buffer.alloc(200)]).toString('base64');
    await session.post('login/getSilenceLiveNessResult', { userId: clerk.id, base64Img });
    expect((await session.get('login/currentUser')).code).toBe('02');
  });

  it('is counted like a password: five wrong ones lock the account', async () => {
    const { code } = (await reset()).data;
    for (let times = 0; times < 5; times++) expect((await signIn('AAAAA-BBBBB-CCCCC-DDDDD')).code).toBe('10');
    expect((await signIn(code)).code).toBe('12');
  });

  it('is in no event and in no table in plain', async () => {
    const { code } = (await reset()).data;
    const emitted = await api.rows<{ name: string; payload: string }>(sql`
      SELECT name, payload FROM domain_event WHERE subject_type = 'user' AND subject_id = ${clerk.id}`);
    expect(emitted.map(({ name, payload }) => [name, JSON.parse(payload)])).toEqual([
      ['user.passwordReset', { userId: clerk.id, institutionId: org.institutionId }],
    ]);
    const [kept] = await api.rows<{ hash: Buffer }>(
      sql`SELECT code_hash AS hash FROM activation_code WHERE user_id = ${clerk.id}`,
    );
    expect(kept!.hash.toString('latin1')).not.toContain(code.slice(0, 5));
  });
});

describe('a reset', () => {
  it('takes the permission and the scope, and is not for oneself', async () => {
    const far = { institutionId: org.otherInstitutionId };
    const outsider = await signedIn(api, await createUser(api, org, 'admin', far));
    const leader = await signedIn(api, await createUser(api, org, 'leader'));
    expect((await reset(outsider)).code).toBe('21');
    expect((await reset(leader)).code).toBe('20');
    expect((await reset(admin, admin.person.id)).code).toBe('20');
    expect((await signIn(PASSWORD)).code).toBe('00');
  });

  it('opens no session by a code in a session that was opened by a password', async () => {
    const own = await signedIn(api, clerk);
    expect((await choose(own)).code).toBe('02');
  });
});
