import { Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Configured, ConfiguredName } from '../../../contract/administration/configuration.js';
import { InstitutionVersion, Json, Ref, Time } from '../../platform/db/columns.js';
import { User } from '../users/user.entity.js';

/** A version of an institution's settings of one name. An institution without one goes by the nearest above. */
@Entity('configuration')
export class Configuration extends InstitutionVersion {
  @PrimaryColumn({ type: 'varchar', length: 16 })
  name!: ConfiguredName;

  @Json()
  document!: Configured[ConfiguredName];

  /** Null: by a command on the host. */
  @Ref({ nullable: true })
  changedBy!: number | null;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'changed_by' })
  author?: User | null;

  @Time()
  changedAt!: Date;
}
