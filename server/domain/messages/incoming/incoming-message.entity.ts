import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { IncomingChannel, Meaning } from '../../../../contract/contact/incoming-messages.js';
import { Derived, Hash, Ref, Sealed, Text, Time } from '../../../platform/db/columns.js';

/** A message to the lender. One whose sender nobody knows has no case, and is kept for a day. */
@Entity('incoming_message')
@Index('incoming_message_case', ['caseId', 'id'])
@Index('incoming_message_number', ['phoneHash', 'meaning'])
@Index('incoming_message_provider', ['providerId'], { unique: true })
@Index('incoming_message_unknown', ['unknownSince'])
export class IncomingMessage {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Text(64, { collation: 'utf8mb4_bin' })
  providerId!: string;

  @Text(8)
  channel!: IncomingChannel;

  @Text(12)
  meaning!: Meaning;

  @Sealed(96)
  phoneEnc!: Buffer;

  @Hash(16)
  phoneHash!: Buffer;

  @Text(24)
  phoneMask!: string;

  @Sealed(6600)
  textEnc!: Buffer;

  @Ref({ of: 'collection_case', nullable: true })
  caseId!: number | null;

  @Ref({ of: 'contact', nullable: true })
  contactId!: number | null;

  /** The carrier's. */
  @Time()
  at!: Date;

  @Time()
  receivedAt!: Date;

  /** While no case knows the sender. */
  @Derived('datetime', { precision: 3 })
  unknownSince!: Date | null;
}
