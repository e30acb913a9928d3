import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CallType } from '../../../contract/cases/borrowers.js';
import { Ref } from '../../platform/db/columns.js';

/** A call of the borrower's device, kept under an approval alone; its number is an R12 contact's. */
@Entity('device_call')
export class DeviceCall {
  @Ref({ of: 'borrower', primary: true })
  borrowerId!: number;

  @PrimaryColumn({ type: 'binary', length: 16 })
  phoneHash!: Buffer;

  @PrimaryColumn({ type: 'datetime', precision: 3 })
  at!: Date;

  @Column({ type: 'tinyint' })
  type!: CallType;
}
