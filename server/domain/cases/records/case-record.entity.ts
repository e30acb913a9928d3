import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type {
  CallResult,
  CallResultGroup,
  CallStatus,
  CollectionResult,
  InteractionType,
} from '../../../../contract/codes.js';
import { Ref, Sealed, Text, Time } from '../../../platform/db/columns.js';

/** The outcome that a collector wrote down after a contact, or the system after an event. */
@Entity('collection_log')
@Index('collection_log_case', ['caseId', 'id'])
export class CaseRecord {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'collection_case' })
  caseId!: number;

  @Ref({ of: 'borrower' })
  borrowerId!: number;

  @Ref({ of: 'user', nullable: true })
  collectorId!: number | null;

  @Ref({ of: 'contact', nullable: true })
  contactId!: number | null;

  @Column({ type: 'char', length: 2 })
  type!: InteractionType;

  @Text(16, { nullable: true })
  callStatus!: CallStatus | null;

  @Text(8)
  resultGroup!: CallResultGroup;

  @Text(8)
  result!: CallResult;

  @Column({ type: 'char', length: 4, nullable: true })
  collectionResult!: CollectionResult | null;

  @Sealed(4200, { nullable: true })
  notesEnc!: Buffer | null;

  @Time({ nullable: true })
  nextFollowUpAt!: Date | null;

  @Time()
  at!: Date;

  /** The state before the record, so that its author can take it back for a few minutes. */
  @Text(1000, { nullable: true })
  undoDoc!: string | null;

  @Time({ nullable: true })
  undoneAt!: Date | null;
}
