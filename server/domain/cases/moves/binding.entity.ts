import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Ref, Time } from '../../../platform/db/columns.js';

/** Cases that were bound or unbound in one go, so that it can be undone for a while. */
@Entity('binding')
@Index('binding_age', ['boundAt'])
export class Binding {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'user' })
  boundBy!: number;

  @Time()
  boundAt!: Date;

  @Time({ nullable: true })
  undoneAt!: Date | null;
}
