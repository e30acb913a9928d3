import { Column, Entity, ManyToOne } from 'typeorm';
import type { INDICATOR_METHODS } from '../../../contract/codes.js';
import { Decimal, Flag, Json, Ref, Text } from '../../platform/db/columns.js';
import { Institution } from '../institutions/institution.entity.js';
import { Queue } from '../queues/queue.entity.js';
import type { Bucket } from '../score-cards/target.rules.js';
import { Modified } from '../users/modified.entity.js';

/** A version of a scope's target. Windows of one scope never overlap, and the days that it opened name its id. */
@Entity('indicator')
export class Indicator extends Modified {
  /** Null: every institution's, as null is every queue's. */
  @Ref({ nullable: true })
  institutionId!: number | null;

  @ManyToOne(() => Institution, { createForeignKeyConstraints: false })
  institution?: Institution | null;

  @Ref({ nullable: true })
  queueId!: number | null;

  @ManyToOne(() => Queue, { createForeignKeyConstraints: false })
  queue?: Queue | null;

  @Text(16)
  method!: (typeof INDICATOR_METHODS)[number];

  /** RATE_*: a fraction; FIXED_AMOUNT: centavos; BUCKETED: 0. */
  @Decimal(18, 6)
  target!: number;

  @Json({ nullable: true })
  buckets!: Bucket[] | null;

  @Column({ type: 'date' })
  effectiveFrom!: string;

  /** Its last day; null: none is set. */
  @Column({ type: 'date', nullable: true })
  effectiveTo!: string | null;

  /** Switched off before it began, it never holds. */
  @Flag(true)
  enabled!: boolean;
}
