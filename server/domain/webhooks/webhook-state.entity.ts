import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Count, Time } from '../../platform/db/columns.js';

/** How far a webhook has been told, and when it is tried next. */
@Entity('webhook_state')
export class WebhookProgress {
  @PrimaryColumn({ type: 'bigint' })
  webhookId!: number;

  /** The place of the last event in the chain of events. */
  @Column({ type: 'bigint' })
  seq!: number;

  @Count({ default: 0 })
  failures!: number;

  @Time({ nullable: true })
  failingSince!: Date | null;

  @Time()
  nextAt!: Date;

  /** A worker sends until then. */
  @Time({ nullable: true })
  busyUntil!: Date | null;
}
