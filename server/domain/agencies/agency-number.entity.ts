import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Ref } from '../../platform/db/columns.js';

/** A number from which one agency may call. */
@Entity('agency_number')
@Index('agency_number_of', ['agencyId'])
export class AgencyNumber {
  @PrimaryColumn({ type: 'varchar', length: 16 })
  number!: string;

  @Ref({ of: 'agency' })
  agencyId!: number;
}
