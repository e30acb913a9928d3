import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Count, Derived, Ref, Text, Time } from '../../platform/db/columns.js';

/** A plan that hands out a queue's cases. It is stored before the first case moves. */
@Entity('allocation_run')
@Index('allocation_run_institution', ['institutionId', 'id'])
@Index('allocation_run_newest', ['askedAt', 'id', 'askedBy'])
@Index('allocation_run_one', ['queueId', 'running'], { unique: true })
@Index('allocation_run_person', ['askedBy', 'askedAt'])
@Index('allocation_run_queue', ['queueId', 'askedAt', 'id'])
export class AllocationRun {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'institution' })
  institutionId!: number;

  @Ref({ of: 'queue' })
  queueId!: number;

  /** A leader hands out to the own group; null: to everybody who works the queue. */
  @Ref({ of: 'admin_group', nullable: true })
  groupId!: number | null;

  @Column({ type: 'date' })
  day!: string;

  @Count()
  seed!: number;

  @Text(12)
  status!: string;

  @Derived(Boolean)
  running!: boolean | null;

  @Ref({ of: 'user', nullable: true })
  askedBy!: number | null;

  @Time()
  askedAt!: Date;

  @Time({ nullable: true })
  finishedAt!: Date | null;

  @Ref({ of: 'user', nullable: true })
  undoneBy!: number | null;

  @Time({ nullable: true })
  undoneAt!: Date | null;

  @Count({ default: 0 })
  planned!: number;

  @Count({ default: 0 })
  leftOver!: number;

  @Count({ default: 0 })
  recommendedSeats!: number;

  /** Seats that would hold what a run had to leave. */
  @Count({ default: 0 })
  missingSeats!: number;
}
