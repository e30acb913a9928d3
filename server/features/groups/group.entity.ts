import { Entity } from 'typeorm';
import { Ref, Text, Versioned } from '../../platform/db/columns.js';

@Entity('admin_group')
export class Group extends Versioned {
  @Ref()
  institutionId!: number;

  @Text(80)
  name!: string;
}
