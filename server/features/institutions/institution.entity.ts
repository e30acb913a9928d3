import { Entity, Index } from 'typeorm';
import { Flag, Ref, Text, Versioned } from '../../platform/db/columns.js';

@Entity('institution')
export class Institution extends Versioned {
  @Index('code', { unique: true })
  @Text(32)
  code!: string;

  @Text(80)
  name!: string;

  @Ref({ nullable: true })
  parentId!: number | null;

  /** The ids from the topmost institution to this one: /1/4/. */
  @Index('institution_path')
  @Text(255)
  path!: string;

  /** What comes from borrowers' devices is kept; by two administrators, see DeviceApproval. */
  @Flag(false)
  deviceData!: boolean;
}
