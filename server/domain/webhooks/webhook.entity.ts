import { Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import type { WebhookEvent } from '../../../contract/administration/webhooks.js';
import { Flag, Json, Ref, Sealed, Text, Time } from '../../platform/db/columns.js';
import { Institution } from '../institutions/institution.entity.js';
import { Modified } from '../users/modified.entity.js';
import { User } from '../users/user.entity.js';

/** An address of another system that is told what happens to an institution's cases. */
@Entity('webhook')
@Index('webhook_name', ['institutionId', 'name'], { unique: true })
export class Webhook extends Modified {
  @Ref()
  institutionId!: number;

  @ManyToOne(() => Institution, { createForeignKeyConstraints: false })
  institution?: Institution;

  @Text(60)
  name!: string;

  @Text(300)
  address!: string;

  @Json()
  events!: WebhookEvent[];

  @Flag(true)
  enabled!: boolean;

  @Sealed(160, { nullable: true })
  secretEnc!: Buffer | null;

  /** Signs beside the new one until then. */
  @Sealed(160, { nullable: true })
  formerSecretEnc!: Buffer | null;

  @Time({ nullable: true })
  formerUntil!: Date | null;

  @Text(12, { nullable: true })
  starts!: string | null;

  @Flag(false)
  isPrivate!: boolean;

  @Ref({ of: 'user', nullable: true })
  askedBy!: number | null;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'asked_by' })
  asker?: User | null;

  @Ref({ of: 'user', nullable: true })
  approvedBy!: number | null;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'approved_by' })
  approver?: User | null;

  @Time({ nullable: true })
  approvedAt!: Date | null;
}
