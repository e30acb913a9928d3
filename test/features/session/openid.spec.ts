import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ConnectionTestResult } from '../../../contract/administration/connections.js';
import type { IdentityAddress, LoginAnswer, LoginWays } from '../../../contract/session.js';
import { sql } from '../../../server/platform/db/sql.js';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  startIdentityServer,
  type IdentityServer,
} from '../../data/identity-server.js';
import { connectProvider } from '../../support/connections.js';
import { agentTo } from '../../support/http.js';
import { createUser, signedIn, type Answer, type Client, type Person } from '../../support/org.js';
import { useSite } from '../../support/site.js';
import { oneTree } from '../../support/tree.js';

const PUBLIC = 'https://recoup.example';
const { api, org, admin } = useSite({ people: { admin: 'admin' } });
let second: Client;
let server: IdentityServer;
let clerk: Person;
let asked = 0;

beforeAll(async () => {
  await oneTree(api, org);
  second = await signedIn(api, await createUser(api, org, 'admin'));
  server = await startIdentityServer(`${PUBLIC}/`);
});
afterAll(() => server.close());
beforeEach(async () => {
  clerk = await createUser(api, org, 'member');
  server.person = clerk.username;
});

/** A browser with its cookies: it goes to the provider, and is led back with what its address bar shows. */
class Visitor {
  readonly here = agentTo(api.url, { 'accept-language': 'en' });

  async call<Data>(path: string, body?: object): Promise<Answer<Data>> {
    const { status, body: answer } = await (body
      ? this.here.post(`/api/${path}`).send(body)
      : this.here.get(`/api/${path}`));
    return { status, ...(answer as Omit<Answer<Data>, 'status'>) };
  }

  async there(): Promise<URLSearchParams> {
    const { code, data } = await this.call<IdentityAddress>('login/oidc/begin', {});
    expect(code).toBe('00');
    const provider = agentTo(server.url);
    let next = data.address;
    while (!next.startsWith(PUBLIC)) {
      const { headers } = await provider.get(next.replace(server.url, '')).redirects(0);
      next = new URL(headers['location']!, server.url).href;
    }
    return new URL(next).searchParams;
  }

  back(values: URLSearchParams): Promise<Answer<LoginAnswer>> {
    return this.call('login/oidc', Object.fromEntries(values));
  }
}

const wish = (more: object = {}) => ({
  ...{
    provider: 'identity',
    protocol: 'OPENID',
    address: server.url,
    account: CLIENT_ID,
    secret: CLIENT_SECRET,
  },
  ...{ sender: 'preferred_username', publicAddress: PUBLIC, keepFormer: false, timeoutMs: 3_000 },
  ...{ reason: 'Our people', clientRequestId: `identity-wish-${(asked += 1)}-of-a-test`, ...more },
});
const logOf = ({ id }: Person) =>
  api.rows<{ method: string; result: string }>(sql`
    SELECT method, result FROM login_audit WHERE user_id = ${id} ORDER BY id DESC`);

describe('before it is connected', () => {
  it('nobody is shown the way, and nobody goes it', async () => {
    const visitor = new Visitor();
    expect((await visitor.call<LoginWays>('login/ways')).data).toEqual({ identity: false });
    expect((await visitor.call('login/oidc/begin', {})).message).toBe(
      'The identity provider is not connected.',
    );
    expect((await visitor.call('login/oidc', { code: 'x', state: 'y' })).code).toBe('23');
  });
});

