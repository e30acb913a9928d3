import { beforeAll, describe, expect, it } from '@jest/globals';
import { SETUP_STEPS, type SetupState } from '../../../contract/administration/setup.js';
import {
  FirstAdministratorService,
  type FirstPassword,
} from '../../../server/features/setup/first-administrator.service.js';
import { Clock } from '../../../server/platform/clock/clock.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { Client, createUser, signedIn, type Org, type Person } from '../../support/org.js';
import { Browser, encrypt } from '../../support/sign-in.js';
import { useServer } from '../../support/site.js';

const OWN = 'Own-choice-9';
const DAY_MS = 86_400_000;

let first: FirstPassword;
let other: FirstPassword;
let person: Person;

const { api } = useServer();
beforeAll(async () => {
  [first, other] = (await administrators().create()) as [FirstPassword, FirstPassword];
  const [row] = await api.rows<{ id: number }>(sql`SELECT id FROM user WHERE username = ${first.username}`);
  person = { id: row!.id, username: first.username, role: 'admin' };
});

const administrators = () => api.get(FirstAdministratorService);
const signIn = (password: string) => new Browser(api).signIn(first.username, password);
async function choose(token: string) {
  const key = await new Browser(api).key();
  const choice = { newPassword: encrypt(key, OWN), keyId: key.keyId };
  return new Client(api.url, token, person).post('login/choosePassword', choice);
}

describe('an empty database', () => {
  it('has two administrators and nothing to do but to set up', async () => {
    const steps = await (await signedIn(api, person)).get<SetupState[]>('setup/steps');
    expect(steps.data).toEqual(SETUP_STEPS.map((step) => ({ step, done: false, gap: null, skipped: null })));
  });

  it('is not begun a second time', async () => {
    await expect(administrators().create()).rejects.toThrow('The database has users');
    expect(await api.rows(sql`SELECT id FROM user`)).toHaveLength(2);
  });

  it('breaks no list of the administrator', async () => {
    const admin = await signedIn(api, person);
    for (const path of [
      'task/listing',
      'task/counts',
      'repay/statistics',
      'dashboard/groups',
      'promise/list',
      'request/list',
      'manage/user/list',
      'management/queue/list',
      'allocation/uncovered',
      'workSchedule/list',
      'refund/list',
      'manage/user/rank',
      'sms/templates/manage',
      'product/terms',
      'achievementBoard/list',
      'presence/list',
      'sms/limit/config/read',
      'priorities/weights',
      'guard/policy',
      'management/institution/tree',
      'login/currentUser',
    ])
      // prettier-ignore
      expect({ [path]: (await admin.get(path)).code }).toEqual({ [path]: '00' });
  });
});

describe('two administrators that the host made', () => {
  const OWN_TOO = 'Another-choice-9';
  async function entered({ username, code }: FirstPassword, password: string): Promise<Client> {
    const [row] = await api.rows<{ id: number }>(sql`SELECT id FROM user WHERE username = ${username}`);
    const who: Person = { id: row!.id, username, role: 'admin' };
    const browser = new Browser(api);
    const opened = await browser.signIn(username, code);
    const key = await browser.key();
    const choice = { newPassword: encrypt(key, password), keyId: key.keyId };
    await new Client(api.url, opened.data.token, who).post('login/choosePassword', choice);
    return new Client(api.url, (await browser.signIn(username, password)).data.token, who);
  }
  const decided = async (asks: Client, decides: Client, kind: string) => {
    const at = {
      institutionId: (await asks.get<{ institutionId: number }>('login/currentUser')).data.institutionId,
    };
    const wish = { kind, reason: 'Asked for', ...at, clientRequestId: `ask-${kind}` };
    const { data } = await asks.post<{ id: number }>('approval/request', wish);
    const word = { id: data.id, version: 1, approve: true, answer: 'Yes', clientRequestId: `say-${kind}` };
    return (await decides.post('approval/decide', word)).code;
  };
  const ticked = async (client: Client) =>
    (await client.get<SetupState[]>('setup/steps')).data.find(({ step }) => step === 'administrator')!.done;

  it('come to their first approval, and so does one who is added later', async () => {
    const made = { ...first };
    const [one, two] = [await entered(made, OWN), await entered(other, OWN_TOO)];
    expect(await ticked(one)).toBe(true);
    expect(await decided(one, two, 'LISTEN_UNSEEN')).toBe('00');
    const third = await entered(await administrators().add('tercera.admin'), OWN);
    expect(await decided(third, one, 'DEVICE_KEEP')).toBe('00');
    expect(await decided(two, third, 'DEVICE_CONTACT')).toBe('00');
    first = (await administrators().renew(first.username))!;
    await administrators().renew(other.username);
    expect(await ticked(await signedIn(api, { ...person, username: 'tercera.admin' }))).toBe(false);
    await api.rows(sql`UPDATE user SET enabled = 0 WHERE username = 'tercera.admin'`);
  });

  it('are not joined by one of a taken name, of none, or of nowhere', async () => {
    await expect(administrators().add(first.username)).rejects.toThrow('is taken');
    await expect(administrators().add('a b')).rejects.toThrow('is no user name');
    await expect(administrators().add('cuarto.admin', 'NOWHERE')).rejects.toThrow('by its code');
  });
});

