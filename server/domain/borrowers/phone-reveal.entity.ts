import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { RevealPurpose } from '../../../contract/cases/borrowers.js';
import { Ref, Text, Time } from '../../platform/db/columns.js';

/** A number that was shown in full. The limit of an hour is counted here. */
@Entity('phone_reveal')
@Index('phone_reveal_case', ['caseId', 'id'])
@Index('phone_reveal_user', ['userId', 'at'])
export class PhoneReveal {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'user' })
  userId!: number;

  @Ref({ of: 'collection_case' })
  caseId!: number;

  /** NULL: the borrower's own number. */
  @Ref({ of: 'contact', nullable: true })
  contactId!: number | null;

  @Text(12)
  purpose!: RevealPurpose;

  @Time()
  at!: Date;
}
