import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  ConnectionTestResult,
  ProviderConnection,
} from '../../../contract/administration/connections.js';
import type { InboxItem } from '../../../contract/inbox.js';
import type { CurrentUser } from '../../../contract/session.js';
import type { Page } from '../../../contract/shared/page.js';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.js';
import { SendingService } from '../../../server/features/messages/submit/sending.service.js';
import { sign } from '../../../server/platform/auth/signature.js';
import { sql } from '../../../server/platform/db/sql.js';
import { Providers } from '../../../server/platform/providers/providers.js';
import { Site } from '../../../server/platform/site/site.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { postSigned } from '../../support/signed.js';
import { TEST_SECRETS } from '../../support/stack.js';
import { oneTree } from '../../support/tree.js';
import { createCarrierDesk, queued, reachable, type CarrierDesk } from '../messages/carrier-desk.js';
import { requestId } from '../messages/desk.js';

const SECRET = 'of-the-new-carrier-alone';
const NEXT = 'of-the-carrier-after-it';

let site: CarrierDesk;
let first: Client;
let second: Client;
/** A carrier that speaks our signed calls, and knows SECRET. */
let carrier: Sandbox;
/** It answers whatever it is asked with what a test wants, and keeps what it heard. */
let bare: Server;
let answer = 200;
const heard: { request: IncomingMessage; body: string }[] = [];
let bareUrl: string;

beforeAll(async () => {
  site = await createCarrierDesk();
  const { api, org } = site.desk;
  await oneTree(api, org);
  first = site.desk.as.admin;
  second = await signedIn(api, await createUser(api, org, 'admin', { name: 'Second' }));
  carrier = await startSandbox({
    ...{ port: 0, productUrl: api.url, worldNow: () => new Date() },
    secrets: { ...TEST_SECRETS, carrierHmac: SECRET },
  });
  bare = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      heard.push({ request, body });
      response.writeHead(answer, { location: '/elsewhere' }).end('{"messageId":"m-1"}');
    });
  });
  await new Promise<void>((done) => bare.listen(0, '127.0.0.1', done));
  bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
});
afterAll(async () => {
  bare.closeAllConnections();
  await new Promise((done) => bare.close(done));
  await carrier.close();
  await site.close();
});

const ask = (more: object = {}, client = first) =>
  client.post<{ id: number }>('connection/request', {
    ...{ provider: 'carrier', address: carrier.url, secret: SECRET, keepFormer: true, timeoutMs: 3_000 },
    ...{ reason: 'Our new carrier', clientRequestId: requestId(), ...more },
  });
const decide = (id: number, client = second, more: object = {}) =>
  client.post('connection/decide', {
    ...{ id, version: 1, approve: true, answer: 'Checked', clientRequestId: requestId(), ...more },
  });
const withdraw = (id: number) =>
  first.post('connection/withdraw', { id, version: 1, clientRequestId: requestId() });
const test = (more: object = {}) =>
  first.post<ConnectionTestResult>('connection/test', {
    ...{ provider: 'carrier', waiting: false, phone: null, ...more },
  });
async function carrierOf(client = first): Promise<ProviderConnection> {
  const { data } = await client.get<ProviderConnection[]>('connection/list');
  return data.find(({ provider }) => provider === 'carrier')!;
}
async function connect(more: object = {}): Promise<void> {
  const { data } = await ask(more);
  expect((await decide(data.id)).code).toBe('00');
  await site.workers.get(Providers).renew();
}
const receipt = (secret: string) =>
  postSigned(site.desk.api, 'sms/callback', secret, {
    ...{ eventId: requestId(), messageId: 'm', idempotencyKey: 'message-1', status: 'DELIVERED' },
    at: new Date().toISOString(),
  });

