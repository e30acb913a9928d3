import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Text, Time } from '../../../platform/db/columns.js';

/** A carrier's report as it came. Unapplied ones wait a day for their message. */
@Entity('message_receipt')
@Index('message_receipt_waiting', ['outcome', 'receivedAt'])
export class MessageReceipt {
  @PrimaryColumn({ type: 'varchar', length: 64, collation: 'utf8mb4_bin' })
  eventId!: string;

  @Text(64, { collation: 'utf8mb4_bin' })
  idempotencyKey!: string;

  @Text(64)
  providerId!: string;

  @Text(12)
  status!: string;

  @Time()
  at!: Date;

  @Time()
  receivedAt!: Date;

  /** APPLIED, LATE, WAITING or EXPIRED. */
  @Text(8)
  outcome!: string;
}
