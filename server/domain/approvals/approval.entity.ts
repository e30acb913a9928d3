import { Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import type { ApprovalKind, ApprovalState } from '../../../contract/administration/approvals.js';
import { Json, Ref, Text, Time, Versioned } from '../../platform/db/columns.js';
import { Institution } from '../institutions/institution.entity.js';
import { User } from '../users/user.entity.js';

/** One administrator's wish, and another one's word. It is changed under the institution's lock alone. */
@Entity('approval')
@Index('approval_kind', ['institutionId', 'kind', 'status'])
@Index('approval_subject', ['subjectId', 'status'])
export class Approval extends Versioned {
  @Ref()
  institutionId!: number;

  @ManyToOne(() => Institution, { createForeignKeyConstraints: false })
  institution?: Institution;

  @Text(24)
  kind!: ApprovalKind;

  @Text(10)
  status!: ApprovalState;

  @Text(200)
  reason!: string;

  /** The person or the template that it is about; null: the institution itself. */
  @Ref({ nullable: true })
  subjectId!: number | null;

  /** The change that is written once it is approved; null for a permission. */
  @Json({ nullable: true })
  document!: unknown;

  @Ref()
  requestedBy!: number;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'requested_by' })
  requester?: User | null;

  @Time()
  requestedAt!: Date;

  @Ref({ nullable: true })
  decidedBy!: number | null;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'decided_by' })
  decider?: User | null;

  @Time({ nullable: true })
  decidedAt!: Date | null;

  @Text(200, { nullable: true })
  answer!: string | null;

  @Ref({ nullable: true })
  endedBy!: number | null;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'ended_by' })
  ender?: User | null;

  @Time({ nullable: true })
  endedAt!: Date | null;
}
