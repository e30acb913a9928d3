import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { RequestedCode } from '../../../contract/money/repayment-codes.js';
import { clabeOf } from '../../../sandbox/clabe.js';
import { CodeLifeService } from '../../../server/features/repayment/codes/code-life.service.js';
import { PromisesService } from '../../../server/features/case-work/promises/promises.service.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import { graceDeadline, promiseDeadline } from '../../../server/domain/promises/promise.rules.js';
import { agentTo } from '../../support/http.js';
import { pay, type TestCase } from '../../support/cases.js';
import { eventually } from '../../support/eventually.js';
import { TestSocket } from '../../support/sockets.js';
import { startWorkers } from '../../support/workers.js';
import {
  ask,
  caseOf,
  codesOf,
  createMoneyDesk,
  differences,
  firstCode,
  namesOf,
  stateOf,
  statusesOf,
  type MoneyDesk,
} from './desk.js';

const NEW = 'repay/repaymentCode/update/new';

let desk: MoneyDesk;
let life: CodeLifeService;

beforeAll(async () => {
  desk = await createMoneyDesk();
  life = desk.api.get(CodeLifeService);
});
afterAll(() => desk.close());
afterEach(() => desk.outside.controls['rails']!.reset());

const rails = () => desk.outside.controls['rails']!;

async function codeFor(test: TestCase, more: object = {}): Promise<number> {
  const body = { taskId: test.id, payChannel: 'SPEI', ...more };
  return (await ask<RequestedCode>(desk.as.ana, NEW, body)).data.codeId;
}

async function activeCode(test: TestCase, more: object = {}) {
  await life.ask(await codeFor(test, more));
  return firstCode(desk.as.ana, test);
}

const payRails = (order: object) =>
  agentTo(desk.outside.url)
    .post('/rails/pay')
    .send({ wait: true, ...order });

let payments = 0;
const reference = () => `code-payment-${process.pid}-${++payments}`;

