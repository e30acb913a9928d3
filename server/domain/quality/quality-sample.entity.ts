import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { SampleState } from '../../../contract/supervision/quality.js';
import { Count, Ref, Sealed, Text, Time } from '../../platform/db/columns.js';

/** A call that was drawn to be judged by a sheet. */
@Entity('quality_sample')
@Index('quality_sample_agent', ['agentId', 'day', 'id'])
@Index('quality_sample_call', ['sheetId', 'callId'], { unique: true })
@Index('quality_sample_drawn', ['sheetId', 'day', 'agentId'])
@Index('quality_sample_group', ['groupId', 'day', 'id'])
@Index('quality_sample_institution', ['institutionId', 'day', 'id'])
export class QualitySample {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'quality_sheet' })
  sheetId!: number;

  @Count()
  sheetVersion!: number;

  @Ref({ of: 'institution' })
  institutionId!: number;

  @Ref({ of: 'admin_group', nullable: true })
  groupId!: number | null;

  @Ref({ of: 'user' })
  agentId!: number;

  @Ref({ of: 'phone_call' })
  callId!: number;

  @Column({ type: 'date' })
  day!: string;

  @Text(8, { default: 'WAITING' })
  status!: SampleState;

  @Sealed(4200, { nullable: true })
  answerEnc!: Buffer | null;

  @Time({ nullable: true })
  answeredAt!: Date | null;

  @Sealed(4200, { nullable: true })
  closingEnc!: Buffer | null;

  @Ref({ of: 'user', nullable: true })
  closedBy!: number | null;

  @Time({ nullable: true })
  closedAt!: Date | null;
}
