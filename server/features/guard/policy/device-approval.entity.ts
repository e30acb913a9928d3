import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { DevicePurpose } from '../../../../contract/guard-policy.js';
import { Ref, Text, Time } from '../../../platform/db/columns.js';
import { User } from '../../users/user.entity.js';

/** One administrator's wish, and another one's approval. It is changed under the institution's lock alone. */
@Entity('device_approval')
@Index('device_approval_institution', ['institutionId', 'purpose', 'endedAt'])
export class DeviceApproval {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref()
  institutionId!: number;

  @Text(8)
  purpose!: DevicePurpose;

  @Ref()
  requestedBy!: number;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'requested_by' })
  requester?: User | null;

  @Time()
  requestedAt!: Date;

  @Ref({ nullable: true })
  approvedBy!: number | null;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'approved_by' })
  approver?: User | null;

  @Time({ nullable: true })
  approvedAt!: Date | null;

  @Ref({ nullable: true })
  endedBy!: number | null;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'ended_by' })
  ender?: User | null;

  @Time({ nullable: true })
  endedAt!: Date | null;
}
