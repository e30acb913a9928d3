import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { PayLogType } from '../../../contract/codes.js';
import { Centavos, Flag, Json, Ref, Text, Time } from '../../platform/db/columns.js';

/** A payment or a reversal, as the provider or the ledger reported it. */
@Entity('payment')
@Index('payment_case', ['caseId', 'id'])
@Index('payment_credit', ['creditedTo', 'postedAt'])
@Index('payment_institution', ['creditedInstitutionId', 'type', 'postedAt', 'caseId'])
@Index('payment_loan_item', ['loanItemId', 'id'])
@Index('provider_reference', ['providerReference'], { unique: true })
export class Payment {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  /** Compared byte by byte: "aB1" and "Ab1" are two payments. */
  @Text(64, { collation: 'utf8mb4_bin' })
  providerReference!: string;

  @Text(10)
  type!: string;

  @Ref({ of: 'payment', nullable: true })
  originalId!: number | null;

  @Centavos({ default: 0 })
  reversedAmount!: number;

  @Ref({ of: 'loan_item' })
  loanItemId!: number;

  @Ref({ of: 'collection_case', nullable: true })
  caseId!: number | null;

  @Centavos()
  amount!: number;

  @Text(8)
  channel!: string;

  @Column({ type: 'tinyint', default: 1 })
  logType!: PayLogType;

  @Ref({ of: 'user', nullable: true })
  creditedTo!: number | null;

  /** Institution of the credited collector, so that a day's payments of an institution are one range. */
  @Ref({ of: 'institution', nullable: true })
  creditedInstitutionId!: number | null;

  @Time()
  valueAt!: Date;

  @Time()
  postedAt!: Date;

  /** Amount due on the loan item just before. */
  @Centavos()
  dueBefore!: number;

  /** How it was spread over the plan: [[period, centavos]]; a reversal takes back by it. */
  @Json()
  spread!: [period: number, centavos: number][];

  /** Parts that paid the due, an extension's fee included, and rows that were not due yet. */
  @Centavos({ default: 0 })
  towardsDue!: number;

  @Centavos({ default: 0 })
  prepaid!: number;

  /** The oldest due date that it found unpaid; NULL before this was kept. */
  @Column({ type: 'date', nullable: true })
  dueSince!: string | null;

  /** An extension's fee. */
  @Centavos({ default: 0 })
  fee!: number;

  /** To a refund; a reversal: back from refunds that were not paid out. */
  @Centavos({ default: 0 })
  refunded!: number;

  /** Closed receivables; a reversal: opened one. */
  @Centavos({ default: 0 })
  receivable!: number;

  /** A simulator answered. */
  @Flag(false)
  simulated!: boolean;
}
