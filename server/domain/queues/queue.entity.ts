import { Entity, Index, ManyToOne } from 'typeorm';
import type { QUEUE_TYPES } from '../../../contract/team/queues.js';
import { Count, Flag, Ref, Text, Versioned } from '../../platform/db/columns.js';
import { Institution } from '../institutions/institution.entity.js';

/** Cases of one product or stage, with the plan by which they are handed out. */
@Entity('queue')
export class Queue extends Versioned {
  @Ref()
  institutionId!: number;

  @ManyToOne(() => Institution, { createForeignKeyConstraints: false })
  institution?: Institution;

  @Index('code', { unique: true })
  @Text(32)
  code!: string;

  @Text(80)
  name!: string;

  @Text(16, { default: 'AUTOMATIC' })
  type!: (typeof QUEUE_TYPES)[number];

  @Text(16, { default: 'STANDARD' })
  kind!: string;

  @Count({ default: 1 })
  minDpd!: number;

  /** From how many days past due on its cases are long-aging; null: never. */
  @Count({ nullable: true, default: 31 })
  longAgingDpd!: number | null;

  /** The text that reminds of a promise on its day, of known parameters only; null: nobody is reminded. */
  @Ref({ of: 'message_template', nullable: true })
  reminderTemplateId!: number | null;

  /** A closed queue hands nothing out. */
  @Flag(true)
  open!: boolean;

  /** Cases expected on a usual day. */
  @Count({ nullable: true })
  plannedCases!: number | null;

  @Count({ default: 0 })
  perCapitaMin!: number;

  @Count({ default: 120 })
  perCapitaMax!: number;

  @Count({ default: 0 })
  seatsMin!: number;

  @Count({ nullable: true })
  seatsMax!: number | null;

  /** Working days that a new case may wait for its first action. */
  @Count({ default: 1 })
  firstActionDays!: number;
}
