import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ReportType } from '../../../contract/contact/calls.js';
import { Ref, Text, Time } from '../../platform/db/columns.js';

/** A message of the supplier as it came, sealed. It is stored before anything is done with it. */
@Entity('call_report')
@Index('call_report_call', ['supplier', 'supplierCallId', 'settledAt'])
@Index('call_report_event', ['supplier', 'eventId'], { unique: true })
@Index('call_report_waiting', ['settledAt', 'receivedAt'])
export class CallReport {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Text(40)
  supplier!: string;

  @Text(64)
  eventId!: string;

  @Text(64)
  supplierCallId!: string;

  /** By our own key, when the supplier repeats it. */
  @Ref({ of: 'phone_call', nullable: true })
  callId!: number | null;

  @Text(12)
  type!: ReportType;

  @Time()
  at!: Date;

  @Column({ type: 'blob' })
  rawEnc!: Buffer;

  @Time()
  receivedAt!: Date;

  @Time({ nullable: true })
  settledAt!: Date | null;

  /** APPLIED, or EXPIRED when its call never appeared. */
  @Text(8, { nullable: true })
  outcome!: string | null;
}
