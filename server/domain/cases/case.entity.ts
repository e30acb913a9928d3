import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CaseKind } from '../../../contract/cases/cases.js';
import type { CallResult, CaseStatus } from '../../../contract/codes.js';
import { Centavos, Count, Derived, Flag, Ref, Text, Time } from '../../platform/db/columns.js';

/** The work on an overdue loan item. Columns of the borrower and the loan are repeated: a page of the list is one index. */
@Entity('collection_case')
@Index('case_borrower', ['borrowerId'])
@Index('case_group', ['groupId', 'isOpen', 'dueDate', 'id'])
@Index('case_group_action', ['groupId', 'isOpen', 'actionAt', 'id', 'promiseDue'])
@Index('case_group_contact', ['groupId', 'isOpen', 'contactZone', 'contactFrom', 'id'])
@Index('case_group_name', ['groupId', 'isOpen', 'borrowerName', 'id', 'status'])
@Index('case_group_status', ['groupId', 'status', 'dueDate', 'id'])
@Index('case_institution', ['institutionId', 'isOpen', 'dueDate', 'id'])
@Index('case_institution_action', ['institutionId', 'isOpen', 'actionAt', 'id', 'promiseDue'])
@Index('case_institution_amount', ['institutionId', 'isOpen', 'amountDue', 'id'])
@Index('case_institution_app', ['institutionId', 'appName', 'isOpen', 'dueDate', 'id'])
@Index('case_institution_contact', ['institutionId', 'isOpen', 'contactZone', 'contactFrom', 'id'])
@Index('case_institution_kind', ['institutionId', 'kind', 'isOpen', 'dueDate', 'id'])
@Index('case_institution_name', ['institutionId', 'isOpen', 'borrowerName', 'id', 'status'])
@Index('case_institution_status', ['institutionId', 'status', 'dueDate', 'id'])
@Index('case_loan_item', ['loanItemId'])
@Index('case_loan_no', ['loanNo'])
@Index('case_one_open', ['openLoanItemId'], { unique: true })
@Index('case_owner', ['ownerId', 'isOpen', 'dueDate', 'id'])
@Index('case_owner_action', ['ownerId', 'isOpen', 'actionAt', 'id', 'promiseDue'])
@Index('case_owner_priority', [
  'ownerId',
  'isOpen',
  'status',
  'nextFollowUpAt',
  'promiseDue',
  'promiseBrokenAt',
  'amountDue',
  'dueDate',
  'lastCallAt',
  'lastCallResult',
  'holdUntil',
  'id',
])
@Index('case_owner_status', ['ownerId', 'status', 'dueDate', 'id'])
@Index('case_queue', ['queueId', 'status', 'id'])
@Index('case_queue_open', [
  'queueId',
  'isOpen',
  'ownerId',
  'openedAt',
  'assignedAt',
  'amountDue',
  'dueDate',
  'kind',
])
export class Case {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'institution' })
  institutionId!: number;

  @Ref({ of: 'queue' })
  queueId!: number;

  @Ref({ of: 'admin_group', nullable: true })
  groupId!: number | null;

  @Ref({ of: 'user', nullable: true })
  ownerId!: number | null;

  @Ref({ of: 'borrower' })
  borrowerId!: number;

  @Ref({ of: 'loan_item' })
  loanItemId!: number;

  @Text(40)
  loanNo!: string;

  @Text(60, { default: '' })
  appName!: string;

  @Text(120)
  borrowerName!: string;

  @Text(24)
  borrowerPhoneMask!: string;

  @Text(16, { default: 'STANDARD' })
  kind!: CaseKind;

  @Text(3)
  status!: CaseStatus;

  @Derived(Boolean)
  isOpen!: boolean | null;

  @Derived('bigint')
  openLoanItemId!: number | null;

  @Column({ type: 'date' })
  dueDate!: string;

  @Centavos()
  amountDue!: number;

  @Column({ type: 'date', nullable: true })
  accruedOn!: string | null;

  @Time()
  openedAt!: Date;

  @Time({ nullable: true })
  assignedAt!: Date | null;

  @Ref({ of: 'user', nullable: true })
  previousOwnerId!: number | null;

  @Time({ nullable: true })
  movedAt!: Date | null;

  @Text(8, { nullable: true })
  lastCallResult!: CallResult | null;

  @Time({ nullable: true })
  lastCallAt!: Date | null;

  @Ref({ of: 'user', nullable: true })
  lastCallBy!: number | null;

  @Time({ nullable: true })
  nextFollowUpAt!: Date | null;

  @Ref({ of: 'promise', nullable: true })
  promiseId!: number | null;

  @Centavos({ nullable: true })
  promiseAmount!: number | null;

  @Column({ type: 'date', nullable: true })
  promiseDue!: string | null;

  /** When the last promise was broken; over as soon as somebody has spoken to the borrower again. */
  @Time({ nullable: true })
  promiseBrokenAt!: Date | null;

  @Text(8, { nullable: true })
  willingness!: string | null;

  @Time({ nullable: true })
  holdUntil!: Date | null;

  @Time({ nullable: true })
  settledAt!: Date | null;

  @Ref({ of: 'user', nullable: true })
  settledBy!: number | null;

  @Ref({ of: 'collection_case', nullable: true })
  previousCaseId!: number | null;

  @Flag(false)
  reopened!: boolean;

  @Time({ nullable: true })
  lastOpenedAt!: Date | null;

  @Count({ default: 1 })
  version!: number;

  /** The follow-up or the promise's day in Mexico City, whichever is earlier. */
  @Derived('datetime', { precision: 3 })
  actionAt!: Date | null;

  /** The borrower's time zone: its place in the table of zones.rules.ts. */
  @Column({ type: 'tinyint', default: 0 })
  contactZone!: number;

  /** From when on attempts and holds leave the borrower free. The act itself is judged by receipts. */
  @Time({ default: '2000-01-01 00:00:00.000' })
  contactFrom!: Date;

  /** The borrower's long-aging case in which this one ended. */
  @Ref({ of: 'collection_case', nullable: true })
  mergedInto!: number | null;
}
