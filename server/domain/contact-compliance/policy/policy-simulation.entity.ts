import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Count, Derived, Json, Ref, Text, Time } from '../../../platform/db/columns.js';

/** A proposed policy that a job replays over the decisions of the last 30 days. */
@Entity('policy_lab')
@Index('policy_lab_institution', ['institutionId', 'id'])
@Index('policy_lab_newest', ['askedAt', 'id', 'askedBy'])
@Index('policy_lab_unfinished', ['unfinished', 'askedAt'])
export class PolicySimulation {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'institution' })
  institutionId!: number;

  @Json()
  document!: unknown;

  @Text(9)
  status!: string;

  @Count({ default: 0 })
  total!: number;

  @Count({ default: 0 })
  done!: number;

  @Column({ type: 'mediumtext', nullable: true })
  result!: string | null;

  @Ref({ of: 'user' })
  askedBy!: number;

  @Time()
  askedAt!: Date;

  @Time({ nullable: true })
  finishedAt!: Date | null;

  /** Those that a job has still to finish. */
  @Derived(Boolean)
  unfinished!: boolean | null;
}
