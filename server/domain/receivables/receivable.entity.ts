import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { ReceivableState } from '../../../contract/money/receivables.js';
import { Centavos, Count, Ref, Text, Time } from '../../platform/db/columns.js';

/** Money that was refunded and whose payment was reversed. Open is amount - paid - writtenOff. */
@Entity('receivable')
@Index('receivable_case', ['caseId', 'status'])
@Index('receivable_loan_item', ['loanItemId', 'status', 'id'])
@Index('receivable_status', ['status', 'caseId'])
@Index('refund_id', ['refundId'], { unique: true })
export class Receivable {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'institution' })
  institutionId!: number;

  @Ref({ of: 'loan_item' })
  loanItemId!: number;

  @Ref({ of: 'collection_case', nullable: true })
  caseId!: number | null;

  @Ref({ of: 'refund' })
  refundId!: number;

  @Centavos()
  amount!: number;

  @Centavos({ default: 0 })
  paid!: number;

  @Centavos({ default: 0 })
  writtenOff!: number;

  /** WRITTEN_OFF: a part of it at least. A further reversal opens it again. */
  @Text(12)
  status!: ReceivableState;

  @Time()
  openedAt!: Date;

  /** The person who asks to write it off; null while it is not asked for. */
  @Ref({ of: 'user', nullable: true })
  askedBy!: number | null;

  @Time({ nullable: true })
  askedAt!: Date | null;

  @Text(200, { nullable: true })
  reason!: string | null;

  @Ref({ of: 'user', nullable: true })
  decidedBy!: number | null;

  @Time({ nullable: true })
  decidedAt!: Date | null;

  @Text(200, { nullable: true })
  answer!: string | null;

  @Count({ default: 1 })
  version!: number;
}
