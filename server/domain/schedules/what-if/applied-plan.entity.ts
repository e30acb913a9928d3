import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Json, Ref, Time } from '../../../platform/db/columns.js';

/** A what-if that was written into a day's roster, and what stood there before. */
@Entity('applied_plan')
@Index('applied_plan_day', ['day', 'institutionId'])
export class AppliedPlan {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Column({ type: 'date' })
  day!: string;

  @Ref({ of: 'institution' })
  institutionId!: number;

  /** A leader plans for the own group; NULL: for everybody who works the queues. */
  @Ref({ of: 'admin_group', nullable: true })
  groupId!: number | null;

  @Ref({ of: 'user' })
  appliedBy!: number;

  @Time()
  appliedAt!: Date;

  @Time({ nullable: true })
  undoneAt!: Date | null;

  /** The rows that were written, and those that they replaced. */
  @Json()
  written!: unknown;
}
