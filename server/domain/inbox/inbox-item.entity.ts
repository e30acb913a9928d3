import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { InboxCause } from '../../../contract/inbox.js';
import { Count, Ref, Text, Time } from '../../platform/db/columns.js';

/** A notification of one person. */
@Entity('inbox_item')
@Index('inbox_item_open', ['userId', 'openKey'], { unique: true })
export class InboxItem {
  @Ref({ of: 'user', primary: true })
  userId!: number;

  /** The id of the first event. */
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  /** The newest event of the same cause. */
  @Index('inbox_item_event')
  @Ref({ of: 'domain_event' })
  eventId!: number;

  @Text(24)
  cause!: InboxCause;

  /** Null once it is read. */
  @Text(64, { nullable: true })
  openKey!: string | null;

  @Count()
  times!: number;

  @Text(24, { nullable: true })
  detail!: string | null;

  @Ref()
  subjectId!: number;

  @Ref({ nullable: true, of: 'collection_case' })
  caseId!: number | null;

  @Ref({ nullable: true, of: 'user' })
  actorId!: number | null;

  @Index('inbox_item_told')
  @Time()
  toldAt!: Date;

  @Time({ nullable: true })
  readAt!: Date | null;

  @Time({ nullable: true })
  snoozedUntil!: Date | null;
}
