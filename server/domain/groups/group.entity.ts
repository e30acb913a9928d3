import { Entity, Index } from 'typeorm';
import { Flag, Ref, Text, Versioned } from '../../platform/db/columns.js';

/** A leader's team. */
@Entity('admin_group')
@Index('admin_group_institution', ['institutionId', 'name'])
export class Group extends Versioned {
  @Ref({ of: 'institution' })
  institutionId!: number;

  @Text(80)
  name!: string;

  @Flag(true)
  enabled!: boolean;
}
