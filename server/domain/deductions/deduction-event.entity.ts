import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Centavos, Ref, Text, Time } from '../../platform/db/columns.js';

/** A message of the provider by its own number: a repeated one changes nothing. */
@Entity('deduction_event')
@Index('deduction_event_deduction', ['deductionId'])
export class DeductionEvent {
  @PrimaryColumn({ type: 'varchar', length: 64, collation: 'utf8mb4_bin' })
  eventId!: string;

  @Ref({ of: 'deduction' })
  deductionId!: number;

  @Text(8)
  status!: string;

  @Centavos()
  amount!: number;

  @Time()
  at!: Date;

  @Time()
  receivedAt!: Date;
}