describe('a connection', () => {
  it('is asked for by one administrator, waits, and holds when another one approves it', async () => {
    expect(await carrierOf()).toMatchObject({ state: 'SIMULATED', source: 'SANDBOX', address: null });
    const { id } = (await ask()).data;
    expect(await ask({ address: bareUrl }, second)).toMatchObject({ code: '23' });
    expect(await carrierOf()).toMatchObject({
      ...{ state: 'SIMULATED', source: 'SANDBOX' },
      waiting: {
        id,
        isPrivate: true,
        hasSecret: true,
        mine: true,
        requestedBy: expect.stringContaining('admin'),
      },
    });
    const { data: told } = await second.get<Page<InboxItem>>('inbox/list');
    expect(told.result).toMatchObject([{ cause: 'CONNECTION_OPENED', detail: 'carrier' }]);
    expect(await decide(id, first)).toMatchObject({ code: '20' });
    expect(await decide(id, second, { version: 2 })).toMatchObject({ code: '23' });
    expect((await decide(id)).code).toBe('00');
    expect(await decide(id, second, { version: 2 })).toMatchObject({ code: '23' });
    expect(await carrierOf()).toMatchObject({
      ...{ state: 'REAL', source: 'CONNECTION', address: carrier.url, timeoutMs: 3_000, waiting: null },
      active: { id, decidedBy: 'Second' },
    });
    const { data: user } = await site.desk.as.ana.get<CurrentUser>('login/currentUser');
    expect(user.site.providers.carrier).toBe('REAL');
    const { data: mine } = await first.get<Page<InboxItem>>('inbox/list');
    expect(mine.result).toMatchObject([{ cause: 'CONNECTION_APPROVED', subjectId: id }]);
  });

  it('carries messages from then on, signed with its own secret, and none of them is simulated', async () => {
    await site.workers.get(Providers).renew();
    const message = await queued(site.desk, await reachable(site.desk));
    await site.workers.get(SendingService).send(message);
    expect(carrier.controls['carrier']!.log(`message-${message}`)).toMatchObject({ total: 1 });
    const [row] = await site.desk.api.rows(sql`SELECT simulated FROM message WHERE id = ${message}`);
    expect(row).toEqual({ simulated: 0 });
  });

  it('tells its secret to nobody: not in answers, not in events, not in clear in its row', async () => {
    const { api } = site.desk;
    const events = await api.rows(sql`SELECT payload FROM domain_event WHERE name LIKE 'connection.%'`);
    const rows = await api.rows(sql`SELECT address, CAST(secret_enc AS CHAR) AS sealed FROM connection`);
    const requests = await api.rows(sql`SELECT * FROM client_request`);
    expect(events.length).toBeGreaterThan(1);
    const all = JSON.stringify([events, rows, requests, await first.get('connection/list')]);
    expect(all).toContain(new URL(carrier.url).host);
    expect(all).not.toContain(SECRET);
  });

  it('is withdrawn by its house, and refused with a reason', async () => {
    const { id } = (await ask({ address: bareUrl })).data;
    expect((await withdraw(id)).code).toBe('00');
    expect(await decide(id, second, { version: 2 })).toMatchObject({ code: '23' });
    const next = (await ask({ address: bareUrl })).data.id;
    expect((await decide(next, second, { approve: false, answer: 'Not ours' })).code).toBe('00');
    expect(await carrierOf()).toMatchObject({ address: carrier.url, waiting: null });
  });

  it('is for the institution above all others alone', async () => {
    const { otherAdmin, leader } = site.desk.as;
    for (const client of [otherAdmin, leader]) {
      expect((await client.get('connection/list')).code).toBe('20');
      expect((await ask({}, client)).code).toBe('20');
    }
    expect((await decide(1, otherAdmin)).code).toBe('20');
    expect(await decide(999_999)).toMatchObject({ code: '21' });
  });

  it('is not made in a demo, whose numbers are invented and may be somebody’s', async () => {
    const become = async (stage: string) => {
      await site.desk.api.rows(sql`UPDATE site SET stage = ${stage} WHERE id = 1`);
      await site.desk.api.get(Site).onModuleInit();
    };
    await become('DEMO');
    expect((await ask({ address: bareUrl })).code).toBe('23');
    await become('TRIAL');
  });

  it('is one change at a time, of two that come at once', async () => {
    const answers = await Promise.all([ask({ address: bareUrl }), ask({ address: bareUrl }, second)]);
    expect(answers.map(({ code }) => code).sort()).toEqual(['00', '23']);
    const { waiting } = await carrierOf();
    expect((await withdraw(waiting!.id)).code).toBe('00');
  });
});

describe('the secret of a provider', () => {
  it('is taken beside the former one for a day, and alone afterwards', async () => {
    const { id } = (await ask({ secret: NEXT })).data;
    // Asked for is not approved.
    expect((await receipt(NEXT)).code).not.toBe('00');
    expect((await receipt(SECRET)).code).toBe('00');
    await decide(id);
    expect((await receipt(NEXT)).code).toBe('00');
    expect((await receipt(SECRET)).code).toBe('00');
    expect((await receipt(TEST_SECRETS.carrierHmac)).code).not.toBe('00');
    expect((await carrierOf()).formerUntil).not.toBeNull();
    await site.desk.api.rows(sql`
      UPDATE connection SET decided_at = decided_at - INTERVAL 25 HOUR, ended_at = ended_at - INTERVAL 25 HOUR`);
    await site.desk.api.get(Providers).renew();
    expect((await receipt(SECRET)).code).not.toBe('00');
    expect((await receipt(NEXT)).code).toBe('00');
  });

  it('ends at once when somebody else may know it', async () => {
    await connect({ secret: SECRET, keepFormer: false });
    expect((await receipt(NEXT)).code).not.toBe('00');
    expect((await receipt(SECRET)).code).toBe('00');
    expect((await carrierOf()).formerUntil).toBeNull();
  });

  it('stays when a change brings none', async () => {
    await connect({ secret: null, timeoutMs: 2_000 });
    expect((await receipt(SECRET)).code).toBe('00');
    expect(await carrierOf()).toMatchObject({ timeoutMs: 2_000, active: { hasSecret: true } });
  });
});

