import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { DeliveryState } from '../../../contract/administration/webhooks.js';
import { Count, Ref, Text, Time } from '../../platform/db/columns.js';

/** Events of one request to a webhook, by their places in the chain, and how it was answered. */
@Entity('webhook_delivery')
@Index('webhook_delivery_list', ['webhookId', 'id'])
@Index('webhook_delivery_again', ['status', 'id'])
@Index('webhook_delivery_at', ['at'])
export class WebhookDelivered {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'webhook' })
  webhookId!: number;

  @Column({ type: 'bigint' })
  firstSeq!: number;

  @Column({ type: 'bigint' })
  lastSeq!: number;

  @Count()
  events!: number;

  @Text(8)
  status!: DeliveryState;

  /** HTTP; null: none came. */
  @Count({ nullable: true })
  answer!: number | null;

  @Count({ default: 0 })
  ms!: number;

  @Time()
  at!: Date;
}
