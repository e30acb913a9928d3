import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { INDICATOR_METHODS } from '../../../contract/codes.js';
import { Count, Decimal, Ref, Text } from '../../platform/db/columns.js';

/** The target of a scope; what the days opened by it name is its version, so it is no count of changes. */
@Entity('indicator')
export class Indicator {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  /** Null: every institution's, as null is every queue's. */
  @Ref({ nullable: true })
  institutionId!: number | null;

  @Ref({ nullable: true })
  queueId!: number | null;

  @Text(16)
  method!: (typeof INDICATOR_METHODS)[number];

  /** RATE_*: a fraction; FIXED_AMOUNT: centavos. */
  @Decimal(18, 6)
  target!: number;

  /** BUCKETED: JSON of the steps. */
  @Column({ type: 'text', nullable: true })
  buckets!: string | null;

  @Column({ type: 'date' })
  effectiveFrom!: string;

  @Column({ type: 'date', nullable: true })
  effectiveTo!: string | null;

  @Count({ default: 1 })
  version!: number;
}
