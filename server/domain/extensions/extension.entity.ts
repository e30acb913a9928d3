import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ExtensionStatus } from '../../../contract/money/extensions.js';
import { Centavos, Decimal, Derived, Ref, Text, Time } from '../../platform/db/columns.js';

/** A fee that moves the plan by some days. */
@Entity('extension')
@Index('extension_case', ['caseId', 'id'])
@Index('extension_expiry', ['status', 'expiresAt'])
@Index('extension_loan_item', ['loanItemId', 'status'])
@Index('extension_waiting', ['waitingCaseId'])
@Index('payment_id', ['paymentId'], { unique: true })
export class Extension {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'collection_case' })
  caseId!: number;

  @Ref({ of: 'loan_item' })
  loanItemId!: number;

  @Decimal(5, 2)
  percent!: number;

  @Centavos()
  dueAmount!: number;

  @Centavos()
  fee!: number;

  @Column({ type: 'smallint' })
  days!: number;

  @Text(10)
  status!: ExtensionStatus;

  @Ref({ of: 'user' })
  requestedBy!: number;

  @Time()
  requestedAt!: Date;

  @Time()
  expiresAt!: Date;

  @Time({ nullable: true })
  appliedAt!: Date | null;

  @Ref({ of: 'payment', nullable: true })
  paymentId!: number | null;

  /** By how many days the unpaid periods moved, and where the oldest of them went. */
  @Column({ type: 'smallint', nullable: true })
  shiftDays!: number | null;

  @Column({ type: 'date', nullable: true })
  newDueDate!: string | null;

  @Derived('bigint')
  waitingCaseId!: number | null;
}
