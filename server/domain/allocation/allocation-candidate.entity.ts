import { Entity } from 'typeorm';
import { Centavos, Count, Ref } from '../../platform/db/columns.js';

/** A collector of a plan, with the room before it and the load after it. */
@Entity('allocation_seat')
export class AllocationCandidate {
  @Ref({ of: 'allocation_run', primary: true })
  runId!: number;

  @Ref({ of: 'user', primary: true })
  agentId!: number;

  @Count()
  cap!: number;

  @Count()
  beforeCount!: number;

  /** Centavos of those cases; NULL in plans from before they were kept. */
  @Centavos({ nullable: true })
  beforeAmount!: number | null;

  @Count()
  afterCount!: number;

  @Centavos()
  amount!: number;

  /** Centavos that a day with the given cases is expected to bring; NULL while nothing is known. */
  @Centavos({ nullable: true })
  expected!: number | null;
}
