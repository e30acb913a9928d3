import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { ContactChannel } from '../../../../contract/contact/contact-compliance.js';
import { Count, Flag, Json, Ref, Text, Time } from '../../../platform/db/columns.js';

/** The decision on an act, allowed or refused. The eight days before an act are one range of an index. */
@Entity('contact_receipt')
@Index('contact_receipt_borrower', ['borrowerId', 'id'])
@Index('contact_receipt_counted', [
  'borrowerId',
  'counted',
  'at',
  'slot',
  'conversationAt',
  'contactId',
  'kind',
])
@Index('contact_receipt_refused', ['actorId', 'allowed', 'at'])
@Index('contact_receipt_time', ['at', 'kind', 'caseId', 'borrowerId'])
export class ContactReceipt {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'collection_case' })
  caseId!: number;

  @Ref({ of: 'borrower' })
  borrowerId!: number;

  @Ref({ of: 'contact', nullable: true })
  contactId!: number | null;

  @Text(8)
  channel!: ContactChannel;

  /** ACT: asked before it happened. MANUAL: recorded after it did. INCOMING: the borrower's own. */
  @Text(8)
  kind!: string;

  /** ATTEMPT or MESSAGE: the limit that it counts towards. */
  @Text(8)
  slot!: string;

  @Flag()
  allowed!: boolean;

  /** It counts towards a limit: it was allowed, is not the borrower's own and was not given back. */
  @Flag()
  counted!: boolean;

  @Time({ nullable: true })
  conversationAt!: Date | null;

  /** The reason why it no longer counts. */
  @Text(24, { nullable: true })
  released!: string | null;

  /** Until when its contact was counted. Older receipts have none. */
  @Time({ nullable: true })
  releasedAt!: Date | null;

  @Ref({ of: 'user', nullable: true })
  actorId!: number | null;

  @Count()
  policyVersion!: number;

  /** Levels above that took part, as institution:version. */
  @Text(512, { nullable: true })
  policyAbove!: string | null;

  @Ref({ of: 'contact_override', nullable: true })
  overrideId!: number | null;

  @Time({ nullable: true })
  callBackAt!: Date | null;

  @Json()
  decision!: unknown;

  /** When the borrower may next be contacted: before this act, after it, and after a conversation. */
  @Time()
  freeBefore!: Date;

  @Time()
  freeAfter!: Date;

  @Time()
  freeSpoken!: Date;

  @Time()
  at!: Date;

  /** When what became of it last changed. */
  @Time({ nullable: true })
  outcomeAt!: Date | null;
}
