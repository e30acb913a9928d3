import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { MessageRow } from '../../../contract/contact/messages.js';
import { sql } from '../../../server/platform/db/sql.js';
import { Processors } from '../../../workers/processors.js';
import { eventually } from '../../support/eventually.js';
import { foundIn, foundInTables, redisTexts } from '../../support/plain-data.js';
import type { TestCase } from '../../support/cases.js';
import { createCarrierDesk, queued, reachable, settle, type CarrierDesk } from './carrier-desk.js';
import { eventsOf, messageOf, send, used, type SmsDesk } from './desk.js';

let all: CarrierDesk;
let desk: CarrierDesk['desk'];
let carrier: CarrierDesk['carrier'];
let workers: CarrierDesk['workers'];

beforeAll(async () => {
  all = await createCarrierDesk();
  ({ desk, carrier, workers } = all);
});
afterAll(() => all.close());
beforeEach(() => carrier.reset());

const accepted = (id: number) => carrier.log(`message-${id}`).total;
const becomes = (id: number, facts: object) =>
  eventually(async () => expect(await messageOf(desk, id)).toMatchObject(facts));
const logOf = (caseId: number) =>
  desk.api.rows<{ type: string; result: string }>(sql`
    SELECT type, collection_result AS result FROM collection_log WHERE case_id = ${caseId} ORDER BY at`);

describe('by the carrier', () => {
  it('Redis may be emptied: the sweep brings the message back', async () => {
    const id = await queued(desk, await reachable(desk));
    await eventually(async () => {
      const [left] = await desk.api.rows<{ n: number }>(sql`SELECT COUNT(*) AS n FROM outbox`);
      expect(left).toEqual({ n: 0 });
    });
    const redis = new Redis(all.stack.redisUrl);
    await redis.flushdb();
    redis.disconnect();
    await workers.get(Processors).start();
    await becomes(id, { status: 'DELIVERED' });
    expect(accepted(id)).toBe(1);
  });

  it('a message is taken once, delivered, and logged as MSS', async () => {
    const test = await reachable(desk);
    const id = await queued(desk, test);
    await becomes(id, { status: 'DELIVERED', attempts: 1, reason: null });
    expect((await messageOf(desk, id)).providerId).toMatch(/^[\w-]{36}$/);
    expect(accepted(id)).toBe(1);
    expect(await eventsOf(desk, test.id)).toEqual(['message.queued', 'message.sent', 'message.delivered']);
    expect(await logOf(test.id)).toEqual([{ type: '02', result: 'MSS' }]);
    expect(await used(desk, 'CASE', test.id)).toBe(1);
  });

  it('nothing of a person is sent through events, jobs or frames, or lies about in plain', async () => {
    const markers = ['Zyxplace de la esquina', '5584455661'];
    const test = await reachable(desk, { phone: `+52${markers[1]}`, name: 'Zyxname Nunca' });
    const answer = await send(desk, test, {
      templateId: desk.templates.typed,
      params: { where: markers[0] },
    });
    expect(answer).toMatchObject({
      code: '00',
      data: { contactName: 'Zyxname Nunca', text: 'Hola Zyxname, pague en Zyxplace de la esquina.' },
    });
    await becomes(answer.data.id, { status: 'DELIVERED' });
    expect(await foundInTables(desk.api, markers)).toEqual({});
    expect(Object.keys(await foundInTables(desk.api, ['Zyxname'])).sort()).toEqual([
      'borrower.name',
      'collection_case.borrower_name',
      'contact.name',
    ]);
    const texts = await redisTexts(all.stack.redisUrl);
    expect(texts.some((text) => text.startsWith('bull:messages:message-'))).toBe(true);
    expect(texts.flatMap((text) => foundIn(text, [...markers, 'Zyxname']))).toEqual([]);
  });

  it('a number that can not be reached ends as FAILED and MSF', async () => {
    const test = await reachable(desk, { phone: '+525587654329' });
    const id = await queued(desk, test);
    await becomes(id, { status: 'FAILED', reason: 'UNDELIVERED' });
    expect(await logOf(test.id)).toEqual([{ type: '02', result: 'MSF' }]);
  });

  it('what it refuses is not tried again', async () => {
    const test = await reachable(desk, { phone: '+52551' });
    const id = await queued(desk, test);
    await becomes(id, { status: 'FAILED', reason: 'REFUSED', reasonParams: '{"status":400}', attempts: 1 });
    expect(accepted(id)).toBe(0);
    expect(await logOf(test.id)).toEqual([{ type: '02', result: 'MSF' }]);
  });

  it('a poisoned message ends alone, the others go on', async () => {
    carrier.change({ failRate: 1 });
    const [poisoned, healthy] = [
      await queued(desk, await reachable(desk)),
      await queued(desk, await reachable(desk)),
    ];
    await becomes(poisoned, { status: 'SUBMITTING' });
    await becomes(healthy, { status: 'SUBMITTING' });
    await desk.api.rows(sql`UPDATE message SET text_enc = 'junk' WHERE id = ${poisoned}`);
    carrier.change({ failRate: 0 });
    await becomes(poisoned, { status: 'FAILED', reason: 'UNREADABLE' });
    await becomes(healthy, { status: 'DELIVERED' });
    expect([accepted(poisoned), accepted(healthy)]).toEqual([0, 1]);
  });

  it('errors and lost answers are tried again under the same key, and taken once', async () => {
    carrier.change({ failRate: 0.5, loseAnswerRate: 0.5, seed: 7 });
    const ids: number[] = [];
    for (let n = 0; n < 12; n++) ids.push(await queued(desk, await reachable(desk)));
    await eventually(async () => {
      const attempts = await Promise.all(ids.map(async (id) => (await messageOf(desk, id)).attempts));
      expect(attempts.some((count) => count > 1)).toBe(true);
    });
    carrier.change({ failRate: 0, loseAnswerRate: 0 });
    for (const id of ids) await becomes(id, { status: 'DELIVERED' });
    expect(ids.map(accepted)).toEqual(ids.map(() => 1));
  });

  it('silence is no answer: the message is asked for again, not doubled', async () => {
    carrier.change({ delayMs: 4_600, lateMs: 60_000 });
    const id = await queued(desk, await reachable(desk));
    await eventually(() => expect(accepted(id)).toBe(1));
    carrier.change({ delayMs: 0 });
    await becomes(id, { status: 'SENT', attempts: 2 });
    expect(accepted(id)).toBe(1);
  });

  it('a message that may have arrived is not cancelled by a payment before the carrier was asked', async () => {
    carrier.change({ loseAnswerRate: 1, lateMs: 60_000 });
    const taken = await reachable(desk);
    const takenId = await queued(desk, taken);
    await eventually(() => expect(accepted(takenId)).toBe(1));
    carrier.change({ failRate: 1 });
    const untaken = await reachable(desk);
    const untakenId = await queued(desk, untaken);
    await becomes(untakenId, { status: 'SUBMITTING' });
    await settle(desk, taken);
    await settle(desk, untaken);
    carrier.change({ failRate: 0, loseAnswerRate: 0 });
    await becomes(takenId, { status: 'SENT' });
    await becomes(untakenId, { status: 'CANCELLED', reason: 'PAID' });
    expect([accepted(takenId), accepted(untakenId)]).toEqual([1, 0]);
    expect([await used(desk, 'CASE', taken.id), await used(desk, 'CASE', untaken.id)]).toEqual([1, 0]);
  });
});

