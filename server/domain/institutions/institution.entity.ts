import { Entity, Index, ManyToOne } from 'typeorm';
import { Flag, Ref, Text, Versioned } from '../../platform/db/columns.js';

/** A house of the lender's tree. Who is above sees what is below. */
@Entity('institution')
@Index('institution_parent', ['parentId', 'name'])
@Index('institution_name', ['name'])
export class Institution extends Versioned {
  @Index('code', { unique: true })
  @Text(32)
  code!: string;

  @Text(80)
  name!: string;

  @Ref({ nullable: true })
  parentId!: number | null;

  @ManyToOne(() => Institution, { createForeignKeyConstraints: false })
  parent?: Institution | null;

  /** The ids from the topmost institution to this one: /1/4/. */
  @Index('institution_path')
  @Text(255)
  path!: string;

  /** In a closed institution nobody works. */
  @Flag(true)
  enabled!: boolean;

  /** Data from borrowers' devices is kept; by two administrators, see Approval. */
  @Flag(false)
  deviceData!: boolean;
}