describe('once two administrators have connected it', () => {
  beforeAll(() => connectProvider([admin, second], wish(), api));

  it('signs in whom the provider names, and says so in the list of sign-ins', async () => {
    const visitor = new Visitor();
    expect((await visitor.call<LoginWays>('login/ways')).data).toEqual({ identity: true });
    const { code, data } = await visitor.back(await visitor.there());
    expect(code).toBe('00');
    expect(data.userInfo.id).toBe(clerk.id);
    expect((await visitor.call<{ username: string }>('login/currentUser')).data.username).toBe(
      clerk.username,
    );
    expect((await logOf(clerk))[0]).toEqual({ method: 'OPENID', result: 'SUCCESS' });
  });

  it('takes what came back once, in the browser that went, and with its state alone', async () => {
    const [visitor, other] = [new Visitor(), new Visitor()];
    const values = await visitor.there();
    expect((await other.back(values)).code).toBe('23');
    const bent = new URLSearchParams(values);
    bent.set('state', 'of-somebody-else-who-wants-to-get-in');
    expect((await visitor.back(bent)).code).toBe('23');
    // The wrong try has used the passage up.
    expect((await visitor.back(values)).message).toBe(
      'The identity provider did not confirm who you are. Begin again.',
    );
    const again = await visitor.there();
    expect((await visitor.back(again)).code).toBe('00');
    expect((await visitor.back(again)).code).toBe('23');
  });

  it('refuses whom nobody here knows, and whom somebody disabled, by the name that the provider says', async () => {
    server.person = 'somebody.else';
    const visitor = new Visitor();
    const unknown = await visitor.back(await visitor.there());
    expect(unknown).toMatchObject({
      code: '20',
      message: expect.stringContaining('somebody.else') as unknown,
    });
    server.person = clerk.username;
    await api.rows(sql`UPDATE user SET enabled = 0 WHERE id = ${clerk.id}`);
    expect((await visitor.back(await visitor.there())).code).toBe('20');
    expect((await logOf(clerk))[0]).toEqual({ method: 'OPENID', result: 'DISABLED' });
  });

  it('still owes a face, where the account asks for one', async () => {
    await api.rows(sql`UPDATE user SET liveness = 'H5' WHERE id = ${clerk.id}`);
    const visitor = new Visitor();
    const { data } = await visitor.back(await visitor.there());
    expect(data.needH5LivenessAuth).toBe(true);
    expect((await visitor.call('login/currentUser')).code).not.toBe('00');
  });

  it('is not locked by somebody who guesses the password', async () => {
    const now = new Date();
    for (let id = 1; id <= 6; id++)
      await api.rows(sql`
        INSERT INTO login_audit (id, user_id, username, result, address, user_agent, method, at, known)
        VALUES (${900_000 + id}, ${clerk.id}, ${clerk.username}, 'WRONG', '203.0.113.9', '', 'PASSWORD', ${now}, 0)`);
    const visitor = new Visitor();
    expect((await visitor.back(await visitor.there())).code).toBe('00');
  });

  it('is led back without a code when the provider refuses', async () => {
    server.person = null;
    const values = await new Visitor().there();
    expect([values.get('error'), values.get('code')]).toEqual(['access_denied', null]);
  });

  it('is tested by what it says of itself', async () => {
    const test = { provider: 'identity', waiting: false, phone: null };
    expect((await admin.post<ConnectionTestResult>('connection/test', test)).data.outcome).toBe('READY');
  });

  it('names people by the claim of the connection, and nobody when the secret is wrong', async () => {
    await connectProvider([admin, second], wish({ sender: 'email' }), api);
    await api.rows(
      sql`UPDATE user SET username = ${`${clerk.username}@lender.example`} WHERE id = ${clerk.id}`,
    );
    const visitor = new Visitor();
    expect((await visitor.back(await visitor.there())).code).toBe('00');
    await connectProvider([admin, second], wish({ secret: 'not-the-secret-of-it' }), api);
    expect((await visitor.back(await visitor.there())).code).toBe('23');
  });
});

