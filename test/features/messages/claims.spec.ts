import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ClaimsService } from '../../../server/features/messages/submit/claims.service.js';
import { SendingService } from '../../../server/features/messages/submit/sending.service.js';
import { Jobs } from '../../../server/platform/jobs/jobs.js';
import { sql } from '../../../server/platform/db/sql.js';
import { MessageJobs } from '../../../workers/jobs/message-jobs.js';
import type { TestCase } from '../../support/cases.js';
import { createCarrierDesk, queued, reachable, settle, type CarrierDesk } from './carrier-desk.js';
import { eventsOf, messageOf, send, used, WORKING_HOURS } from './desk.js';

let all: CarrierDesk;
let desk: CarrierDesk['desk'];
let carrier: CarrierDesk['carrier'];
let workers: CarrierDesk['workers'];

beforeAll(async () => {
  all = await createCarrierDesk();
  ({ desk, carrier, workers } = all);
});
afterAll(() => all.close());

/** States of a message while no worker sends. */
describe('a message that is claimed or waits', () => {
  it('a payment, a closed case or an opt-out cancels a message, gives its slots back and says why', async () => {
    const [paid, closed, optedOut] = [await reachable(desk), await reachable(desk), await reachable(desk)];
    const ids = {
      paid: await queued(desk, paid),
      closed: await queued(desk, closed),
      optedOut: await queued(desk, optedOut),
    };
    const account = await used(desk, 'ACCOUNT', desk.ana.id);
    expect(await settle(desk, paid)).toMatchObject({ code: '00' });
    await desk.api.rows(sql`UPDATE collection_case SET status = 'C40' WHERE id = ${closed.id}`);
    await desk.api.rows(sql`UPDATE contact SET blocked = 'OPT_OUT' WHERE id = ${optedOut.contactId}`);
    const claims = workers.get(ClaimsService);
    expect(await claims.review([paid.id])).toBe(1);
    expect(await claims.review([closed.id])).toBe(1);
    expect(await claims.review([optedOut.id])).toBe(1);
    expect(await messageOf(desk, ids.paid)).toMatchObject({
      status: 'CANCELLED',
      reason: 'PAID',
      reasonParams: expect.stringMatching(/^\{"seconds":\d+\}$/),
    });
    expect(await messageOf(desk, ids.closed)).toMatchObject({
      status: 'CANCELLED',
      reason: 'CASE_WITHDRAWN',
    });
    expect(await messageOf(desk, ids.optedOut)).toMatchObject({
      status: 'CANCELLED',
      reason: 'GUARD',
      reasonParams: '{"rule":"optOut"}',
    });
    expect(await used(desk, 'CASE', paid.id)).toBe(0);
    expect(await used(desk, 'ACCOUNT', desk.ana.id)).toBe(account - 3);
    expect(await eventsOf(desk, paid.id)).toEqual(['message.queued', 'message.cancelled']);
    const [counted] = await desk.api.rows<{ n: number }>(sql`
      SELECT COUNT(*) AS n FROM contact_receipt WHERE case_id = ${paid.id} AND counted = 1`);
    expect(counted).toEqual({ n: 0 });
  });

  it('a payment that was being posted while it was judged, and a debit on its way, cancel it', async () => {
    const [paid, debited] = [await reachable(desk), await reachable(desk)];
    const ids = [await queued(desk, paid), await queued(desk, debited)] as const;
    expect(await settle(desk, paid)).toMatchObject({ code: '00' });
    await desk.api.rows(sql`
      UPDATE payment p JOIN message m ON m.id = ${ids[0]} SET p.posted_at = m.created_at - INTERVAL 1 SECOND
      WHERE p.loan_item_id = ${paid.loanItemId}`);
    await desk.api.rows(sql`
      INSERT INTO deduction (id, case_id, loan_item_id, amount, whole, status, requested_by, requested_at)
      VALUES (${debited.id}, ${debited.id}, ${debited.loanItemId}, 100, 0, 0, ${desk.ana.id}, ${new Date(WORKING_HOURS)})`);
    for (const [index, test] of [paid, debited].entries()) {
      await workers.get(SendingService).send(ids[index]!);
      expect(await messageOf(desk, ids[index]!)).toMatchObject({ status: 'CANCELLED', reason: 'PAID' });
      expect(await used(desk, 'CASE', test.id)).toBe(0);
    }
  });

  it('a payment that comes while it waits for the carrier cancels it; otherwise its term begins anew', async () => {
    const [paid, calm, taken] = [await reachable(desk), await reachable(desk), await reachable(desk)];
    const claims = workers.get(ClaimsService);
    const claimed = async (test: TestCase) => {
      const claim = await claims.claim(await queued(desk, test));
      if (claim.kind !== 'claimed') throw new Error(claim.kind);
      return claim;
    };
    const [ofPaid, ofCalm, ofTaken] = [await claimed(paid), await claimed(calm), await claimed(taken)];
    const termOf = async (id: number) =>
      (await desk.api.rows<{ dueAt: Date }>(sql`SELECT due_at AS dueAt FROM message WHERE id = ${id}`))[0]!
        .dueAt;
    const end = (id: number) =>
      desk.api.rows(sql`UPDATE message SET due_at = due_at - INTERVAL 1 MINUTE WHERE id = ${id}`);

    expect(await settle(desk, paid)).toMatchObject({ code: '00' });
    expect(await claims.renew(ofPaid)).toEqual({ kind: 'later', ms: expect.any(Number) });
    await end(ofPaid.id);
    await workers.get(SendingService).send(ofPaid.id);
    expect(await messageOf(desk, ofPaid.id)).toMatchObject({ status: 'CANCELLED', reason: 'PAID' });

    await end(ofCalm.id);
    const before = await termOf(ofCalm.id);
    expect(await claims.renew(ofCalm)).toBe(ofCalm);
    expect((await termOf(ofCalm.id)).getTime() - before.getTime()).toBeGreaterThan(60_000);
    expect(await messageOf(desk, ofCalm.id)).toMatchObject({ status: 'SUBMITTING', attempts: 1 });

    await end(ofTaken.id);
    expect(await claims.claim(ofTaken.id)).toMatchObject({ kind: 'claimed', version: ofTaken.version + 1 });
    expect(await claims.renew(ofTaken)).toEqual({ kind: 'done' });
  });

  it('a message that asks for more than is due now is cancelled, and one that names no amount or less waits on', async () => {
    const [more, less, none] = [await reachable(desk), await reachable(desk), await reachable(desk)];
    const ids = [await queued(desk, more), await queued(desk, less)];
    const unnamed = { templateId: desk.templates.asking, params: { place: 'OXXO' } };
    ids.push((await send(desk, none, unnamed)).data.id);
    const claims = workers.get(ClaimsService);
    const owes = (of: TestCase, amount: number) =>
      desk.api.rows(sql`UPDATE collection_case SET amount_due = ${amount} WHERE id = ${of.id}`);
    await Promise.all([owes(more, more.amount - 1), owes(less, less.amount + 1), owes(none, 1)]);
    const reviewed = await Promise.all([more, less, none].map(({ id }) => claims.review([id])));
    expect(reviewed).toEqual([1, 0, 0]);
    expect(await messageOf(desk, ids[0]!)).toMatchObject({ status: 'CANCELLED', reason: 'MORE_THAN_DUE' });
    expect(await claims.claim(ids[1]!)).toMatchObject({ kind: 'claimed' });
  });

  it('no message is sent where nothing is due, whatever it says', async () => {
    const test = await reachable(desk);
    const id = (await send(desk, test, { templateId: desk.templates.asking, params: { place: 'OXXO' } })).data
      .id;
    await desk.api.rows(sql`UPDATE collection_case SET amount_due = 0 WHERE id = ${test.id}`);
    const claims = workers.get(ClaimsService);
    expect(await claims.claim(id)).toEqual({ kind: 'doubtful' });
    expect(await claims.judge(id, 'claim')).toEqual({ kind: 'done' });
    expect(await messageOf(desk, id)).toMatchObject({ status: 'CANCELLED', reason: 'MORE_THAN_DUE' });
    expect(await send(desk, test)).toMatchObject({ code: '23', message: 'Nothing is due on this case' });
  });

  it('nothing stands against a message that is reviewed, and it waits on', async () => {
    const test = await reachable(desk);
    const id = await queued(desk, test);
    expect(await workers.get(ClaimsService).review([test.id])).toBe(0);
    expect(await messageOf(desk, id)).toMatchObject({ status: 'QUEUED', attempts: 0 });
  });
});

