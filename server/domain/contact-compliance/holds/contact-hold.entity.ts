import { Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { ContactChannel, HoldKind } from '../../../../contract/contact/contact-compliance.js';
import { Ref, Sealed, Text, Time } from '../../../platform/db/columns.js';

/** A hold on a borrower, or on one contact (an opt-out). It is lifted and never deleted. */
@Entity('contact_hold')
@Index('contact_hold_borrower', ['borrowerId', 'liftedAt'])
@Index('contact_hold_complaint', ['complaintId'])
@Index('contact_hold_moved', ['movedCaseId'])
export class ContactHold {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'borrower' })
  borrowerId!: number;

  @Ref({ of: 'contact', nullable: true })
  contactId!: number | null;

  @Text(8, { nullable: true })
  channel!: ContactChannel | null;

  @Text(16)
  kind!: HoldKind;

  /** The case on which it was placed. */
  @Ref({ of: 'collection_case', nullable: true })
  caseId!: number | null;

  /** The case whose withdrawal or closing brought it along, and whose return lifts it. */
  @Ref({ of: 'collection_case', nullable: true })
  movedCaseId!: number | null;

  @Sealed(1200, { nullable: true })
  noteEnc!: Buffer | null;

  @Ref({ of: 'user', nullable: true })
  placedBy!: number | null;

  @Time()
  placedAt!: Date;

  @Time({ nullable: true })
  untilAt!: Date | null;

  @Ref({ of: 'user', nullable: true })
  liftedBy!: number | null;

  @Time({ nullable: true })
  liftedAt!: Date | null;

  /** The request that the hold came with: its decision lengthens or lifts it. */
  @Ref({ of: 'leader_request', nullable: true })
  requestId!: number | null;

  @Ref({ of: 'complaint', nullable: true })
  complaintId!: number | null;
}
