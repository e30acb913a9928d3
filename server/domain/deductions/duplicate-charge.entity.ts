import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Centavos, Ref, Text, Time } from '../../platform/db/columns.js';

/** A second charge of a deduction that also took money. A person clears it with the provider. */
@Entity('deduction_double')
@Index('deduction_double_charge', ['deductionId', 'chargeId'], { unique: true })
export class DuplicateCharge {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'deduction' })
  deductionId!: number;

  @Text(48, { collation: 'utf8mb4_bin' })
  chargeId!: string;

  @Centavos()
  amount!: number;

  @Time()
  at!: Date;

  @Time()
  receivedAt!: Date;
}
