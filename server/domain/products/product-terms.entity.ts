import { Column, Entity, Index, ManyToOne } from 'typeorm';
import { Decimal, Flag, Ref, Text } from '../../platform/db/columns.js';
import { Institution } from '../institutions/institution.entity.js';
import { Modified } from '../users/modified.entity.js';

/** Terms of a product's loans from a day on, until the next of its versions. Without any the defaults of extension.rules.ts hold. */
@Entity('product_terms')
@Index('product_terms_day', ['productCategory', 'institutionId', 'effectiveFrom'], { unique: true })
export class ProductTerms extends Modified {
  /** Its loans and those of the institutions below it. */
  @Ref()
  institutionId!: number;

  @ManyToOne(() => Institution, { createForeignKeyConstraints: false })
  institution?: Institution;

  @Text(60)
  productCategory!: string;

  /** From whose 00:00 on. */
  @Column({ type: 'date' })
  effectiveFrom!: string;

  @Decimal(5, 2)
  extensionPercent!: number;

  @Column({ type: 'smallint' })
  extensionDays!: number;

  @Column({ type: 'smallint' })
  extensionLimit!: number;

  /** Days past due from which the whole balance is claimed; null: never. */
  @Column({ type: 'smallint', nullable: true })
  afterDays!: number | null;

  /** The stored card is debited on a promise's day. */
  @Flag(false)
  automaticDebit!: boolean;
}
