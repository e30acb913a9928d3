import { Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { ComplaintState } from '../../../contract/supervision/complaints.js';
import { Ref, Sealed, Text, Time } from '../../platform/db/columns.js';

/** A step of a complaint's handling. */
@Entity('complaint_step')
@Index('complaint_step_of', ['complaintId', 'id'])
export class ComplaintStep {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'complaint' })
  complaintId!: number;

  @Text(16)
  act!: string;

  @Text(16)
  statusAfter!: ComplaintState;

  @Sealed(4200, { nullable: true })
  noteEnc!: Buffer | null;

  @Ref({ of: 'user', nullable: true })
  byId!: number | null;

  @Ref({ of: 'user', nullable: true })
  handlerId!: number | null;

  @Time()
  at!: Date;
}
