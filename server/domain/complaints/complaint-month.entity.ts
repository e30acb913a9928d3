import { Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import type { MonthLine } from '../../../contract/supervision/complaint-months.js';
import { Json, Ref, Time, Versioned } from '../../platform/db/columns.js';
import { User } from '../users/user.entity.js';

/** A month of an institution's complaints: figures that a person confirmed, or only who was reminded of it. */
@Entity('complaint_month')
@Index('complaint_month_of', ['institutionId', 'month'], { unique: true })
export class ComplaintMonthReport extends Versioned {
  @Ref({ of: 'institution' })
  institutionId!: number;

  /** `2026-11` */
  @Column({ type: 'char', length: 7 })
  month!: string;

  /** As confirmed; a later change of a complaint leaves them. */
  @Json({ nullable: true })
  figures!: MonthLine[] | null;

  @Ref({ nullable: true })
  confirmedBy!: number | null;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'confirmed_by' })
  confirmer?: User | null;

  @Time({ nullable: true })
  confirmedAt!: Date | null;

  @Time({ nullable: true })
  remindedAt!: Date | null;

  @Time({ nullable: true })
  alarmedAt!: Date | null;
}
