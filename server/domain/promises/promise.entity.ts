import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { PromiseStatus } from '../../../contract/codes.js';
import { Centavos, Count, Ref, Text, Time } from '../../platform/db/columns.js';

/** A borrower's word to pay an amount by a day. */
@Entity('promise')
@Index('promise_case', ['caseId', 'id'])
@Index('promise_collector', ['collectorId', 'status', 'settledAt'])
@Index('promise_deadline', ['status', 'deadlineAt'])
@Index('promise_ended', ['status', 'settledAt'])
export class Promise {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'collection_case' })
  caseId!: number;

  @Ref({ of: 'user' })
  collectorId!: number;

  @Centavos()
  amount!: number;

  @Column({ type: 'date' })
  dueDate!: string;

  @Time()
  deadlineAt!: Date;

  @Text(12)
  status!: PromiseStatus;

  @Centavos({ default: 0 })
  paid!: number;

  @Column({ type: 'tinyint', default: 0 })
  reschedules!: number;

  @Time()
  createdAt!: Date;

  @Time({ nullable: true })
  settledAt!: Date | null;

  @Count({ default: 1 })
  version!: number;

  /** When the borrower was reminded, on the promise's day. */
  @Time({ nullable: true })
  remindedAt!: Date | null;
}
