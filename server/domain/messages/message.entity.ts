import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ConnectionProtocol } from '../../../contract/administration/connections.js';
import type { SendChannel } from '../../../contract/contact/message-texts.js';
import type { MessageReason, MessageStatus } from '../../../contract/contact/messages.js';
import { Centavos, Count, Flag, Ref, Sealed, Text, Time } from '../../platform/db/columns.js';

/** A message to a borrower's contact, with the text that was sent, sealed. */
@Entity('message')
@Index('message_again', ['againOf'], { unique: true })
@Index('message_case', ['caseId', 'id'])
@Index('message_due', ['status', 'dueAt'])
@Index('message_stop', ['stopId', 'id'])
export class Message {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'collection_case' })
  caseId!: number;

  @Ref({ of: 'borrower' })
  borrowerId!: number;

  @Ref({ of: 'contact' })
  contactId!: number;

  /** NULL: the system. */
  @Ref({ of: 'user', nullable: true })
  senderId!: number | null;

  @Text(8)
  channel!: SendChannel;

  @Ref({ of: 'message_template' })
  templateId!: number;

  /** The number as it was when the message was written: a repeated submission must be the same. */
  @Sealed(96)
  phoneEnc!: Buffer;

  @Text(24)
  phoneMask!: string;

  @Sealed(4200)
  textEnc!: Buffer;

  @Text(12)
  status!: MessageStatus;

  /** From when on it may be claimed. */
  @Time()
  dueAt!: Date;

  @Count({ default: 0 })
  attempts!: number;

  /** Given up after this many; a person's retry adds to it. */
  @Count()
  attemptsAllowed!: number;

  /** The decision that allowed it. */
  @Ref({ of: 'contact_receipt', nullable: true })
  receiptId!: number | null;

  /** When the hours in which the guard allowed it end. */
  @Time({ nullable: true })
  allowedUntil!: Date | null;

  /** The day whose limits it counts towards. */
  @Column({ type: 'date' })
  slotDay!: string;

  @Text(64, { nullable: true })
  providerId!: string | null;

  @Text(16, { nullable: true })
  reason!: MessageReason | null;

  @Text(200, { nullable: true })
  reasonParams!: string | null;

  @Time()
  createdAt!: Date;

  @Time({ nullable: true })
  sentAt!: Date | null;

  @Time({ nullable: true })
  endedAt!: Date | null;

  @Count({ default: 1 })
  version!: number;

  /** The amount that its text asks for; null when it names none. */
  @Centavos({ nullable: true })
  askedAmount!: number | null;

  /** The failed message that it was sent instead of. */
  @Ref({ of: 'message', nullable: true })
  againOf!: number | null;

  /** A queued message that waits for the end of a stop. */
  @Ref({ of: 'contact_stop', nullable: true })
  stopId!: number | null;

  /** A simulator answered. */
  @Flag(false)
  simulated!: boolean;

  /** By which it was last handed over; null: never. */
  @Text(10, { nullable: true })
  protocol!: ConnectionProtocol | null;
}
