import { Entity, PrimaryColumn } from 'typeorm';
import { Ref } from '../../platform/db/columns.js';

/** An act that was at a supplier when contact was stopped. */
@Entity('contact_stop_act')
export class ContactStopAct {
  @Ref({ of: 'contact_stop', primary: true })
  stopId!: number;

  @PrimaryColumn({ type: 'varchar', length: 8 })
  kind!: string;

  @PrimaryColumn({ type: 'bigint' })
  actId!: number;
}
