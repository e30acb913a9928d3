import { Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import type { PrivacyState } from '../../../contract/contact/privacy.js';
import { Derived, Ref, Sealed, Text, Time, Versioned } from '../../platform/db/columns.js';
import { Borrower } from '../borrowers/borrower.entity.js';
import { Case } from '../cases/case.entity.js';
import { Institution } from '../institutions/institution.entity.js';

/** A borrower's wish to be left alone, up to the erasure of what is known of him. */
@Entity('privacy_block')
@Index('privacy_block_list', ['institutionId', 'status', 'dueOn'])
@Index('privacy_block_live', ['liveBorrowerId'], { unique: true })
export class PrivacyBlock extends Versioned {
  @Ref()
  institutionId!: number;

  @ManyToOne(() => Institution, { createForeignKeyConstraints: false })
  institution?: Institution;

  @Ref()
  borrowerId!: number;

  @ManyToOne(() => Borrower, { createForeignKeyConstraints: false })
  borrower?: Borrower;

  /** The case through which it came. */
  @Ref()
  caseId!: number;

  @ManyToOne(() => Case, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'case_id' })
  case?: Case;

  @Text(8)
  status!: PrivacyState;

  @Column({ type: 'date' })
  receivedOn!: string;

  @Column({ type: 'date' })
  dueOn!: string;

  @Column({ type: 'date' })
  erasableOn!: string;

  @Sealed(900, { nullable: true })
  reasonEnc!: Buffer | null;

  @Ref({ of: 'contact_hold' })
  holdId!: number;

  @Ref({ of: 'user' })
  blockedBy!: number;

  @Time()
  blockedAt!: Date;

  @Ref({ of: 'user', nullable: true })
  askedBy!: number | null;

  @Time({ nullable: true })
  askedAt!: Date | null;

  @Ref({ of: 'user', nullable: true })
  decidedBy!: number | null;

  @Time({ nullable: true })
  decidedAt!: Date | null;

  @Sealed(900, { nullable: true })
  answerEnc!: Buffer | null;

  /** Erased, or lifted. */
  @Time({ nullable: true })
  endedAt!: Date | null;

  @Derived('bigint')
  liveBorrowerId!: number | null;
}
