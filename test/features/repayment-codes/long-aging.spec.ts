import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DeductionAnswer } from '../../../contract/money/deductions.js';
import type { DelayCode, RequestedExtension } from '../../../contract/money/extensions.js';
import type { RequestedCode } from '../../../contract/money/repayment-codes.js';
import { CodeLifeService } from '../../../server/features/repayment/codes/code-life.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { pay, type TestCase } from '../../support/cases.js';
import { postSigned } from '../../support/signed.js';
import { TEST_SECRETS } from '../../support/stack.js';
import { ask, caseOf, createMoneyDesk, differences, firstCode, stateOf, type MoneyDesk } from './desk.js';

let desk: MoneyDesk;
let life: CodeLifeService;
let payments = 0;

beforeAll(async () => {
  desk = await createMoneyDesk();
  life = desk.api.get(CodeLifeService);
});
afterAll(() => desk.close());

interface LongAging {
  lead: TestCase;
  /** Due before the leading item. */
  older: TestCase;
}

/** The older case’s item comes into the other’s. */
async function join({ lead, older }: LongAging): Promise<void> {
  await desk.api.rows(sql`
    UPDATE loan_item SET lead_item_id = ${lead.loanItemId}, borrower_id = ${lead.borrowerId}
    WHERE id = ${older.loanItemId}`);
  await desk.api.rows(sql`
    UPDATE collection_case SET status = 'C30', amount_due = 0, owner_id = NULL WHERE id = ${older.id}`);
  await desk.api.rows(sql`
    UPDATE collection_case SET kind = 'LONG_AGING', amount_due = amount_due + ${older.amount} WHERE id = ${lead.id}`);
}
async function twoItems(): Promise<LongAging> {
  const both = {
    lead: await caseOf(desk, { daysPastDue: 35 }),
    older: await caseOf(desk, { daysPastDue: 60 }),
  };
  await join(both);
  return both;
}
const paidOf = async ({ lead, older }: LongAging) => {
  const rows = await desk.api.rows<{ item: number; paid: number }>(sql`
    SELECT loan_item_id AS item, SUM(paid) AS paid FROM plan_row
    WHERE loan_item_id IN (${lead.loanItemId}, ${older.loanItemId}) GROUP BY loan_item_id`);
  const paid = new Map(rows.map(({ item, paid: sum }) => [item, Number(sum)]));
  return [paid.get(older.loanItemId), paid.get(lead.loanItemId)];
};
async function codeOf(test: TestCase, more: object = {}): Promise<string> {
  const body = { taskId: test.id, payChannel: 'SPEI', ...more };
  await life.ask((await ask<RequestedCode>(desk.as.ana, 'repay/repaymentCode/update/new', body)).data.codeId);
  return (await firstCode(desk.as.ana, test)).reference!;
}
const send = (test: TestCase, more: object) =>
  pay(desk.api, {
    loanItemExternalId: test.externalId,
    providerReference: `long-${process.pid}-${++payments}`,
    ...more,
  });

describe('money for a long-aging case of two items', () => {
  it('by its code pays what is due for longest first, and is taken back the other way', async () => {
    const both = await twoItems();
    const reference = await codeOf(both.lead, { amount: 130_000 });
    const { data } = await send(both.lead, { amount: 130_000, reference });
    expect(await paidOf(both)).toEqual([100_000, 30_000]);
    expect(await stateOf(desk, both.lead)).toEqual({ status: 'C01', amountDue: 70_000 });
    expect(await firstCode(desk.as.ana, both.lead)).toMatchObject({ status: 'PAID', paidAmount: 130_000 });
    const statuses = await desk.api.rows<{ status: number }>(sql`
      SELECT loan_status AS status FROM loan_item WHERE id IN (${both.lead.loanItemId}, ${both.older.loanItemId})
      ORDER BY id`);
    expect(statuses).toEqual([{ status: 40 }, { status: 50 }]);
    const [paid] = await desk.api.rows<{ reference: string }>(sql`
      SELECT provider_reference AS reference FROM payment WHERE id = ${data.paymentId}`);
    const reversal = { type: 'REVERSAL', originalReference: paid!.reference, channel: undefined };
    await send(both.lead, { ...reversal, amount: 50_000 });
    expect(await paidOf(both)).toEqual([80_000, 0]);
    expect(await differences(desk)).toEqual([]);
  });

  it('by a deduction does so too', async () => {
    const both = await twoItems();
    const body = { taskId: both.lead.id, amount: 60_000 };
    const { data } = await ask<DeductionAnswer>(desk.as.ana, 'task/partDeduce', body);
    const answer = await postSigned(desk.api, 'repay/deduct/callback', TEST_SECRETS.debitHmac, {
      eventId: `long-${data.deductionId}`,
      chargeId: `long-${data.deductionId}`,
      idempotencyKey: `debit-${data.deductionId}`,
      ...{ status: 'SUCCESS', reason: null, amount: 60_000, at: new Date().toISOString() },
    });
    expect(answer.code).toBe('00');
    expect(await paidOf(both)).toEqual([60_000, 0]);
  });

  it('without a code pays the item that it names first', async () => {
    const both = await twoItems();
    await send(both.lead, { amount: 30_000 });
    expect(await paidOf(both)).toEqual([0, 30_000]);
  });

  it('by a code from before its items came together pays that code’s item first', async () => {
    const both = {
      lead: await caseOf(desk, { daysPastDue: 60 }),
      older: await caseOf(desk, { daysPastDue: 35 }),
    };
    const reference = await codeOf(both.older);
    await join(both);
    await send(both.older, { amount: 30_000, reference });
    expect(await paidOf(both)).toEqual([30_000, 0]);
    expect(await stateOf(desk, both.lead)).toMatchObject({ amountDue: 170_000 });
  });

  it('is no extension’s fee, though one was offered before the items came together', async () => {
    const both = {
      lead: await caseOf(desk, { daysPastDue: 35 }),
      older: await caseOf(desk, { daysPastDue: 60 }),
    };
    const wish = { taskId: both.lead.id, percent: 10 };
    const { data } = await ask<RequestedExtension>(desk.as.ana, 'loan/manualDelay', wish);
    await life.ask(data.codeId);
    await join(both);
    const offer = await desk.as.ana.get<DelayCode>(`loan/delayCode?taskId=${both.lead.id}`);
    await send(both.lead, { amount: data.fee, reference: offer.data.codes[0]!.reference });
    expect(await stateOf(desk, both.lead)).toEqual({ status: 'C01', amountDue: 200_000 - data.fee });
    expect(await paidOf(both)).toEqual([data.fee, 0]);
  });
});
