import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CallResult, Relation } from '../../../contract/codes.js';
import type { NumberSource, Standing } from '../../../contract/cases/numbers.js';
import { Flag, Hash, Ref, Sealed, Text, Time } from '../../platform/db/columns.js';

/** A number by which a borrower is reached; `relation` says whose it is. */
@Entity('contact')
@Index('contact_number', ['borrowerId', 'phoneHash'], { unique: true })
@Index('contact_phone', ['phoneHash'])
export class Contact {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'borrower' })
  borrowerId!: number;

  @Text(120)
  name!: string;

  @Sealed(96)
  phoneEnc!: Buffer;

  @Hash(16)
  phoneHash!: Buffer;

  @Text(24)
  phoneMask!: string;

  @Column({ type: 'char', length: 3 })
  relation!: Relation;

  @Flag(false)
  emergency!: boolean;

  @Text(8, { nullable: true })
  lastCallResult!: CallResult | null;

  @Column({ type: 'date', nullable: true })
  unreachedOn!: string | null;

  @Text(16, { nullable: true })
  blocked!: string | null;

  /** Relations say who somebody is to the borrower, not whether he signed for the loan. */
  @Flag(false)
  guarantor!: boolean;

  /** How the lender came by the number, and on which day. */
  @Text(12, { default: 'LENDER' })
  source!: NumberSource;

  @Column({ type: 'date', nullable: true })
  givenOn!: string | null;

  /** NOT_THEIRS is not stored here: a stop says it, whoever has the number. */
  @Text(12, { default: 'GIVEN' })
  standing!: Exclude<Standing, 'NOT_THEIRS'>;

  @Time({ nullable: true })
  standingAt!: Date | null;
}
