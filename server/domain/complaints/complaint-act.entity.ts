import { Entity, PrimaryColumn } from 'typeorm';
import { Ref } from '../../platform/db/columns.js';

/** An act that was at a supplier when a complaint forbade contact. */
@Entity('complaint_act')
export class ComplaintAct {
  @Ref({ of: 'complaint', primary: true })
  complaintId!: number;

  @PrimaryColumn({ type: 'varchar', length: 8 })
  kind!: string;

  @PrimaryColumn({ type: 'bigint' })
  actId!: number;
}