describe('the one-time password', () => {
  it('ends after 24 hours', async () => {
    const clock = api.get(Clock);
    const { now } = clock;
    const late = Date.parse(first.expiresAt);
    expect(late - Date.now()).toBeLessThanOrEqual(DAY_MS);
    clock.now = () => new Date(late + 1);
    expect((await signIn(first.code)).code).toBe('10');
    clock.now = now;
  });

  it('opens nothing but the choice of a password, once', async () => {
    const opened = await signIn(first.code);
    expect(opened.data).toMatchObject({ mustChoosePassword: true });
    expect((await new Client(api.url, opened.data.token, person).get('setup/steps')).code).toBe('02');
    expect((await choose(opened.data.token)).code).toBe('00');
    expect((await signIn(first.code)).code).toBe('10');
    expect((await signIn(OWN)).data).toMatchObject({ mustChoosePassword: false });
  });

  it('is renewed on the host: the password and the sessions of before are over', async () => {
    const session = await signedIn(api, person);
    const renewed = await administrators().renew(first.username);
    expect((await session.get('login/currentUser')).code).toBe('02');
    expect((await signIn(OWN)).code).toBe('10');
    expect((await signIn(renewed!.code)).data).toMatchObject({ mustChoosePassword: true });
  });

  it('is given to administrators alone who may sign in', async () => {
    expect(await administrators().renew('nobody')).toBeNull();
    const [at] = await api.rows<{ id: number }>(sql`SELECT institution_id AS id FROM user`);
    const org = { institutionId: at!.id, groupId: at!.id, queueId: at!.id } as Org;
    const leader = await createUser(api, org, 'leader');
    expect(await administrators().renew(leader.username)).toBeNull();
    const gone = await createUser(api, org, 'admin');
    await api.get(Database).run(sql`UPDATE user SET enabled = 0 WHERE id = ${gone.id}`);
    expect(await administrators().renew(gone.username)).toBeNull();
  });

  it('is in no event', async () => {
    const emitted = await api.rows<{ payload: string }>(sql`SELECT payload FROM domain_event`);
    expect(emitted.length).toBeGreaterThan(0);
    expect(emitted.filter(({ payload }) => payload.includes(first.code))).toEqual([]);
  });
});

