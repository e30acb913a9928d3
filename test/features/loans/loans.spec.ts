import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LoanRecordRow } from '../../../contract/money/loans.js';
import type { PaymentVoucher } from '../../../contract/money/payments.js';
import type { Page } from '../../../contract/shared/page.js';
import { reversalOf } from '../../../server/domain/payments/payment.rules.js';
import { sql } from '../../../server/platform/db/sql.js';
import { pay } from '../../support/cases.js';
import { caseOf, createMoneyDesk, fieldsOf, type MoneyDesk } from '../repayment-codes/desk.js';

let desk: MoneyDesk;

beforeAll(async () => {
  desk = await createMoneyDesk();
});
afterAll(() => desk.close());

const records = (query: string, who: 'ana' | 'luis' | 'supervisor' | 'otherLeader' = 'ana') =>
  desk.as[who].get<Page<LoanRecordRow>>(`loan/loan-record?${query}`);

describe('the loans of a borrower', () => {
  it('come over all apps, newest first, and name the case only to whom it exists', async () => {
    const [first, second] = [await caseOf(desk), await caseOf(desk, { ownerId: null, groupId: null })];
    await desk.api.rows(sql`
      UPDATE loan_item SET borrower_id = ${first.borrowerId}, app_name = 'Otra App', reloan = 1,
        disbursed_at = '2026-01-05' WHERE id = ${second.loanItemId}`);
    await pay(desk.api, {
      loanItemExternalId: second.externalId,
      amount: 100_000,
      providerReference: `loan-${second.id}`,
    });
    const { data } = await records(`taskId=${first.id}`);
    expect(data.totalCount).toBe(2);
    expect(data.result).toMatchObject([
      {
        loanId: first.externalId,
        appName: 'Credi',
        outstandingAmount: 100_000,
        taskId: first.id,
        periods: 1,
      },
      {
        loanId: second.externalId,
        appName: 'Otra App',
        reloan: 1,
        loanStatus: 50,
        caseStatus: 'C31',
        taskId: null,
      },
    ]);
    expect(data.result[1]!.settledAt).not.toBeNull();
    expect((await records(`borrowerId=${first.borrowerId}`)).data).toEqual(data);
    expect((await records(`taskId=${first.id}&size=1&page=2`)).data.result).toHaveLength(1);
  });

  it('of others are none, and one must say whose', async () => {
    const test = await caseOf(desk);
    for (const query of [`taskId=${test.id}`, `borrowerId=${test.borrowerId}`]) {
      expect(await records(query, 'luis')).toMatchObject({ code: '21' });
      expect(await records(query, 'otherLeader')).toMatchObject({ code: '21' });
      expect(await records(query, 'supervisor')).toMatchObject({ code: '00' });
    }
    expect(fieldsOf(await records(''))).toEqual(['borrowerId']);
    expect(fieldsOf(await records(`taskId=${test.id}&borrowerId=1`))).toEqual(['borrowerId']);
  });
});

describe('the vouchers of a case', () => {
  const vouchers = (id: number, more = '', who: 'ana' | 'luis' | 'supervisor' = 'ana') =>
    desk.as[who].get<Page<PaymentVoucher>>(`payment/details?taskId=${id}${more}`);

  it('say what was paid, where it went, and what was taken back', async () => {
    const test = await caseOf(desk, { periods: [40_000, 60_000] });
    const of = (n: number) => `voucher-${test.id}-${n}`;
    const payment = { loanItemExternalId: test.externalId };
    await pay(desk.api, { ...payment, amount: 50_000, providerReference: of(1), channel: 'OXXO' });
    await pay(desk.api, {
      ...{ type: 'REVERSAL', originalReference: of(1), amount: 20_000, providerReference: of(2) },
    });
    await pay(desk.api, { ...payment, amount: 90_000, providerReference: of(3) });
    const { data } = await vouchers(test.id);
    expect(data.totalCount).toBe(2);
    expect(data.result).toMatchObject([
      {
        ...{ providerReference: of(3), payChannel: 'SPEI', amount: 90_000, dueBefore: 70_000 },
        ...{ refundAmount: 20_000, reversal: 'NONE', extensionFee: null },
      },
      {
        ...{ providerReference: of(1), payChannel: 'OXXO', amount: 50_000, dueBefore: 100_000 },
        ...{ reversal: 'PARTIAL', reversedAmount: 20_000, loanId: test.externalId },
        periods: [
          { period: 1, amount: 40_000 },
          { period: 2, amount: 10_000 },
        ],
      },
    ]);
    expect((await vouchers(test.id, '&size=1&page=2')).data.result).toHaveLength(1);
  });

  it('of others are none', async () => {
    const test = await caseOf(desk);
    expect(await vouchers(test.id)).toMatchObject({ code: '00', data: { result: [], totalCount: 0 } });
    expect(await vouchers(test.id, '', 'luis')).toMatchObject({ code: '21' });
    expect(await vouchers(test.id, '', 'supervisor')).toMatchObject({ code: '00' });
    expect(fieldsOf(await desk.as.ana.get('payment/details'))).toEqual(['taskId']);
  });

  it('know a part from the whole', () => {
    const of = (reversedAmount: number) => reversalOf({ amount: 10, reversedAmount });
    expect([of(0), of(1), of(10)]).toEqual(['NONE', 'PARTIAL', 'FULL']);
  });
});