describe('messages that one job brings together', () => {
  const three = async () => [
    await queued(desk, await reachable(desk)),
    await queued(desk, await reachable(desk)),
    await queued(desk, await reachable(desk)),
  ];

  it('end each by itself', async () => {
    const [poisoned, ...healthy] = await three();
    await desk.api.rows(sql`UPDATE message SET text_enc = 'junk' WHERE id = ${poisoned!}`);
    await workers.get(MessageJobs).send([poisoned!, ...healthy]);
    expect(await messageOf(desk, poisoned!)).toMatchObject({ status: 'FAILED', reason: 'UNREADABLE' });
    for (const id of healthy) {
      expect((await messageOf(desk, id)).providerId).not.toBeNull();
      expect(carrier.log(`message-${id}`).total).toBe(1);
    }
  });

  it('go on as jobs of their own when they are to be tried again', async () => {
    const ids = await three();
    carrier.change({ failRate: 1 });
    await workers.get(MessageJobs).send(ids);
    carrier.reset();
    const delayed = await workers.get(Jobs).queue('messages').getDelayed();
    const mine = delayed.filter(({ data }) => ids.some((id) => data.messageIds.includes(id)));
    expect(mine.map(({ data }) => data.messageIds).sort()).toEqual(ids.map((id) => [id]).sort());
    for (const { opts } of mine) expect(opts.delay).toBeGreaterThanOrEqual(900);
    for (const id of ids)
      expect(await messageOf(desk, id)).toMatchObject({ status: 'SUBMITTING', attempts: 1 });
  });
});
