import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { DeductionReason } from '../../../contract/money/deductions.js';
import type { DeductionStatus } from './deduction.rules.js';
import { Centavos, Derived, Flag, Ref, Text, Time } from '../../platform/db/columns.js';

/** A direct debit of the stored card. A success is also a payment, in the same transaction. */
@Entity('deduction')
@Index('deduction_loan_item', ['loanItemId', 'id'])
@Index('deduction_one_open', ['openLoanItemId'], { unique: true })
@Index('deduction_promise', ['promiseId'], { unique: true })
@Index('deduction_waiting', ['status', 'requestedAt'])
export class Deduction {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'collection_case' })
  caseId!: number;

  @Ref({ of: 'loan_item' })
  loanItemId!: number;

  @Centavos()
  amount!: number;

  @Flag()
  whole!: boolean;

  /** 0 initialised, 1 failed, 2 success */
  @Column({ type: 'tinyint' })
  status!: DeductionStatus;

  @Text(16, { nullable: true })
  reason!: DeductionReason | null;

  @Ref({ of: 'payment', nullable: true })
  paymentId!: number | null;

  /** Null: the system, on the day of the promise; one for each promise. */
  @Ref({ of: 'user', nullable: true })
  requestedBy!: number | null;

  @Time()
  requestedAt!: Date;

  /** The provider took it; the result comes by its callback. */
  @Time({ nullable: true })
  submittedAt!: Date | null;

  @Time({ nullable: true })
  endedAt!: Date | null;

  /** One debit of a loan item at a time. */
  @Derived('bigint')
  openLoanItemId!: number | null;

  @Ref({ of: 'promise', nullable: true })
  promiseId!: number | null;
}
