import { Entity, PrimaryColumn } from 'typeorm';
import { Json, Ref, Time } from '../../platform/db/columns.js';

/** A person's settings (one row, name '') and table columns (a row each). */
@Entity('user_preference')
export class UserPreference {
  @Ref({ of: 'user', primary: true })
  userId!: number;

  @PrimaryColumn({ type: 'varchar', length: 12 })
  kind!: string;

  @PrimaryColumn({ type: 'varchar', length: 40 })
  name!: string;

  @Json()
  value!: unknown;

  @Time()
  updatedAt!: Date;
}
