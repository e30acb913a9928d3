import { Column, Entity, Index } from 'typeorm';
import type {
  ComplaintLevel,
  ComplaintState,
  ComplaintType,
  HandlingMethod,
} from '../../../contract/supervision/complaints.js';
import { Centavos, Flag, Hash, Ref, Sealed, Text, Time, Versioned } from '../../platform/db/columns.js';

/** A complaint of a borrower, or of a number without a case. */
@Entity('complaint')
@Index('complaint_case', ['caseId'])
@Index('complaint_created', ['institutionId', 'createdAt', 'id'])
@Index('complaint_due', ['institutionId', 'dueAt', 'id'])
@Index('complaint_group', ['groupId', 'status', 'dueAt', 'id'])
@Index('complaint_handler', ['handlerId', 'status', 'dueAt', 'id'])
@Index('complaint_phone', ['phoneHash'])
@Index('complaint_state', ['institutionId', 'status', 'dueAt', 'id'])
@Index('complaint_updated', ['institutionId', 'updatedAt', 'id'])
export class Complaint extends Versioned {
  @Ref({ of: 'institution' })
  institutionId!: number;

  /** The collector's team when it was opened; null for a number without a case. */
  @Ref({ of: 'admin_group', nullable: true })
  groupId!: number | null;

  @Ref({ of: 'collection_case', nullable: true })
  caseId!: number | null;

  @Ref({ of: 'borrower', nullable: true })
  borrowerId!: number | null;

  @Sealed(96)
  phoneEnc!: Buffer;

  @Hash(16)
  phoneHash!: Buffer;

  @Text(24)
  phoneMask!: string;

  @Text(16)
  type!: ComplaintType;

  /** The regulator's; null: none was chosen yet. */
  @Ref({ of: 'complaint_cause', nullable: true })
  causeId!: number | null;

  @Column({ type: 'tinyint' })
  level!: ComplaintLevel;

  @Text(16)
  status!: ComplaintState;

  @Sealed(4200)
  contentEnc!: Buffer;

  @Centavos({ nullable: true })
  userQuota!: number | null;

  @Time()
  dueAt!: Date;

  @Ref({ of: 'user', nullable: true })
  collectorId!: number | null;

  @Ref({ of: 'user', nullable: true })
  handlerId!: number | null;

  @Text(16, { nullable: true })
  method!: HandlingMethod | null;

  @Sealed(4200, { nullable: true })
  remarksEnc!: Buffer | null;

  @Time({ nullable: true })
  processedAt!: Date | null;

  @Flag(false)
  keepsHold!: boolean;

  @Ref({ of: 'user', nullable: true })
  completedBy!: number | null;

  @Time({ nullable: true })
  completedAt!: Date | null;

  @Centavos({ nullable: true })
  penaltyAmount!: number | null;

  @Text(500, { nullable: true })
  penaltyReason!: string | null;

  @Ref({ of: 'user', nullable: true })
  finedId!: number | null;

  @Ref({ of: 'user', nullable: true })
  finedBy!: number | null;

  @Time({ nullable: true })
  finedAt!: Date | null;

  @Ref({ of: 'user', nullable: true })
  transferredBy!: number | null;

  @Time({ nullable: true })
  transferredAt!: Date | null;

  @Ref({ of: 'user' })
  createdBy!: number;

  @Time()
  createdAt!: Date;

  @Time()
  updatedAt!: Date;
}
