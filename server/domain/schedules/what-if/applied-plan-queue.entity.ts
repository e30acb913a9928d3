import { Entity, Index } from 'typeorm';
import { Centavos, Json, Ref } from '../../../platform/db/columns.js';

/** A queue of an applied plan, with the figures it was applied for. */
@Entity('applied_plan_queue')
@Index('applied_plan_queue_of', ['queueId', 'planId'])
export class AppliedPlanQueue {
  @Ref({ of: 'applied_plan', primary: true })
  planId!: number;

  @Ref({ of: 'queue', primary: true })
  queueId!: number;

  /** Centavos; NULL: as the indicators say. */
  @Centavos({ nullable: true })
  target!: number | null;

  /** The figures that it was applied for. */
  @Json()
  figures!: unknown;
}
