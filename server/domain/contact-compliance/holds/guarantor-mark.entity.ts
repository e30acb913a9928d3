import { Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Derived, Ref, Time } from '../../../platform/db/columns.js';

/** Guarantors may be contacted: one person asks for the mark, another one confirms it. */
@Entity('guarantor_mark')
@Index('guarantor_mark_contact', ['contactId'])
@Index('guarantor_mark_live', ['liveContactId'], { unique: true })
export class GuarantorMark {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'contact' })
  contactId!: number;

  /** The case on which it was asked for. */
  @Ref({ of: 'collection_case' })
  caseId!: number;

  @Ref({ of: 'user' })
  requestedBy!: number;

  @Time()
  requestedAt!: Date;

  @Ref({ of: 'user', nullable: true })
  confirmedBy!: number | null;

  @Time({ nullable: true })
  confirmedAt!: Date | null;

  /** Refused or taken back before it was confirmed, else taken away. */
  @Ref({ of: 'user', nullable: true })
  endedBy!: number | null;

  @Time({ nullable: true })
  endedAt!: Date | null;

  @Derived('bigint')
  liveContactId!: number | null;
}
