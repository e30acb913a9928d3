import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { LoanStatus } from '../../../contract/codes.js';
import { Centavos, Count, Ref, Sealed, Text, Time } from '../../platform/db/columns.js';

/** The part of a lender's loan that is collected. The lender's ledger owns it. */
@Entity('loan_item')
@Index('external_id', ['externalId'], { unique: true })
@Index('loan_item_app', ['institutionId', 'platform', 'appName'])
@Index('loan_item_borrower', ['borrowerId'])
@Index('loan_item_import', ['importId', 'id'])
@Index('loan_item_lead', ['leadItemId'])
@Index('loan_item_loan', ['loanExternalId'])
export class LoanItem {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'institution' })
  institutionId!: number;

  @Ref({ of: 'borrower' })
  borrowerId!: number;

  @Text(40, { collation: 'utf8mb4_bin' })
  externalId!: string;

  @Text(40)
  loanExternalId!: string;

  @Text(60)
  appName!: string;

  @Text(60)
  productCategory!: string;

  @Text(8)
  platform!: string;

  @Column({ type: 'tinyint' })
  reloan!: number;

  @Column({ type: 'tinyint' })
  loanStatus!: LoanStatus;

  @Time()
  disbursedAt!: Date;

  @Centavos()
  contractAmount!: number;

  @Text(60, { nullable: true })
  bankName!: string | null;

  @Sealed(96, { nullable: true })
  cardEnc!: Buffer | null;

  @Text(24, { nullable: true })
  cardMask!: string | null;

  @Count({ default: 1 })
  version!: number;

  /** The loan item that leads the borrower's long-aging case; the case is opened on that one. */
  @Ref({ of: 'loan_item', nullable: true })
  leadItemId!: number | null;

  /** Where its next case opens. */
  @Ref({ of: 'queue', nullable: true })
  queueId!: number | null;

  /** The day from which the whole balance is claimed. */
  @Column({ type: 'date', nullable: true })
  acceleratedOn!: string | null;

  /** When the borrower last opened a payment page of the loan. */
  @Time({ nullable: true })
  lastPageVisitAt!: Date | null;

  /** The file that brought it; null: before that was noted. */
  @Ref({ of: 'import_run', nullable: true })
  importId!: number | null;
}