describe('where its groups stand for work', () => {
  const PLACE = { groupsClaim: 'groups' };
  const comes = async (person: string, ...groups: string[]) => {
    Object.assign(server, { person, groups });
    const visitor = new Visitor();
    return visitor.back(await visitor.there());
  };
  const accountOf = async (username: string) =>
    (
      await api.rows<{
        id: number;
        role: string;
        groupId: number;
        queueId: number;
        name: string;
        email: string;
      }>(sql`
        SELECT id, role, group_id AS groupId, queue_id AS queueId, name, email FROM user WHERE username = ${username}`)
    )[0];
  let house: { code: string; team: string; queue: string };

  beforeAll(async () => {
    const [found] = await api.rows<typeof house>(sql`
      SELECT i.code, g.name AS team, q.code AS queue FROM institution i
      JOIN admin_group g ON g.id = ${org.groupId} JOIN queue q ON q.id = ${org.queueId}
      WHERE i.id = ${org.institutionId}`);
    house = found!;
    const places = [
      `night shift = member @ ${house.code} / ${house.team} / ${house.queue}`,
      `leads = leader @ ${house.code} / ${house.team}`,
    ].join('\n');
    await connectProvider([admin, second], wish({ ...PLACE, places }), api);
  });

  it('makes an account of who has none, there and with what the provider says, once', async () => {
    const [one, other] = [
      comes('newcomer.one', 'all staff', 'night shift'),
      comes('newcomer.one', 'night shift'),
    ];
    expect([(await one).code, (await other).code]).toEqual(['00', '00']);
    const made = await accountOf('newcomer.one');
    expect(made).toMatchObject({
      ...{ role: 'member', groupId: org.groupId, queueId: org.queueId },
      ...{ name: 'Name of newcomer.one', email: 'newcomer.one@lender.example' },
    });
    const logs = await logOf({ id: made!.id } as Person);
    expect(logs[0]).toEqual({ method: 'OPENID', result: 'SUCCESS' });
    const [event] = await api.rows<{ actorId: number | null; payload: string }>(sql`
      SELECT actor_id AS actorId, payload FROM domain_event WHERE name = 'user.created' AND subject_id = ${made!.id}`);
    expect(event!.actorId).toBeNull();
    expect(event!.payload).not.toContain('newcomer');
    expect((await comes('newcomer.two', 'leads', 'night shift')).code).toBe('00');
    expect(await accountOf('newcomer.two')).toMatchObject({ role: 'member' });
  });

  it('lets nobody in who is in none of them, and makes nobody', async () => {
    expect(await comes('newcomer.three', 'all staff')).toMatchObject({
      code: '20',
      message: expect.stringContaining('None of your groups') as unknown,
    });
    expect(await accountOf('newcomer.three')).toBeUndefined();
    expect((await comes('newcomer.one')).code).toBe('20');
    expect((await comes('newcomer.one', 'night shift')).code).toBe('00');
  });

  it('makes nobody while the team or the queue of the line is gone', async () => {
    const name = async (table: 'team' | 'queue', to: string) =>
      api.rows(
        table === 'team'
          ? sql`UPDATE admin_group SET name = ${to}, version = version + 1 WHERE id = ${org.groupId}`
          : sql`UPDATE queue SET code = ${to}, version = version + 1 WHERE id = ${org.queueId}`,
      );
    for (const what of ['team', 'queue'] as const) {
      await name(what, 'GONE');
      expect((await comes('newcomer.four', 'night shift')).code).toBe('20');
      await name(what, house[what]);
    }
    expect(await accountOf('newcomer.four')).toBeUndefined();
  });

  it('moves nobody: an account of another role waits for an administrator', async () => {
    const refused = await comes('newcomer.one', 'leads');
    expect(refused.code).toBe('20');
    expect(refused.message).toContain('An administrator has to change the account first.');
    expect(await accountOf('newcomer.one')).toMatchObject({ role: 'member' });
  });

  it('makes no administrator, and leaves those that are there where they are', async () => {
    const line = `root = admin @ ${house.code}`;
    const asked = await admin.post('connection/request', wish({ ...PLACE, places: line }));
    expect(asked).toMatchObject({ code: '22', data: { fields: [{ field: 'places' }] } });
    const chief = await createUser(api, org, 'admin');
    expect((await comes(chief.username)).code).toBe('00');
  });

  it.each([
    ['an institution', () => 'a = supervisor @ NOWHERE'],
    ['a team', () => `a = member @ ${house.code} / Nobody's`],
    ['a queue', () => `a = member @ ${house.code} / ${house.team} / NONE`],
    ['a team for who needs one', () => `a = leader @ ${house.code}`],
    ['a role', () => `a = owner @ ${house.code}`],
  ])('takes no line without %s', async (_, line) => {
    const asked = await admin.post('connection/request', wish({ ...PLACE, places: line() }));
    expect(asked).toMatchObject({ code: '22', data: { fields: [{ field: 'places' }] } });
  });

  it('needs the claim that holds them', async () => {
    const places = `leads = supervisor @ ${house.code}`;
    const asked = await admin.post('connection/request', wish({ places }));
    expect(asked).toMatchObject({ code: '22', data: { fields: [{ field: 'groupsClaim' }] } });
  });
});
