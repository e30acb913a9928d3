import { Entity, Index } from 'typeorm';
import { Count, Ref, Text, Versioned } from '../../platform/db/columns.js';

@Entity('queue')
export class Queue extends Versioned {
  @Ref()
  institutionId!: number;

  @Index('code', { unique: true })
  @Text(32)
  code!: string;

  @Text(80)
  name!: string;

  /** AUTOMATIC, MANUAL */
  @Text(16, { default: 'AUTOMATIC' })
  type!: string;

  @Text(16, { default: 'STANDARD' })
  kind!: string;

  @Count({ default: 1 })
  minDpd!: number;

  /** From how many days past due on its cases are long-aging; null: never. */
  @Count({ nullable: true, default: 31 })
  longAgingDpd!: number | null;

  /** The text that reminds of a promise on its day, of known parameters only; null: nobody is reminded. */
  @Ref({ nullable: true })
  reminderTemplateId!: number | null;
}
