import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { AllocationRule } from '../../../contract/team/allocation.js';
import { Centavos, Count, Ref, Text } from '../../platform/db/columns.js';

/** A case of a plan: to whom it goes, by which rule, and what became of it. */
@Entity('allocation_item')
@Index('allocation_item_agent', ['runId', 'agentId', 'status', 'at'])
@Index('allocation_item_case', ['caseId', 'runId'])
export class AllocationItem {
  @Ref({ of: 'allocation_run', primary: true })
  runId!: number;

  /** The place in the plan, from 0. */
  @PrimaryColumn({ type: 'int' })
  at!: number;

  @Ref({ of: 'collection_case' })
  caseId!: number;

  @Count()
  caseVersion!: number;

  @Centavos()
  amount!: number;

  @Ref({ of: 'user', nullable: true })
  agentId!: number | null;

  @Text(16)
  rule!: AllocationRule;

  @Text(8)
  stratum!: string;

  @Count()
  beforeCount!: number;

  @Count()
  cap!: number;

  /**
   * WAITING, DONE, SKIPPED (the case had changed) or LEFT (no collector had room); of an undone run UNDONE, or KEPT where
   * the case had been touched since.
   */
  @Text(8)
  status!: string;

  @Text(32, { nullable: true })
  reason!: string | null;
}