describe('given up', () => {
  async function dead(): Promise<{ test: TestCase; id: number }> {
    carrier.change({ failRate: 1 });
    const test = await reachable(desk);
    const id = await queued(desk, test);
    await becomes(id, { status: 'SUBMITTING' });
    await desk.api.rows(sql`UPDATE message SET attempts_allowed = 1 WHERE id = ${id}`);
    await becomes(id, { status: 'DEAD', reason: 'UNREACHABLE' });
    return { test, id };
  }
  const retry = (messageId: number, who: keyof SmsDesk['as'] = 'ana') =>
    desk.as[who].post<MessageRow>('sms/retry', { messageId });

  it('a message is a dead letter that a person may try again', async () => {
    const { test, id } = await dead();
    expect(await logOf(test.id)).toEqual([{ type: '02', result: 'MSF' }]);
    expect(await retry(id, 'luis')).toMatchObject({ code: '21' });
    expect(await retry(id, 'otherAdmin')).toMatchObject({ code: '21' });
    expect(await retry(id, 'supervisor')).toMatchObject({ code: '20' });
    expect(await desk.as.ana.post('sms/retry', { messageId: 'x' })).toMatchObject({ code: '22' });
    carrier.change({ failRate: 0 });
    expect(await retry(id)).toMatchObject({ code: '00', data: { status: 'SUBMITTING', reason: null } });
    expect(await retry(id)).toMatchObject({ code: '23' });
    await becomes(id, { status: 'DELIVERED' });
    expect(accepted(id)).toBe(1);
    expect(await used(desk, 'CASE', test.id)).toBe(1);
    expect(await logOf(test.id)).toEqual([
      { type: '02', result: 'MSF' },
      { type: '02', result: 'MSS' },
    ]);
  });

  it('on another day it takes that day’s slots, and on a closed case it stays', async () => {
    const { test, id } = await dead();
    carrier.change({ failRate: 0 });
    await desk.api.rows(sql`UPDATE message SET slot_day = '2026-11-18' WHERE id = ${id}`);
    await desk.api.rows(sql`UPDATE collection_case SET status = 'C31' WHERE id = ${test.id}`);
    expect(await retry(id)).toMatchObject({ code: '23' });
    await desk.api.rows(sql`UPDATE collection_case SET status = 'C10' WHERE id = ${test.id}`);
    await desk.api.rows(sql`UPDATE contact SET blocked = 'OPT_OUT' WHERE id = ${test.contactId}`);
    expect(await retry(id)).toMatchObject({ code: '30' });
    await desk.api.rows(sql`UPDATE contact SET blocked = NULL WHERE id = ${test.contactId}`);
    expect(await retry(id)).toMatchObject({ code: '00' });
    await becomes(id, { status: 'DELIVERED' });
    expect(await used(desk, 'CASE', test.id)).toBe(2);
  });
});
