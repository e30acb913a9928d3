import { Injectable } from '@nestjs/common';
import type { PaymentVoucher } from '../../../../contract/money/payments.js';
import type { Page } from '../../../../contract/shared/page.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf } from '../../../platform/auth/scope.js';
import { Database } from '../../../platform/db/database.js';
import { sql } from '../../../platform/db/sql.js';
import { AppError } from '../../../platform/http/app-error.js';
import { ITEMS } from '../../case-work/cases/plan.queries.js';
import type { Spread } from '../../../domain/loans/due.rules.js';
import { pendingCall, refuseWhilePending } from '../../../domain/calls/who-answers.sql.js';
import { reversalOf } from '../../../domain/payments/payment.rules.js';

type VoucherRecord = Omit<PaymentVoucher, 'reversal' | 'periods'> & { spread: string };

/** The payments of a case's loan, as vouchers. A case outside the viewer's scope answers as if it did not exist. */
@Injectable()
export class VouchersQueries {
  constructor(private readonly database: Database) {}

  /** `payment/details`, newest first. A reversal is a state of what it takes back. @throws case.notFound, call.whoAnswers */
  async vouchers(
    actor: Actor,
    { taskId, page, size }: { taskId: number; page: number; size: number },
  ): Promise<Page<PaymentVoucher>> {
    const mine = sql`c.id = ${taskId} AND ${casesOf(actor)}`;
    const [records, count] = await Promise.all([
      this.database.wireRows<VoucherRecord>(
        sql`
        SELECT p.id, p.provider_reference AS providerReference, p.channel AS payChannel, p.value_at AS valueTime,
          p.posted_at AS postTime, p.amount, p.due_before AS dueBefore, p.prepaid AS prepaidAmount,
          p.reversed_amount AS reversedAmount,
          CAST(COALESCE((SELECT SUM(f.amount) FROM refund f WHERE f.case_id = p.case_id AND f.payment_id = p.id), 0)
            AS SIGNED) AS refundAmount,
          (SELECT x.fee FROM extension x WHERE x.payment_id = p.id) AS extensionFee,
          i.app_name AS appName, i.external_id AS loanId, c.borrower_name AS borrowerName, p.spread, p.simulated
        FROM collection_case c ${ITEMS} JOIN payment p ON p.loan_item_id = i.id AND p.type = 'PAYMENT'
        WHERE ${mine} ORDER BY p.value_at DESC, p.id DESC LIMIT ${(page - 1) * size}, ${size}`,
        'simulated',
      ),
      this.database.row<{ found: number; total: number; pendingCallId: number | null }>(sql`
        SELECT COUNT(*) AS found, COUNT(p.id) AS total, MAX(${pendingCall(actor)}) AS pendingCallId
        FROM collection_case c ${ITEMS} LEFT JOIN payment p ON p.loan_item_id = i.id AND p.type = 'PAYMENT'
        WHERE ${mine}`),
    ]);
    if (!count?.found) throw new AppError('case.notFound');
    refuseWhilePending(count);
    return { result: records.map(toVoucher), totalCount: count.total };
  }
}

function toVoucher({ spread, ...record }: VoucherRecord): PaymentVoucher {
  const periods = (JSON.parse(spread) as Spread).map(([period, amount]) => ({ period, amount }));
  return { ...record, reversal: reversalOf(record), periods };
}
