import { Entity, Index } from 'typeorm';
import type { CaseStatus } from '../../../contract/codes.js';
import type { RefundState } from '../../../contract/money/refunds.js';
import { Centavos, Ref, Text, Time, Versioned } from '../../platform/db/columns.js';

/** Money above the whole balance, until it is paid back, rejected or taken back. */
@Entity('refund')
@Index('refund_case', ['caseId'])
@Index('refund_loan_item', ['loanItemId', 'id'])
@Index('refund_status', ['status', 'openedAt'])
export class Refund extends Versioned {
  /** NULL: of a loan that had no case yet. */
  @Ref({ of: 'collection_case', nullable: true })
  caseId!: number | null;

  @Ref({ of: 'payment' })
  paymentId!: number;

  @Centavos()
  amount!: number;

  @Text(12)
  status!: RefundState;

  @Time()
  openedAt!: Date;

  /** The case goes back to it when the refund ends. */
  @Text(3, { default: 'C31' })
  statusBefore!: CaseStatus;

  @Text(64, { nullable: true })
  reference!: string | null;

  @Text(64, { nullable: true })
  voucher!: string | null;

  @Text(200, { nullable: true })
  reason!: string | null;

  @Ref({ of: 'user', nullable: true })
  decidedBy!: number | null;

  @Time({ nullable: true })
  decidedAt!: Date | null;

  @Ref({ of: 'loan_item', default: 0 })
  loanItemId!: number;

  /** The part that reversals took back; `amount` is what is left. */
  @Centavos({ default: 0 })
  takenBack!: number;
}