describe('a requested code', () => {
  it('becomes active with a reference that checks, sealed at rest and shown to who works the case', async () => {
    const test = await caseOf(desk);
    const code = await activeCode(test);
    expect(code).toMatchObject({ status: 'ACTIVE', barcode: null, simulated: true });
    expect(code.reference).toMatch(/^\d{18}$/);
    const [row] = await desk.api.rows<{ sealed: Buffer; mask: string }>(sql`
      SELECT reference_enc AS sealed, reference_mask AS mask FROM repayment_code WHERE id = ${code.id}`);
    expect(row!.sealed.includes(code.reference!)).toBe(false);
    expect(row!.mask).toBe(`••••${code.reference!.slice(-4)}`);
    const seen = await firstCode(desk.as.supervisor, test);
    expect(seen.reference).toBe(row!.mask);
    expect((await firstCode(desk.as.leader, test)).reference).toBe(code.reference);
    const events = await desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE case_id = ${test.id}`);
    expect(JSON.stringify(events)).not.toContain(code.reference);
  });

  it('for a till has its barcode', async () => {
    const test = await caseOf(desk);
    const code = await activeCode(test, { payChannel: 'OXXO', amount: 12_345 });
    expect(code.reference).toMatch(/^\d{14}$/);
    expect(code.barcode).toMatch(new RegExp(`^${code.reference}\\d{6}0012345\\d$`));
  });

  it('is asked for once, however often its job runs', async () => {
    const test = await caseOf(desk);
    const id = await codeFor(test);
    await Promise.all(Array.from({ length: 8 }, () => life.ask(id)));
    await life.ask(id);
    expect(rails().log(`code-${id}`).total).toBe(1);
    expect(await namesOf(desk, test)).toEqual(['repaymentCode.requested', 'repaymentCode.activated']);
  });

  it('waits while the provider is away, fails after a while, and a person asks again', async () => {
    const test = await caseOf(desk);
    const id = await codeFor(test);
    rails().change({ down: true });
    await expect(life.ask(id)).rejects.toThrow();
    expect((await firstCode(desk.as.ana, test)).status).toBe('REQUESTED');
    await desk.api.rows(sql`
      UPDATE repayment_code SET requested_at = ${new Date(Date.now() - 100_000)} WHERE id = ${id}`);
    await life.ask(id);
    const failed = await codesOf(desk.as.ana, test);
    expect(failed.current[0]).toMatchObject({ status: 'FAILED', reason: 'UNAVAILABLE', reference: null });
    expect(failed.channels[0]!.refreshAt).toBeNull();
    rails().reset();
    const again = await ask<RequestedCode>(desk.as.ana, 'repay/repayment/refreshRepayCode', {
      taskId: test.id,
      payChannel: 'SPEI',
    });
    await life.ask(again.data.codeId);
    expect((await firstCode(desk.as.ana, test)).status).toBe('ACTIVE');
  });

  it('fails at once when the provider refuses it', async () => {
    const test = await caseOf(desk);
    const id = await codeFor(test, { payChannel: 'OXXO' });
    await desk.api.rows(sql`UPDATE repayment_code SET amount = 1000001 WHERE id = ${id}`);
    await life.ask(id);
    expect(await firstCode(desk.as.ana, test)).toMatchObject({ status: 'FAILED', reason: 'REFUSED' });
  });

  it('fails on a reference that another code has', async () => {
    const [one, two] = [await caseOf(desk), await caseOf(desk)];
    const issued = { reference: clabeOf(424_242), barcode: null };
    await life.activate(await codeFor(one), issued);
    await life.activate(await codeFor(two), issued);
    expect(await firstCode(desk.as.ana, two)).toMatchObject({ status: 'FAILED', reason: 'BAD_REFERENCE' });
  });

  it('that its job was lost for is asked for by the sweep', async () => {
    const test = await caseOf(desk);
    const id = await codeFor(test);
    await desk.api.rows(sql`
      UPDATE repayment_code SET requested_at = ${new Date(Date.now() - 20_000)} WHERE id = ${id}`);
    await life.reconcile();
    expect((await firstCode(desk.as.ana, test)).status).toBe('ACTIVE');
  });
});

describe('an active code', () => {
  it('stays payable until its successor is active', async () => {
    const test = await caseOf(desk);
    const first = await activeCode(test);
    await desk.api.rows(sql`
      UPDATE repayment_code SET requested_at = requested_at - INTERVAL 121 SECOND WHERE id = ${first.id}`);
    const id = await codeFor(test, { amount: 20_000 });
    expect(statusesOf((await codesOf(desk.as.ana, test)).current)).toEqual(['REQUESTED', 'ACTIVE']);
    await life.ask(id);
    const { result, current } = await codesOf(desk.as.ana, test);
    expect(statusesOf(result)).toEqual(['ACTIVE', 'SUPERSEDED']);
    expect(current).toHaveLength(1);
    expect(result[1]!.reference).toBe(`••••${first.reference!.slice(-4)}`);
  });

  it('is paid by money that names it: in one step with plan, case and card', async () => {
    const test = await caseOf(desk);
    const code = await activeCode(test, { amount: 30_000 });
    const answer = await payRails({ reference: code.reference });
    expect(answer.status).toBe(202);
    expect(await stateOf(desk, test)).toMatchObject({ status: 'C01', amountDue: 70_000 });
    expect(await firstCode(desk.as.ana, test)).toMatchObject({ status: 'PAID', paidAmount: 30_000 });
    expect((await namesOf(desk, test)).slice(2)).toEqual(['repaymentCode.ended', 'payment.posted']);
  });

  it('is paid by parts, once each, however often they are told', async () => {
    const test = await caseOf(desk);
    const code = await activeCode(test, { amount: 30_000 });
    const part = {
      loanItemExternalId: test.externalId,
      amount: 15_000,
      reference: code.reference,
      providerReference: reference(),
    };
    await Promise.all(Array.from({ length: 20 }, () => pay(desk.api, part)));
    expect(await firstCode(desk.as.ana, test)).toMatchObject({ status: 'ACTIVE', paidAmount: 15_000 });
    await pay(desk.api, { ...part, providerReference: reference() });
    expect(await firstCode(desk.as.ana, test)).toMatchObject({ status: 'PAID', paidAmount: 30_000 });
    expect(await stateOf(desk, test)).toMatchObject({ amountDue: 70_000 });
  });

  it('that has ended is paid all the same by money that was on its way; an unknown one stands in no payment’s way', async () => {
    const test = await caseOf(desk);
    const code = await activeCode(test);
    await desk.api.rows(sql`UPDATE repayment_code SET expires_at = ${new Date(1)} WHERE id = ${code.id}`);
    expect(await life.expire(code.id)).toBe(true);
    expect(await life.expire(code.id)).toBe(false);
    const message = { loanItemExternalId: test.externalId, amount: 100_000, reference: code.reference };
    expect(await pay(desk.api, { ...message, providerReference: reference() })).toMatchObject({ code: '00' });
    expect(await firstCode(desk.as.ana, test)).toMatchObject({ status: 'PAID' });
    const other = await caseOf(desk);
    const unknown = { loanItemExternalId: other.externalId, amount: 1_000, reference: clabeOf(77) };
    expect(await pay(desk.api, { ...unknown, providerReference: reference() })).toMatchObject({ code: '00' });
    const foreign = { ...unknown, reference: code.reference, providerReference: reference() };
    expect(await pay(desk.api, foreign)).toMatchObject({ code: '00' });
    expect(await firstCode(desk.as.ana, test)).toMatchObject({ paidAmount: 100_000 });
    expect(
      await pay(desk.api, { ...unknown, reference: 'no digits', providerReference: reference() }),
    ).toMatchObject({ code: '22' });
  });

  it('expires by the sweep, and not before its time', async () => {
    const test = await caseOf(desk);
    const code = await activeCode(test);
    expect(await life.expire(code.id)).toBe(false);
    await desk.api.rows(sql`
      UPDATE repayment_code SET expires_at = ${new Date(Date.now() - 1_000)} WHERE id = ${code.id}`);
    await life.reconcile();
    expect(await firstCode(desk.as.ana, test)).toMatchObject({ status: 'EXPIRED' });
  });

  it('ends with its case, and with no other', async () => {
    const [test, other] = [await caseOf(desk), await caseOf(desk)];
    await activeCode(test);
    await activeCode(other);
    expect(await life.cancelOf(test.id)).toBe(0);
    await pay(desk.api, {
      loanItemExternalId: test.externalId,
      amount: 100_000,
      providerReference: reference(),
    });
    await life.reconcile();
    expect(await firstCode(desk.as.ana, test)).toMatchObject({ status: 'SUPERSEDED', reason: 'CASE_ENDED' });
    expect(await firstCode(desk.as.ana, other)).toMatchObject({ status: 'ACTIVE' });
  });

  it('for a till gives a promise one day more, once', async () => {
    const test = await caseOf(desk, { status: 'C20' });
    await activeCode(test, { payChannel: 'OXXO' });
    const today = businessDay(new Date());
    const yesterday = addDays(today, -1);
    const id = await desk.api.get(Ids).take();
    await desk.api.rows(sql`
      INSERT INTO promise (id, case_id, collector_id, amount, due_date, deadline_at, status, created_at)
      VALUES (${id}, ${test.id}, ${desk.ana.id}, 50000, ${yesterday}, ${promiseDeadline(yesterday)}, 'OPEN',
        ${new Date(Date.now() - 86_400_000)})`);
    const promises = desk.api.get(PromisesService);
    expect(await promises.settle(id)).toBeNull();
    const promiseOf = async () =>
      (
        await desk.api.rows<{ status: string; deadlineAt: Date }>(sql`
          SELECT status, deadline_at AS deadlineAt FROM promise WHERE id = ${id}`)
      )[0];
    expect(await promiseOf()).toEqual({ status: 'OPEN', deadlineAt: graceDeadline(yesterday) });
    // Paid at the till on the day of grace.
    await pay(desk.api, {
      loanItemExternalId: test.externalId,
      amount: 50_000,
      channel: 'OXXO',
      providerReference: reference(),
    });
    expect(await promiseOf()).toMatchObject({ status: 'KEPT' });
    const late = await desk.api.get(Ids).take();
    const before = addDays(today, -3);
    await desk.api.rows(sql`
      INSERT INTO promise (id, case_id, collector_id, amount, due_date, deadline_at, status, created_at)
      VALUES (${late}, ${test.id}, ${desk.ana.id}, 50000, ${before}, ${graceDeadline(before)}, 'OPEN', ${new Date(1)})`);
    expect(await promises.settle(late)).toBe('BROKEN');
  });
});

describe('with workers', () => {
  let workers: INestApplicationContext;
  beforeAll(async () => {
    workers = await startWorkers({ processors: true });
  });
  afterAll(() => workers.close());

  it('a code that is asked for is on the screen by itself, and gone from it with its case', async () => {
    const test = await caseOf(desk);
    const socket = await TestSocket.open(desk.as.ana);
    await socket.watch({ topic: 'case', caseId: test.id });
    await codeFor(test);
    await eventually(async () =>
      expect(await firstCode(desk.as.ana, test)).toMatchObject({ status: 'ACTIVE' }),
    );
    const tags = { tags: expect.arrayContaining([{ type: 'RepaymentCode', id: test.id }]) as unknown };
    await eventually(() => {
      // A beat of the board may come between.
      const frames = socket.of('tags.changed').map(({ data }) => data);
      const own = frames.filter(({ tags: found }) => found.some(({ type }) => type === 'RepaymentCode'));
      expect(own).toEqual([tags, tags]);
    });
    await payRails({ loanItemExternalId: test.externalId, amount: 100_000 });
    await eventually(async () =>
      expect(await firstCode(desk.as.ana, test)).toMatchObject({ status: 'SUPERSEDED' }),
    );
    socket.close();
  });

  it('the replay agrees with every card', async () => {
    await eventually(async () => expect(await desk.api.rows(sql`SELECT 1 FROM outbox`)).toEqual([]));
    expect(await differences(desk)).toEqual([]);
  });
});
