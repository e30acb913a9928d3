import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { CallReason, CallState } from '../../../contract/contact/calls.js';
import type { ScriptState } from '../../../contract/contact/first-contact.js';
import type { PartyAnswer } from '../../../contract/contact/who-answers.js';
import { Count, Derived, Flag, Hash, Ref, Sealed, Text, Time } from '../../platform/db/columns.js';

/** A call, out or in. Times are the supplier's, but requestedAt, askedAt and hangupAt are ours. */
@Entity('phone_call')
@Index('phone_call_agent', ['agentId', 'requestedAt', 'id', 'institutionId', 'groupId'])
@Index('phone_call_case', ['caseId', 'requestedAt', 'id'])
@Index('phone_call_dialling', ['diallingAgentId'], { unique: true })
@Index('phone_call_group', ['groupId', 'requestedAt', 'id', 'institutionId'])
@Index('phone_call_institution', ['institutionId', 'requestedAt', 'id'])
@Index('phone_call_live', ['isLive', 'requestedAt'])
@Index('phone_call_number', ['numberHash', 'requestedAt', 'id', 'institutionId', 'groupId', 'agentId'])
@Index('phone_call_party', ['institutionId', 'party', 'requestedAt'])
@Index('phone_call_pending', ['pendingAgentId', 'caseId'])
@Index('phone_call_supplier', ['supplier', 'supplierCallId'], { unique: true })
@Index('phone_call_unpulled', ['unpulled', 'requestedAt'])
export class PhoneCall {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Text(3)
  direction!: 'OUT' | 'IN';

  @Text(10)
  state!: CallState;

  @Ref({ of: 'institution' })
  institutionId!: number;

  @Ref({ of: 'admin_group', nullable: true })
  groupId!: number | null;

  @Ref({ of: 'user' })
  agentId!: number;

  @Text(40)
  supplier!: string;

  @Text(32)
  extensionNumber!: string;

  @Text(64, { nullable: true })
  supplierCallId!: string | null;

  @Ref({ of: 'collection_case', nullable: true })
  caseId!: number | null;

  @Ref({ of: 'borrower', nullable: true })
  borrowerId!: number | null;

  @Ref({ of: 'contact', nullable: true })
  contactId!: number | null;

  @Sealed(96, { nullable: true })
  numberEnc!: Buffer | null;

  /** The called number's hash, so that calls are found by it. Older calls have their contact's. */
  @Hash(16, { nullable: true })
  numberHash!: Buffer | null;

  @Text(24)
  numberMask!: string;

  /** The number that was stated when the call was asked for. */
  @Text(16, { nullable: true })
  callerNumber!: string | null;

  /** The number that the callee was shown, as the telephone reports it. */
  @Text(24, { nullable: true })
  shownNumber!: string | null;

  @Ref({ of: 'contact_receipt', nullable: true })
  receiptId!: number | null;

  @Time()
  requestedAt!: Date;

  @Time({ nullable: true })
  askedAt!: Date | null;

  @Time({ nullable: true })
  ringingAt!: Date | null;

  @Time({ nullable: true })
  answeredAt!: Date | null;

  @Time({ nullable: true })
  endedAt!: Date | null;

  @Time({ nullable: true })
  hangupAt!: Date | null;

  @Text(16, { nullable: true })
  hangupReason!: string | null;

  @Text(16, { nullable: true })
  reason!: CallReason | null;

  @Text(8, { nullable: true })
  hungUpBy!: string | null;

  /** Source of its end: US, FAILED, ENDED; a later one of these overrides an earlier one. */
  @Text(8, { nullable: true })
  closedBy!: string | null;

  @Text(500, { nullable: true })
  recordingUrl!: string | null;

  /** The sealed file's name. */
  @Text(64, { nullable: true })
  recording!: string | null;

  @Count({ default: 1 })
  version!: number;

  /** A simulator answered. */
  @Flag(false)
  simulated!: boolean;

  /** Its collector is asked who answers. */
  @Flag(false)
  asks!: boolean;

  @Text(12, { nullable: true })
  party!: PartyAnswer | null;

  @Time({ nullable: true })
  partyAt!: Date | null;

  /** Why it was not asked who answers. */
  @Text(200, { nullable: true })
  partySkipped!: string | null;

  /** Set when the result of a first contact is recorded. */
  @Text(12, { nullable: true })
  script!: ScriptState | null;

  /** The collector, until it is said who answers. */
  @Derived('bigint')
  pendingAgentId!: number | null;

  /** A collector makes one call at a time. */
  @Derived('bigint')
  diallingAgentId!: number | null;

  @Derived(Boolean)
  isLive!: boolean | null;

  @Derived(Boolean)
  unpulled!: boolean | null;
}
