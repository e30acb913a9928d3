import { Entity, Index, PrimaryColumn, VersionColumn } from 'typeorm';
import type { SeatState } from '../../../contract/team/schedules.js';
import { Ref, Text, Time } from '../../platform/db/columns.js';

/** A person's state on a day. */
@Entity('seat_day')
@Index('seat_day_institution', ['institutionId', 'day'])
export class SeatDay {
  @PrimaryColumn({ type: 'date' })
  day!: string;

  @Ref({ of: 'user', primary: true })
  userId!: number;

  @Ref({ of: 'institution' })
  institutionId!: number;

  @Text(12)
  status!: SeatState;

  /** When it was said; null: from the beginning of the day. */
  @Time({ nullable: true })
  since!: Date | null;

  /** When what it means for the person's cases was done. */
  @Time({ nullable: true })
  doneAt!: Date | null;

  @VersionColumn({ default: 1 })
  version!: number;
}
