import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { SeatState } from '../../../../contract/team/schedules.js';
import { Json, Ref, Time } from '../../../platform/db/columns.js';
import type { PlanRow } from './what-if.sql.js';

/** Rows that a plan wrote, with what stood there before. */
export interface Written {
  queues: { queueId: number; before: PlanRow | null; after: PlanRow }[];
  people: {
    userId: number;
    institutionId: number;
    groupId: number;
    before: SeatState | null;
    after: SeatState;
  }[];
  /** Groups whose day had no schedule. */
  opened: number[];
}

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

  @Json()
  written!: Written;
}
