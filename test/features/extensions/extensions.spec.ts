import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DelayCode, ExtensionCount, RequestedExtension } from '../../../contract/money/extensions.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import { OffersService } from '../../../server/features/repayment/extensions/offers.service.js';
import { FallingDueService } from '../../../server/features/case-work/loans/falling-due.service.js';
import { CodeLifeService } from '../../../server/features/repayment/codes/code-life.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { pay, type TestCase } from '../../support/cases.js';
import {
  ageCodes,
  ask,
  caseOf,
  createMoneyDesk,
  differences,
  fieldsOf,
  namesOf,
  requestId,
  stateOf,
  type MoneyDesk,
} from '../repayment-codes/desk.js';

const DELAY = 'loan/manualDelay';
const today = businessDay(new Date());

describe('an extension', () => {
  let desk: MoneyDesk;
  let life: CodeLifeService;
  let cycles: OffersService;

  beforeAll(async () => {
    desk = await createMoneyDesk();
    life = desk.api.get(CodeLifeService);
    cycles = desk.api.get(OffersService);
  });
  afterAll(() => desk.close());

  const countOf = async (test: { id: number }) =>
    (await desk.as.ana.get<ExtensionCount>(`loan/count?taskId=${test.id}`)).data;
  const delayOf = async (test: { id: number }) =>
    (await desk.as.ana.get<DelayCode>(`loan/delayCode?taskId=${test.id}`)).data;
  const planOf = (test: TestCase) =>
    desk.api.rows<{ dueDate: string; paid: number }>(sql`
      SELECT due_date AS dueDate, paid FROM plan_row WHERE loan_item_id = ${test.loanItemId} ORDER BY period`);

  const overdueSince = (test: TestCase, dueDate: string) =>
    desk.api.rows(sql`UPDATE plan_row SET due_date = ${dueDate} WHERE loan_item_id = ${test.loanItemId}`);

  async function requested(test: TestCase, percent = 10): Promise<RequestedExtension> {
    const answer = await ask<RequestedExtension>(desk.as.ana, DELAY, { taskId: test.id, percent });
    expect(answer.code).toBe('00');
    await life.ask(answer.data.codeId);
    return answer.data;
  }

  let payments = 0;
  const byFeeCode = async (test: TestCase, more: object = {}) => {
    const { codes, extension } = await delayOf(test);
    return pay(desk.api, {
      loanItemExternalId: test.externalId,
      amount: extension!.fee,
      reference: codes[0]!.reference,
      providerReference: `fee-${process.pid}-${++payments}`,
      ...more,
    });
  };

  it('is offered by the product’s terms, or the usual ones', async () => {
    const test = await caseOf(desk);
    expect(await countOf(test)).toEqual({
      ...{ used: 0, allowed: 2, days: 7, percent: 10, dueAmount: 100_000, mayAct: true },
    });
    await desk.api.rows(sql`
      INSERT INTO product_terms (id, institution_id, product_category, effective_from, extension_percent, extension_days,
        extension_limit)
      VALUES (1, ${desk.org.institutionId}, 'Nomina', '2020-01-01', 12.50, 14, 1)`);
    await desk.api.rows(sql`
      UPDATE loan_item SET product_category = 'Nomina' WHERE id = ${test.loanItemId}`);
    expect(await countOf(test)).toMatchObject({ allowed: 1, days: 14, percent: 12.5 });
  });

  it('that is asked for is a code for its fee, and changes nothing about the loan', async () => {
    const test = await caseOf(desk);
    const { fee, days } = await requested(test, 12.5);
    expect({ fee, days }).toEqual({ fee: 12_500, days: 7 });
    const { extension, codes } = await delayOf(test);
    expect(extension).toMatchObject({ status: 'REQUESTED', percent: 12.5, fee, newDueDate: null });
    expect(codes).toMatchObject([{ type: 'EXTENSION', amount: 12_500, status: 'ACTIVE' }]);
    expect(codes[0]!.reference).toMatch(/^\d{18}$/);
    expect(await stateOf(desk, test)).toEqual({ status: 'C01', amountDue: 100_000 });
    expect(await countOf(test)).toMatchObject({ used: 0 });
  });

  it('above 100 percent is refused in the specification’s words, with the field', async () => {
    const test = await caseOf(desk);
    const answer = await ask(desk.as.ana, DELAY, { taskId: test.id, percent: 100.5 });
    expect(answer).toMatchObject({ code: '22', message: 'the percentage must not exceed 100%' });
    expect(fieldsOf(answer)).toEqual(['percent']);
    expect(fieldsOf(await ask(desk.as.ana, DELAY, { taskId: test.id, percent: 0 }))).toEqual(['percent']);
    expect(fieldsOf(await ask(desk.as.ana, DELAY, { taskId: test.id }))).toEqual(['percent']);
    expect(await delayOf(test)).toEqual({ extension: null, codes: [] });
  });

  it('of others answers as none; a supervisor reads and does not ask', async () => {
    const test = await caseOf(desk);
    for (const who of ['luis', 'otherLeader'] as const) {
      expect(await ask(desk.as[who], DELAY, { taskId: test.id, percent: 10 })).toMatchObject({ code: '21' });
      expect(await desk.as[who].get(`loan/count?taskId=${test.id}`)).toMatchObject({ code: '21' });
      expect(await desk.as[who].get(`loan/delayCode?taskId=${test.id}`)).toMatchObject({ code: '21' });
      const code = { taskId: test.id, payChannel: 'SPEI' };
      expect(await ask(desk.as[who], 'loan/delayCode', code)).toMatchObject({ code: '21' });
    }
    const answer = await ask(desk.as.supervisor, DELAY, { taskId: test.id, percent: 10 });
    expect(answer.code).toBe('20');
    expect(await desk.as.supervisor.get(`loan/count?taskId=${test.id}`)).toMatchObject({
      code: '00',
      data: { mayAct: false },
    });
  });

  it.each(['C30', 'C31', 'C32', 'C40'] as const)('on a case in %s is refused', async (status) => {
    const test = await caseOf(desk, { status });
    expect(await ask(desk.as.ana, DELAY, { taskId: test.id, percent: 10 })).toMatchObject({ code: '23' });
  });

  it('fifty times at once with one request id is one', async () => {
    const test = await caseOf(desk);
    const body = { taskId: test.id, percent: 10, clientRequestId: requestId() };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask<RequestedExtension>(desk.as.ana, DELAY, body)),
    );
    expect(new Set(answers.map(({ data }) => data.extensionId)).size).toBe(1);
    expect(await namesOf(desk, test)).toEqual(['extension.requested', 'repaymentCode.requested']);
  });

  it('has another code for its fee by the other channel, and the same one for the same', async () => {
    const test = await caseOf(desk);
    const first = await requested(test);
    const again = await ask<RequestedExtension>(desk.as.ana, 'loan/delayCode', {
      taskId: test.id,
      payChannel: 'SPEI',
    });
    expect(again.data.codeId).toBe(first.codeId);
    const cash = await ask(desk.as.ana, 'loan/delayCode', { taskId: test.id, payChannel: 'OXXO' });
    expect(cash).toMatchObject({ code: '00', data: { fee: 10_000 } });
    expect((await delayOf(test)).codes).toHaveLength(2);
    const none = await caseOf(desk);
    expect(await ask(desk.as.ana, 'loan/delayCode', { taskId: none.id, payChannel: 'OXXO' })).toMatchObject({
      code: '21',
      message: 'No extension is waiting for its fee',
    });
  });

  it('that is asked for anew takes the place of the one that waits, codes and all', async () => {
    const test = await caseOf(desk);
    await requested(test, 10);
    const old = (await delayOf(test)).codes[0]!;
    await ageCodes(desk, test);
    await requested(test, 20);
    const { extension, codes } = await delayOf(test);
    expect(extension).toMatchObject({ percent: 20, fee: 20_000 });
    expect(codes).toHaveLength(1);
    // A payment by the old code counts towards the due.
    await byFeeCode(test, { reference: old.reference, amount: 10_000 });
    expect(await stateOf(desk, test)).toEqual({ status: 'C01', amountDue: 90_000 });
    expect((await delayOf(test)).extension).toMatchObject({ status: 'REQUESTED' });
  });

  it('whose fee arrives settles the case as C32, moves the plan and counts, once', async () => {
    const test = await caseOf(desk, { periods: [40_000, 60_000] });
    await requested(test);
    const message = { providerReference: `fee-once-${process.pid}` };
    await Promise.all(Array.from({ length: 10 }, () => byFeeCode(test, message)));
    expect(await stateOf(desk, test)).toEqual({ status: 'C32', amountDue: 0 });
    const { extension, codes } = await delayOf(test);
    expect(extension).toMatchObject({ status: 'APPLIED', newDueDate: addDays(today, 7) });
    expect(codes).toMatchObject([{ status: 'PAID', paidAmount: 10_000 }]);
    expect(await planOf(test)).toEqual([
      { dueDate: addDays(today, 7), paid: 0 },
      { dueDate: addDays(today, 7), paid: 0 },
    ]);
    expect(await countOf(test)).toMatchObject({ used: 1, mayAct: false });
    expect((await namesOf(desk, test)).slice(3)).toEqual([
      'repaymentCode.ended',
      'extension.applied',
      'payment.posted',
      'case.settled',
    ]);
    const [credit] = await desk.api.rows(sql`
      SELECT settled, paid FROM collector_day_case WHERE case_id = ${test.id} AND collector_id = ${desk.ana.id}`);
    expect(credit).toMatchObject({ paid: 1 });
  });

  it('too little for the fee goes towards the due; more than the fee pays both', async () => {
    const [less, more] = [await caseOf(desk), await caseOf(desk)];
    await requested(less);
    await byFeeCode(less, { amount: 9_999 });
    expect(await stateOf(desk, less)).toEqual({ status: 'C01', amountDue: 90_001 });
    await requested(more);
    await byFeeCode(more, { amount: 35_000 });
    expect(await stateOf(desk, more)).toEqual({ status: 'C32', amountDue: 0 });
    expect(await planOf(more)).toMatchObject([{ paid: 25_000 }]);
  });

  it('beyond the number that the loan may have is refused', async () => {
    const test = await caseOf(desk);
    for (let used = 0; used < 2; used++) {
      await requested(test);
      await byFeeCode(test);
      await ageCodes(desk, test);
      await desk.api.rows(sql`
        UPDATE collection_case c JOIN plan_row p ON p.loan_item_id = c.loan_item_id
        SET c.status = 'C10', c.amount_due = 100000, p.claimed = 1 WHERE c.id = ${test.id}`);
    }
    const answer = await ask(desk.as.ana, DELAY, { taskId: test.id, percent: 10 });
    expect(answer).toMatchObject({ code: '31', message: 'This loan has had all of its 2 extensions' });
    expect(await countOf(test)).toMatchObject({ used: 2, allowed: 2 });
  });

  it('opens the next cycle’s case when the new day has passed, once, and not sooner', async () => {
    const test = await caseOf(desk);
    await requested(test);
    await byFeeCode(test);
    const night = () => desk.api.get(FallingDueService).run({ night: true });
    await night();
    const casesOf = () =>
      desk.api.rows<{ id: number; status: string; previousCaseId: number | null }>(sql`
        SELECT id, status, previous_case_id AS previousCaseId, owner_id AS ownerId, amount_due AS amountDue,
          due_date AS dueDate, contact_from AS contactFrom
        FROM collection_case WHERE loan_item_id = ${test.loanItemId} ORDER BY id`);
    expect(await casesOf()).toHaveLength(1);
    const kept = new Date('9999-01-01T00:00:00Z');
    await desk.api.rows(sql`UPDATE collection_case SET contact_from = ${kept} WHERE id = ${test.id}`);
    await overdueSince(test, today);
    await night();
    expect(await casesOf()).toHaveLength(1);
    await overdueSince(test, addDays(today, -1));
    await Promise.all([night(), night(), night()]);
    await night();
    const [before, after, ...rest] = await casesOf();
    expect(rest).toEqual([]);
    expect(before).toMatchObject({ id: test.id, status: 'C32' });
    expect(after).toMatchObject({
      ...{ status: 'C00', previousCaseId: test.id, ownerId: null, amountDue: 100_000 },
      ...{ dueDate: addDays(today, -1), contactFrom: kept },
    });
    expect(await namesOf(desk, { ...test, id: after!.id })).toEqual(['case.opened']);
  });

  it('opens none for a loan that was paid meanwhile', async () => {
    const test = await caseOf(desk);
    await requested(test);
    await byFeeCode(test);
    const providerReference = `in-full-${process.pid}`;
    await pay(desk.api, { loanItemExternalId: test.externalId, amount: 100_000, providerReference });
    await overdueSince(test, addDays(today, -1));
    await desk.api.get(FallingDueService).run({ night: true });
    const cases = await desk.api.rows(sql`
      SELECT id FROM collection_case WHERE loan_item_id = ${test.loanItemId}`);
    expect(cases).toHaveLength(1);
  });

  it('whose fee is taken back is revoked, and the loan is due again as it was', async () => {
    const test = await caseOf(desk);
    await requested(test);
    const fee = `fee-back-${process.pid}`;
    await byFeeCode(test, { providerReference: fee });
    await pay(desk.api, {
      type: 'REVERSAL',
      originalReference: fee,
      amount: 10_000,
      providerReference: `${fee}-R`,
    });
    expect((await delayOf(test)).extension).toMatchObject({ status: 'REVOKED' });
    expect(await planOf(test)).toMatchObject([{ dueDate: addDays(today, -10) }]);
    await desk.api.get(FallingDueService).run({ night: true });
    const [next] = await desk.api.rows(sql`
      SELECT status, due_date AS dueDate FROM collection_case WHERE previous_case_id = ${test.id}`);
    expect(next).toEqual({ status: 'C00', dueDate: addDays(today, -10) });
  });

  it('that nobody pays ends with its time, and one of a case that ended with that', async () => {
    const [slow, ended] = [await caseOf(desk), await caseOf(desk)];
    await requested(slow);
    await requested(ended);
    await desk.api.rows(sql`UPDATE extension SET expires_at = ${new Date(1)} WHERE case_id = ${slow.id}`);
    await desk.api.rows(sql`UPDATE collection_case SET status = 'C40' WHERE id = ${ended.id}`);
    await cycles.reconcile();
    expect((await delayOf(slow)).extension).toMatchObject({ status: 'EXPIRED' });
    expect((await delayOf(ended)).extension).toMatchObject({ status: 'CANCELLED' });
    expect(await ask(desk.as.ana, 'loan/delayCode', { taskId: slow.id, payChannel: 'OXXO' })).toMatchObject({
      code: '21',
    });
  });

  it('leaves nothing for the replay to complain of', async () => {
    expect(await differences(desk)).toEqual([]);
  });
});
