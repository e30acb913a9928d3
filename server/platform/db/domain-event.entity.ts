import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { SubjectType } from '../../../contract/events/event-subjects.js';
import { Ref, Text, Time } from './columns.js';

/** The log: rows are only added. Ids are given at insert, not at commit; the outbox says what is new. */
@Entity('domain_event')
@Index('domain_event_actor', ['actorId', 'recordedAt', 'id'])
@Index('domain_event_case', ['caseId', 'id'])
@Index('domain_event_recorded', ['recordedAt', 'id'])
@Index('domain_event_subject', ['subjectType', 'subjectId', 'id'])
export class DomainEvent {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  @Text(48)
  name!: string;

  @Text(16)
  subjectType!: SubjectType;

  @Ref()
  subjectId!: number;

  @Ref({ of: 'collection_case', nullable: true })
  caseId!: number | null;

  @Ref({ of: 'user', nullable: true })
  actorId!: number | null;

  @Column({ type: 'longtext' })
  payload!: string;

  @Text(40, { nullable: true })
  requestId!: string | null;

  @Time()
  effectiveAt!: Date;

  @Time()
  recordedAt!: Date;
}
