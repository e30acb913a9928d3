import { Entity, JoinColumn, ManyToOne } from 'typeorm';
import type { Weights } from '../../../contract/cases/priorities.js';
import { InstitutionVersion, Json, Ref, Time } from '../../platform/db/columns.js';
import { User } from '../users/user.entity.js';

/** A version of the weights by which an institution's cases are ordered. */
@Entity('priority_weights')
export class PriorityWeights extends InstitutionVersion {
  /** A weight that came later is missing in an older row. */
  @Json()
  weights!: Partial<Weights>;

  @Ref({ nullable: true })
  changedBy!: number | null;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'changed_by' })
  author?: User | null;

  @Time()
  changedAt!: Date;
}
