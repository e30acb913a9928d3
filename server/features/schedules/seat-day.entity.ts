import { Entity, Index, PrimaryColumn, VersionColumn } from 'typeorm';
import type { SeatState } from '../../../contract/schedules.js';
import { Ref, Text } from '../../platform/db/columns.js';

/** What a person does on a day. */
@Entity('seat_day')
@Index('seat_day_institution', ['institutionId', 'day'])
export class SeatDay {
  @PrimaryColumn({ type: 'date' })
  day!: string;

  @PrimaryColumn({ type: 'bigint' })
  userId!: number;

  @Ref()
  institutionId!: number;

  @Text(12)
  status!: SeatState;

  @VersionColumn({ default: 1 })
  version!: number;
}
