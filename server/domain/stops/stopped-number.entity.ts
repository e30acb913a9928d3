import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Ref, Time } from '../../platform/db/columns.js';

/** A number that a stop is of, by the index of one key; nobody is contacted by it, whoever has it. */
@Entity('stopped_number')
@Index('stopped_number_stop', ['stopId'])
export class StoppedNumber {
  @PrimaryColumn({ type: 'binary', length: 16 })
  phoneHash!: Buffer;

  @Ref({ of: 'contact_stop', primary: true })
  stopId!: number;

  @Time({ nullable: true })
  liftedAt!: Date | null;
}
