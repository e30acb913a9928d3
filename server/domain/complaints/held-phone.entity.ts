import { Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Hash, Ref, Time } from '../../platform/db/columns.js';

/** A number of a complaint without a case, which nobody may contact. */
@Entity('held_phone')
@Index('held_phone_complaint', ['complaintId'])
@Index('held_phone_number', ['phoneHash', 'liftedAt'])
export class HeldPhone {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  @Hash(16)
  phoneHash!: Buffer;

  @Ref({ of: 'complaint' })
  complaintId!: number;

  @Time()
  placedAt!: Date;

  @Time({ nullable: true })
  liftedAt!: Date | null;
}
