import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { DeclineReason, HelpState } from '../../../contract/supervision/help.js';
import { Ref, Text, Time } from '../../platform/db/columns.js';

/** Help that a collector asks for during a call, and what came of it. */
@Entity('help_request')
@Index('help_request_call', ['callId', 'id'])
@Index('help_request_group', ['groupId', 'askedAt'])
export class HelpRequest {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'institution' })
  institutionId!: number;

  @Ref({ of: 'admin_group', nullable: true })
  groupId!: number | null;

  @Ref({ of: 'user' })
  agentId!: number;

  @Ref({ of: 'phone_call' })
  callId!: number;

  @Ref({ of: 'collection_case', nullable: true })
  caseId!: number | null;

  @Time()
  askedAt!: Date;

  @Ref({ of: 'user', nullable: true })
  passedBy!: number | null;

  @Ref({ of: 'user', nullable: true })
  passedTo!: number | null;

  /** MISSED is not stored: it waits, and its call is over. */
  @Text(10, { default: 'WAITING' })
  status!: Exclude<HelpState, 'MISSED'>;

  @Text(10, { nullable: true })
  reason!: DeclineReason | null;

  @Ref({ of: 'user', nullable: true })
  endedBy!: number | null;

  @Time({ nullable: true })
  endedAt!: Date | null;
}
