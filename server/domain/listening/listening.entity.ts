import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { ListenEnd, ListenMode } from '../../../contract/supervision/listening.js';
import { Flag, Hash, Ref, Text, Time } from '../../platform/db/columns.js';

/** A person who listened to a running call, and whether its collector saw it. */
@Entity('listening')
@Index('listening_agent', ['agentId', 'endedAt'])
@Index('listening_ticket', ['ticketHash'], { unique: true })
@Index('listening_user', ['userId', 'callId', 'endedAt'])
export class Listening {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Hash(32)
  ticketHash!: Buffer;

  @Ref({ of: 'user' })
  userId!: number;

  @Ref({ of: 'user_session' })
  sessionId!: number;

  @Ref({ of: 'phone_call' })
  callId!: number;

  @Ref({ of: 'user' })
  agentId!: number;

  @Ref({ of: 'institution' })
  institutionId!: number;

  @Text(8)
  mode!: ListenMode;

  @Flag()
  shown!: boolean;

  @Time()
  askedAt!: Date;

  @Time({ nullable: true })
  begunAt!: Date | null;

  @Time({ nullable: true })
  endedAt!: Date | null;

  @Text(8, { nullable: true })
  endReason!: ListenEnd | null;
}
