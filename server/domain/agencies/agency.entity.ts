import { Column, Entity, Index, ManyToOne } from 'typeorm';
import { Flag, Ref, Text } from '../../platform/db/columns.js';
import { Institution } from '../institutions/institution.entity.js';
import { Modified } from '../users/modified.entity.js';

/** A company, or the lender itself, that calls for an institution: as the regulator's register has it. */
@Entity('agency')
@Index('agency_name', ['institutionId', 'name'], { unique: true })
export class Agency extends Modified {
  @Ref()
  institutionId!: number;

  @ManyToOne(() => Institution, { createForeignKeyConstraints: false })
  institution?: Institution;

  @Text(120)
  name!: string;

  @Text(13, { nullable: true })
  taxId!: string | null;

  @Text(300, { nullable: true })
  address!: string | null;

  @Text(120, { nullable: true })
  mail!: string | null;

  @Text(16, { nullable: true })
  phone!: string | null;

  @Text(500, { nullable: true })
  peopleInCharge!: string | null;

  /** One a line; AgencyNumber has each. */
  @Column({ type: 'text' })
  numbers!: string;

  @Flag(true)
  enabled!: boolean;
}
