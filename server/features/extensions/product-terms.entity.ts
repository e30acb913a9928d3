import { Column, Entity, PrimaryColumn, VersionColumn } from 'typeorm';
import { Decimal, Flag } from '../../platform/db/columns.js';

/** What an extension costs and gives, and when all of a loan is due; a product without a row has the defaults of extension.rules.ts. */
@Entity('product_terms')
export class ProductTerms {
  @PrimaryColumn({ type: 'varchar', length: 60 })
  productCategory!: string;

  @Decimal(5, 2)
  extensionPercent!: number;

  @Column({ type: 'smallint' })
  extensionDays!: number;

  @Column({ type: 'smallint' })
  extensionLimit!: number;

  /** The day from whose 00:00 on its loans are accelerated; null: they are not. */
  @Column({ type: 'date', nullable: true })
  accelerationFrom!: string | null;

  /** Days past due from which the whole balance is claimed. */
  @Column({ type: 'smallint', default: 0 })
  afterDays!: number;

  /** The stored card is debited on a promise's day. */
  @Flag(false)
  automaticDebit!: boolean;

  @VersionColumn({ default: 1 })
  version!: number;
}
