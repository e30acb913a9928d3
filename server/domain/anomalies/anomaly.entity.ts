import { Column, Entity, Index } from 'typeorm';
import type { AnomalyRule, AnomalyState } from '../../../contract/supervision/anomalies.js';
import { Count, Ref, Text, Time, Versioned } from '../../platform/db/columns.js';

/** A rule's finding about one person. `aboutKey` tells findings of one rule apart. */
@Entity('anomaly')
@Index('anomaly_assignee', ['assigneeId', 'status', 'at', 'id'])
@Index('anomaly_day', ['institutionId', 'rule', 'day'])
@Index('anomaly_group', ['groupId', 'status', 'at', 'id'])
@Index('anomaly_institution', ['institutionId', 'status', 'at', 'id'])
@Index('anomaly_person', ['userId', 'rule', 'aboutKey', 'lastAt'])
export class Anomaly extends Versioned {
  @Ref({ of: 'institution' })
  institutionId!: number;

  @Ref({ of: 'admin_group', nullable: true })
  groupId!: number | null;

  @Ref({ of: 'user' })
  userId!: number;

  @Text(16)
  rule!: AnomalyRule;

  /** Version of the rules; 0: the default. */
  @Count()
  ruleVersion!: number;

  @Text(64)
  aboutKey!: string;

  @Text(64, { nullable: true })
  about!: string | null;

  @Ref({ of: 'collection_case', nullable: true })
  caseId!: number | null;

  @Count()
  measured!: number;

  @Count()
  compared!: number;

  @Count({ nullable: true })
  withinMinutes!: number | null;

  @Column({ type: 'date' })
  day!: string;

  @Time()
  at!: Date;

  @Time()
  lastAt!: Date;

  @Text(12)
  status!: AnomalyState;

  @Ref({ of: 'user', nullable: true })
  assigneeId!: number | null;

  @Text(500, { nullable: true })
  note!: string | null;

  @Ref({ of: 'announcement', nullable: true })
  announcementId!: number | null;

  @Ref({ of: 'user', nullable: true })
  handledBy!: number | null;

  @Time({ nullable: true })
  handledAt!: Date | null;
}
