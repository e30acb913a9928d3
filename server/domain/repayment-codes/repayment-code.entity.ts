import { Entity, Index, PrimaryColumn } from 'typeorm';
import type {
  CodeChannel,
  CodeEndReason,
  CodePurpose,
  CodeStatus,
} from '../../../contract/money/repayment-codes.js';
import { Centavos, Derived, Flag, Hash, Ref, Sealed, Text, Time } from '../../platform/db/columns.js';

/** A reference that a borrower pays by. */
@Entity('repayment_code')
@Index('reference_hash', ['referenceHash'], { unique: true })
@Index('repayment_code_case', ['caseId', 'purpose', 'channel', 'id'])
@Index('repayment_code_expiry', ['status', 'expiresAt'])
@Index('repayment_code_extension', ['extensionId'])
@Index('repayment_code_live', ['liveCaseId'])
@Index('repayment_code_waiting', ['status', 'requestedAt'])
export class RepaymentCode {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'collection_case' })
  caseId!: number;

  @Ref({ of: 'loan_item' })
  loanItemId!: number;

  @Ref({ of: 'extension', nullable: true })
  extensionId!: number | null;

  @Text(10)
  purpose!: CodePurpose;

  @Text(8)
  channel!: CodeChannel;

  @Centavos()
  amount!: number;

  @Flag()
  custom!: boolean;

  /** The most that could have been asked for when it was requested. */
  @Centavos()
  maximumAmount!: number;

  @Centavos({ default: 0 })
  paid!: number;

  @Text(12)
  status!: CodeStatus;

  @Text(16, { nullable: true })
  reason!: CodeEndReason | null;

  @Sealed(96, { nullable: true })
  referenceEnc!: Buffer | null;

  @Hash(16, { nullable: true })
  referenceHash!: Buffer | null;

  @Text(24, { nullable: true })
  referenceMask!: string | null;

  @Sealed(96, { nullable: true })
  barcodeEnc!: Buffer | null;

  @Ref({ of: 'user', nullable: true })
  requestedBy!: number | null;

  @Time()
  requestedAt!: Date;

  @Time()
  expiresAt!: Date;

  @Time({ nullable: true })
  endedAt!: Date | null;

  @Time()
  updatedAt!: Date;

  /** A simulator answered. */
  @Flag(false)
  simulated!: boolean;

  /** The case, as long as money is asked for by it. */
  @Derived('bigint')
  liveCaseId!: number | null;
}
