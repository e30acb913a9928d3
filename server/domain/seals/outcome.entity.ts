import { Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Ref, Text, Time } from '../../platform/db/columns.js';

/** A change of what became of a decision or a sign-in: written by triggers, never altered, sealed. */
@Entity('outcome')
@Index('outcome_at', ['at', 'id'])
@Index('outcome_row', ['kind', 'rowId', 'id'])
export class Outcome {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  /** RECEIPT: a row of contact_receipt. SIGN_IN: one of login_audit. */
  @Text(8)
  kind!: string;

  @Ref()
  rowId!: number;

  /** The changing columns as text, with bars between them. */
  @Text(120)
  facts!: string;

  @Time()
  at!: Date;
}