describe('a test', () => {
  it('says whether the provider takes our signature', async () => {
    expect((await test()).data).toMatchObject({ outcome: 'READY', status: 200, messageTaken: null });
    await connect({ secret: 'one-that-it-does-not-know' });
    expect((await test()).data).toMatchObject({ outcome: 'SECRET', status: 401 });
    await connect({ secret: SECRET });
  });

  it.each([
    [404, 'ANSWERS'],
    [500, 'FAILS'],
    [302, 'FAILS'],
  ])('calls an answer of %i %s, and follows nobody', async (status, outcome) => {
    await connect({ address: bareUrl });
    answer = status;
    heard.length = 0;
    expect((await test()).data).toMatchObject({ outcome, status });
    expect(heard.map(({ request }) => request.url)).toEqual(['/carrier/ready']);
    const { headers } = heard[0]!.request;
    expect(headers['x-signature']).toBe(sign(SECRET, Number(headers['x-timestamp']), '/carrier/ready'));
    answer = 200;
  });

  it('sends a message to a number of the house, and to no borrower', async () => {
    heard.length = 0;
    await reachable(site.desk, { phone: '+525577000011' });
    expect((await test({ phone: '55 7700 0011' })).code).toBe('22');
    expect((await test({ phone: 'nobody' })).code).toBe('22');
    expect(heard.filter(({ request }) => request.method === 'POST')).toEqual([]);
    expect((await test({ phone: '55 1234 5678' })).data).toMatchObject({ messageTaken: true });
    const [sent] = heard.filter(({ request }) => request.method === 'POST');
    expect(JSON.parse(sent!.body)).toMatchObject({ to: '+525512345678', channel: 'SMS' });
  });

  it('asks no address of the own network that only one person wants', async () => {
    heard.length = 0;
    const { id } = (await ask({ provider: 'rails', address: bareUrl })).data;
    expect(await test({ provider: 'rails', waiting: true })).toMatchObject({ code: '23' });
    expect(heard).toEqual([]);
    await withdraw(id);
  });
});

describe('a typed address', () => {
  const refused: [string, () => string][] = [
    ['of a host that tells its secrets', () => 'http://169.254.169.254/latest'],
    ['of every card', () => 'http://0.0.0.0:81'],
    ['of many', () => 'https://224.0.0.1'],
    ['mapped into another family', () => 'http://[::ffff:169.254.169.254]/'],
    ['of the database', () => `http://${new URL(process.env['DATABASE_URL']!).host}`],
    ['of Redis by another name', () => `http://localhost:${new URL(process.env['REDIS_URL']!).port}`],
    ['of the simulator', () => 'http://127.0.0.9:8090/below'],
    ['outside without TLS', () => 'http://93.184.216.34/'],
    ['that nobody knows', () => 'https://nobody.invalid'],
    ['that is none', () => 'carrier'],
    ['of another kind', () => 'ftp://127.0.0.1'],
    ['with a password', () => 'https://me:hunter2@127.0.0.1'],
    ['with a question', () => 'https://127.0.0.1/?key=1'],
  ];

  it.each(refused)('%s is refused, by its field', async (_, address) => {
    const asked = await ask({ provider: 'debit', address: address() });
    expect(asked).toMatchObject({ code: '22', data: { fields: [{ field: 'address' }] } });
  });

  it('waits no longer for a carrier than a claim on a message lasts', async () => {
    const asked = await ask({ timeoutMs: 5_000 });
    expect(asked).toMatchObject({ code: '22', data: { fields: [{ field: 'timeoutMs' }] } });
  });

  it('leads back to what the host has configured when it is empty', async () => {
    await connect({ address: null, secret: null });
    expect(await carrierOf()).toMatchObject({ state: 'SIMULATED', source: 'SANDBOX', address: null });
    expect((await receipt(TEST_SECRETS.carrierHmac)).code).toBe('00');
  });
});
