import { Entity, PrimaryColumn } from 'typeorm';
import { Count, Ref } from '../../platform/db/columns.js';

/** The plan of a queue's day; null: the queue's own value. */
@Entity('seat_plan')
export class SeatPlan {
  @PrimaryColumn({ type: 'date' })
  day!: string;

  @Ref({ of: 'queue', primary: true })
  queueId!: number;

  @Count({ nullable: true })
  caseAllocation!: number | null;

  @Count({ nullable: true })
  expectedReminderCases!: number | null;

  @Count({ nullable: true })
  perCapitaMin!: number | null;

  @Count({ nullable: true })
  perCapitaMax!: number | null;

  @Count({ nullable: true })
  minSeats!: number | null;

  @Count({ nullable: true })
  maxSeats!: number | null;

  @Count({ nullable: true })
  expectedStaff!: number | null;
}
