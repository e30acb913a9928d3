import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { ComplianceRule } from '../../../../contract/contact/contact-compliance.js';
import { Ref, Sealed, Text, Time } from '../../../platform/db/columns.js';

/** A rule of the company that a leader set aside for a borrower until a time. */
@Entity('contact_override')
@Index('contact_override_borrower', ['borrowerId', 'untilAt'])
export class ContactOverride {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'borrower' })
  borrowerId!: number;

  @Ref({ of: 'collection_case' })
  caseId!: number;

  @Text(24)
  rule!: ComplianceRule;

  @Sealed(1200)
  reasonEnc!: Buffer;

  @Ref({ of: 'user' })
  grantedBy!: number;

  @Time()
  grantedAt!: Date;

  @Time()
  untilAt!: Date;

  /** The request by which a rule was set aside; null: a leader did it unasked. */
  @Ref({ of: 'leader_request', nullable: true })
  requestId!: number | null;
}
