import { Entity, JoinColumn, ManyToOne } from 'typeorm';
import type { PolicyTrial } from '../../../../contract/contact/policy-simulation.js';
import type { ContactPolicy as Document } from '../../../../contract/contact/contact-compliance.js';
import { Count, InstitutionVersion, Json, Ref, Text, Time } from '../../../platform/db/columns.js';
import { Approval } from '../../approvals/approval.entity.js';
import { User } from '../../users/user.entity.js';

/** A version of an institution's contact policy. Without one the default holds, version 0. */
@Entity('guard_policy')
export class ContactPolicy extends InstitutionVersion {
  @Json()
  document!: Document;

  @Text(200)
  note!: string;

  /** The version that this one brought back; 0 is the default. */
  @Count({ nullable: true })
  reverts!: number | null;

  @Ref()
  createdBy!: number;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'created_by' })
  author?: User;

  @Time()
  createdAt!: Date;

  /** The second administrator's word, where it loosened the version before. */
  @Ref({ nullable: true })
  approvalId!: number | null;

  @ManyToOne(() => Approval, { createForeignKeyConstraints: false })
  approval?: Approval | null;

  @Json({ nullable: true })
  simulation!: PolicyTrial | null;
}
