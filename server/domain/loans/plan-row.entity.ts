import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Centavos, Derived, Flag, Ref, Time } from '../../platform/db/columns.js';

/** A period of a loan item's repayment plan. */
@Entity('plan_row')
@Index('plan_row_falls_due', ['fallsDueOn', 'loanItemId'])
export class PlanRow {
  @Ref({ of: 'loan_item', primary: true })
  loanItemId!: number;

  @PrimaryColumn({ type: 'smallint' })
  period!: number;

  @Column({ type: 'date' })
  dueDate!: string;

  @Centavos()
  principal!: number;

  @Centavos()
  interest!: number;

  @Centavos()
  penalty!: number;

  @Centavos()
  iva!: number;

  @Centavos({ default: 0 })
  paid!: number;

  @Time({ nullable: true })
  paidAt!: Date | null;

  /** The row is in the amount of its loan's case. */
  @Flag(false)
  claimed!: boolean;

  /** The due date, as long as the row is unpaid and not claimed. */
  @Derived('date')
  fallsDueOn!: string | null;
}
