import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { DevicePurpose } from '../../../../contract/guard.js';
import { Ref, Text, Time } from '../../../platform/db/columns.js';

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

  @Time()
  requestedAt!: Date;

  @Ref({ nullable: true })
  approvedBy!: number | null;

  @Time({ nullable: true })
  approvedAt!: Date | null;

  @Ref({ nullable: true })
  endedBy!: number | null;

  @Time({ nullable: true })
  endedAt!: Date | null;
}
