import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type {
  WebhookDelivery,
  WebhookRow,
  WebhookSecret,
} from '../../../contract/administration/webhooks.js';
import type { Page } from '../../../contract/shared/page.js';
import { pauseAfter, type SentEvent } from '../../../server/domain/webhooks/webhook.rules.js';
import { WebhookSenderService } from '../../../server/features/webhooks/webhook-sender.service.js';
import { SYSTEM } from '../../../server/platform/auth/actor.js';
import { sql } from '../../../server/platform/db/sql.js';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work.js';
import { createCase } from '../../support/cases.js';
import { eventually } from '../../support/eventually.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { outsidePort } from '../../support/outside.js';
import { useSite } from '../../support/site.js';

const port = await outsidePort();
const address = `http://127.0.0.1:${port}/events`;
const { api, org, workers, admin, leader } = useSite({
  workers: true,
  people: { admin: 'admin', leader: 'leader' },
});
let second: Client;
let elsewhere: Client;
let receiver: Server;
let answer = 200;
let taken: { body: string; headers: Record<string, unknown> }[] = [];

beforeAll(async () => {
  second = await signedIn(api, await createUser(api, org, 'admin'));
  elsewhere = await signedIn(
    api,
    await createUser(api, org, 'admin', { institutionId: org.otherInstitutionId }),
  );
  receiver = createServer((request, response) => {
    void text(request).then((body) => {
      if (answer === 200) taken.push({ body, headers: request.headers });
      response.writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  await new Promise<void>((listening) => receiver.listen(port, '127.0.0.1', listening));
});
afterAll(() => new Promise((closed) => receiver.close(closed)));
beforeEach(() => {
  answer = 200;
  taken = [];
});

let count = 0;
const form = (more: object = {}) => ({
  ...{ name: `Core ${++count}`, institutionId: org.institutionId, address, enabled: true },
  events: ['case.opened', 'payment.posted'],
  ...more,
});
const save = (change: object, who = admin) => who.post<{ id: number }>('webhook/save', change);
const row = async (id: number, who = admin) =>
  (await who.get<Page<WebhookRow>>(`webhook/list?webhookId=${id}`)).data.result[0]!;
const deliveries = async (id: number) =>
  (await admin.get<Page<WebhookDelivery>>(`webhook/deliveries?webhookId=${id}`)).data.result;
const turnOff = async (id: number) => {
  const { version } = await row(id);
  await save({ ...form(), id, version, enabled: false });
};

/** Saved, with a secret, approved by another administrator. */
async function made(more: object = {}): Promise<{ id: number; secret: string }> {
  const { data } = await save(form(more));
  const { data: made_ } = await admin.post<WebhookSecret>('webhook/secret', { id: data.id, version: 1 });
  expect((await second.post('webhook/approve', { id: data.id, version: 2 })).code).toBe('00');
  return made_;
}
const send = () => workers.get(WebhookSenderService).send();
const sent = () => taken.flatMap(({ body }) => (JSON.parse(body) as { events: SentEvent[] }).events);

/** A case is opened, and the relay has sealed that. @returns its id */
async function opened(): Promise<number> {
  const { id: caseId, loanItemId } = await createCase(api, org, {});
  const { queueId, institutionId } = org;
  const payload = { caseId, loanItemId, queueId, institutionId, amount: 5_000, previousCaseId: null };
  await api.get(UnitOfWork).transact(SYSTEM, async (tx) => tx.emit('case.opened', payload));
  await eventually(async () => {
    const [sealed] = await api.rows<{ n: number }>(sql`
      SELECT COUNT(*) AS n FROM seal s JOIN domain_event e ON e.id = s.source_id
      WHERE s.stream = 'EVENT' AND e.case_id = ${caseId}`);
    expect(sealed!.n).toBe(1);
  });
  return caseId;
}

describe('a webhook', () => {
  it('is sent to when it has a secret and a second administrator agreed, and never before', async () => {
    const { data } = await save(form());
    expect(await row(data.id)).toMatchObject({
      state: 'NO_SECRET',
      isPrivate: true,
      askedBy: expect.any(String),
      approvedBy: null,
    });
    const { secret } = (await admin.post<WebhookSecret>('webhook/secret', { id: data.id, version: 1 })).data;
    expect(secret).toMatch(/^wh_[\w-]{43}$/);
    expect(await row(data.id)).toMatchObject({ state: 'WAITING', starts: secret.slice(0, 10) });
    await opened();
    expect(await send()).toBe(0);
    const approval = { id: data.id, version: 2 };
    expect((await admin.post('webhook/approve', approval)).code).toBe('20');
    expect((await leader.post('webhook/approve', approval)).code).toBe('20');
    expect((await elsewhere.post('webhook/approve', approval)).code).toBe('21');
    expect((await second.post('webhook/approve', approval)).code).toBe('00');
    expect((await second.post('webhook/approve', { ...approval, version: 3 })).code).toBe('23');

    const caseId = await opened();
    expect(await send()).toBe(1);
    expect(sent()).toMatchObject([{ name: 'case.opened', caseId, data: { caseId, amount: 5_000 } }]);
    const { body, headers } = taken[0]!;
    const hmac = createHmac('sha256', secret)
      .update(`${String(headers['x-timestamp'])}.${body}`)
      .digest('hex');
    expect(headers['x-signature']).toBe(hmac);
    expect(await deliveries(data.id)).toMatchObject([{ events: 1, status: 'SENT', answer: 200 }]);
    await turnOff(data.id);
  });

  it('hears of its events and institution alone, in their order, each once', async () => {
    const { id } = await made();
    const { id: far } = await made({ institutionId: org.institutionId, events: ['complaint.opened'] });
    const cases = [];
    for (let at = 0; at < 3; at++) cases.push(await opened());
    expect(await send()).toBe(3);
    expect(sent().map(({ caseId }) => caseId)).toEqual(cases);
    expect([await send(), await deliveries(far)]).toEqual([0, []]);
    await Promise.all([turnOff(id), turnOff(far)]);
  });

  it.each([500, 302, 404])('that answers %s is tried again later, and has it then', async (status) => {
    const { id } = await made();
    const caseId = await opened();
    answer = status;
    expect(await send()).toBe(0);
    expect(await row(id)).toMatchObject({ state: 'FAILING', failingSince: expect.any(String) });
    answer = 200;
    expect(await send()).toBe(0);
    await api.rows(sql`UPDATE webhook_state SET next_at = '2020-01-01' WHERE webhook_id = ${id}`);
    expect(await send()).toBe(1);
    expect(sent().map((event) => event.caseId)).toEqual([caseId]);
    expect(await row(id)).toMatchObject({ state: 'SENDING', failingSince: null });
    expect((await deliveries(id)).map((each) => [each.status, each.answer])).toEqual([
      ['SENT', 200],
      ['FAILED', status],
    ]);
    await turnOff(id);
  });

  it('sends again what a person wants again, with the same numbers', async () => {
    const { id } = await made();
    await opened();
    await send();
    const [first] = sent();
    const [delivery] = await deliveries(id);
    expect((await elsewhere.post('webhook/sendAgain', { deliveryId: delivery!.id })).code).toBe('21');
    expect((await elsewhere.get(`webhook/deliveries?webhookId=${id}`)).code).toBe('21');
    expect(await row(id, elsewhere)).toBeUndefined();
    for (let press = 0; press < 2; press++)
      expect((await admin.post('webhook/sendAgain', { deliveryId: delivery!.id })).code).toBe('00');
    expect(await send()).toBe(1);
    expect(sent()).toEqual([first, first]);
    await turnOff(id);
    expect((await admin.post('webhook/sendAgain', { deliveryId: delivery!.id })).code).toBe('23');
  });

  it('needs another approval for another address or more events, and none to hear of fewer', async () => {
    const { id } = await made();
    const saved = await row(id);
    const change = { ...form(), name: saved.name, id };
    await save({ ...change, version: saved.version, events: ['case.opened'] });
    expect(await row(id)).toMatchObject({ state: 'SENDING' });
    await save({ ...change, version: saved.version + 1, events: ['case.opened', 'case.closed'] });
    expect(await row(id)).toMatchObject({ state: 'WAITING', approvedBy: null });
    await opened();
    expect(await send()).toBe(0);
    await turnOff(id);
  });

  it('leads to no process of this site, and to nothing outside without TLS', async () => {
    const own = new URL(process.env['DATABASE_URL']!).host;
    for (const wrong of [
      `http://${own}/x`,
      'http://169.254.169.254/x',
      'http://203.0.113.7/x',
      'ftp://core/x',
    ])
      expect(await save(form({ address: wrong }))).toMatchObject({
        code: '22',
        data: { fields: [{ field: 'address' }] },
      });
  });

  it('signs by the former secret too, for a day after it was replaced', async () => {
    const { id, secret: former } = await made();
    const { version } = await row(id);
    const { secret } = (await admin.post<WebhookSecret>('webhook/secret', { id, version })).data;
    const signaturesOf = ({ body, headers }: (typeof taken)[number]) =>
      [secret, former].map((key) =>
        createHmac('sha256', key)
          .update(`${String(headers['x-timestamp'])}.${body}`)
          .digest('hex'),
      );
    await opened();
    await send();
    const [present, before] = signaturesOf(taken.at(-1)!);
    expect(taken.at(-1)!.headers).toMatchObject({ 'x-signature': present, 'x-former-signature': before });
    await api.rows(sql`UPDATE webhook SET former_until = ${new Date(0)} WHERE id = ${id}`);
    await opened();
    await send();
    expect(taken.at(-1)!.headers['x-signature']).toBe(signaturesOf(taken.at(-1)!)[0]);
    expect(taken.at(-1)!.headers['x-former-signature']).toBeUndefined();
    await turnOff(id);
  });

  it('shows its secret once: the log, answers and lists have none', async () => {
    const { id, secret } = await made();
    const texts = await api.rows<{ text: string }>(sql`
      SELECT payload AS text FROM domain_event WHERE name LIKE 'webhook.%'
      UNION ALL SELECT COALESCE(answer, '') FROM client_request`);
    expect(texts.filter(({ text: found }) => found.includes(secret))).toEqual([]);
    expect(JSON.stringify(await row(id))).not.toContain(secret);
    await turnOff(id);
  });
});

it('pauses twice as long after each failure, an hour at most', () => {
  expect([1, 2, 3, 20].map(pauseAfter)).toEqual([5_000, 10_000, 20_000, 3_600_000]);
});