describe('the check list', () => {
  it('is ticked as things come to be, within the own institutions, and shown to administrators', async () => {
    const [at] = await api.rows<{ id: number }>(
      sql`SELECT institution_id AS id FROM user WHERE id = ${person.id}`,
    );
    const database = api.get(Database);
    const org = { institutionId: at!.id, groupId: 71, queueId: 72 } as Org;
    const done = async (client: Client) =>
      (await client.get<SetupState[]>('setup/steps')).data
        .filter((state) => state.done)
        .map(({ step }) => step);
    const admin = await signedIn(api, person);
    await database.run(sql`UPDATE institution SET name = 'Crédito Claro' WHERE id = ${at!.id}`);
    await database.run(
      sql`INSERT INTO admin_group (id, institution_id, name) VALUES (71, ${at!.id}, 'Equipo')`,
    );
    await database.run(
      sql`INSERT INTO queue (id, institution_id, code, name) VALUES (72, ${at!.id}, 'D1', 'D1')`,
    );
    const member = await createUser(api, org, 'member');
    expect(await done(admin)).toEqual(['institution', 'group', 'queue', 'user']);
    expect((await (await signedIn(api, member)).get('setup/steps')).code).toBe('20');
    await database.run(sql`INSERT INTO institution (id, code, name, path) VALUES (99, 'FAR', 'Far', '/99/')`);
    await database.run(sql`UPDATE user SET queue_id = NULL WHERE id = ${member.id}`);
    await database.run(sql`
      INSERT INTO softphone (id, institution_id, supplier, extension_number, password_enc, created_at, updated_at)
      VALUES (73, ${at!.id}, 'Telvoz', '4001', 'x', NOW(), NOW())`);
    const { data } = await admin.get<SetupState[]>('setup/steps');
    const gaps = data
      .filter(({ gap }) => gap !== null)
      .map(({ step, done: isDone, gap }) => [step, isDone, gap]);
    expect(gaps).toEqual([
      ['phone', false, 'unbound'],
      ['user', false, 'nowhere'],
    ]);
    const far = await createUser(api, { institutionId: 99 } as Org, 'admin', { groupId: null });
    expect(await done(await signedIn(api, far))).toEqual(['institution']);
  });

  it('lets an organisation do without a step, and says who decided that and why', async () => {
    const admin = await signedIn(api, person);
    const stepOf = async (client: Client, name: string) =>
      (await client.get<SetupState[]>('setup/steps')).data.find(({ step }) => step === name);
    const skip = (client: Client, body: object) => client.post('setup/skip', body);
    expect((await skip(admin, { step: 'schedule', reason: 'Todos trabajan diario' })).code).toBe('00');
    expect((await skip(admin, { step: 'schedule', reason: 'Somos tres' })).code).toBe('00');
    const { name } = (await admin.get<{ name: string }>('login/currentUser')).data;
    expect(await stepOf(admin, 'schedule')).toMatchObject({
      done: false,
      skipped: { by: name, reason: 'Somos tres', at: expect.stringContaining('T') },
    });
    const far = await signedIn(
      api,
      await createUser(api, { institutionId: 99 } as Org, 'admin', { groupId: null, name: 'far.two' }),
    );
    expect(await stepOf(far, 'schedule')).toMatchObject({ skipped: null });
    expect((await admin.post('setup/resume', { step: 'schedule' })).code).toBe('00');
    expect((await admin.post('setup/resume', { step: 'schedule' })).code).toBe('00');
    expect(await stepOf(admin, 'schedule')).toMatchObject({ skipped: null });
    for (const bad of [
      { step: 'user', reason: 'No people' },
      { step: 'schedule', reason: ' ' },
      { step: 'x' },
    ])
      expect((await skip(admin, bad)).code).toBe('22');
  });

  it('takes what an institution above has for done below it, and leaves the site to the topmost', async () => {
    const admin = await signedIn(api, person);
    const [{ top }] = (await api.rows<{ top: number }>(
      sql`SELECT institution_id AS top FROM user WHERE id = ${person.id}`,
    )) as [{ top: number }];
    await api.rows(sql`
      INSERT INTO institution (id, code, name, parent_id, path)
      VALUES (98, 'BELOW', 'Below', ${top}, ${`/${top}/98/`})`);
    await api.rows(sql`
      INSERT INTO message_limit (institution_id, version, account_per_day, case_per_day, gsm7_length, ucs2_length, segments,
        changed_by, changed_at)
      VALUES (${top}, 1, 10, 1, 160, 70, 3, ${person.id}, NOW(3))`);
    const below = await signedIn(
      api,
      await createUser(api, { institutionId: 98 } as Org, 'admin', { groupId: null, name: 'below.one' }),
    );
    const steps = (await below.get<SetupState[]>('setup/steps')).data;
    expect(steps.find(({ step }) => step === 'limits')).toMatchObject({ done: true });
    expect(steps.map(({ step }) => step)).not.toEqual(expect.arrayContaining(['providers']));
    expect(steps.map(({ step }) => step)).not.toEqual(expect.arrayContaining(['backup']));
    const above = (await admin.get<SetupState[]>('setup/steps')).data;
    expect(above.find(({ step }) => step === 'below')).toMatchObject({ done: true });
  });
});
