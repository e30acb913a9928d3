import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Hash, Ref, Sealed, Text, Time } from '../../platform/db/columns.js';

/** A person with loans at the lender. Sealed fields are shown by their masks and found by their hashes. */
@Entity('borrower')
@Index('borrower_external', ['institutionId', 'externalId'], { unique: true })
@Index('borrower_identity', ['identityHash'])
@Index('borrower_phone', ['phoneHash'])
export class Borrower {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'institution' })
  institutionId!: number;

  @Text(40, { collation: 'utf8mb4_bin' })
  externalId!: string;

  @Text(120)
  name!: string;

  @Sealed(96)
  phoneEnc!: Buffer;

  @Hash(16)
  phoneHash!: Buffer;

  @Text(24)
  phoneMask!: string;

  @Sealed(96, { nullable: true })
  homePhoneEnc!: Buffer | null;

  @Text(24, { nullable: true })
  homePhoneMask!: string | null;

  @Sealed(96, { nullable: true })
  identityEnc!: Buffer | null;

  @Hash(16, { nullable: true })
  identityHash!: Buffer | null;

  @Text(24, { nullable: true })
  identityMask!: string | null;

  @Column({ type: 'date', nullable: true })
  birthDate!: string | null;

  @Text(80, { nullable: true })
  municipality!: string | null;

  @Text(40, { nullable: true })
  state!: string | null;

  @Text(24, { nullable: true })
  maritalStatus!: string | null;

  @Text(40, { nullable: true })
  education!: string | null;

  @Text(120, { nullable: true })
  companyName!: string | null;

  @Text(80, { nullable: true })
  occupation!: string | null;

  @Sealed(900, { nullable: true })
  residenceAddressEnc!: Buffer | null;

  @Text(40, { nullable: true })
  residenceAddressMask!: string | null;

  @Sealed(900, { nullable: true })
  companyAddressEnc!: Buffer | null;

  @Text(40, { nullable: true })
  companyAddressMask!: string | null;

  @Column({ type: 'tinyint', nullable: true, unsigned: true })
  workingYears!: number | null;

  /** When the borrower last opened the lender's app. */
  @Time({ nullable: true })
  lastAppVisitAt!: Date | null;

  /** Contact has stopped, and what is known is hidden. */
  @Time({ nullable: true })
  blockedAt!: Date | null;

  @Time({ nullable: true })
  erasedAt!: Date | null;
}
