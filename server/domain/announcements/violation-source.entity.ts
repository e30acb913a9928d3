import { Entity, Index } from 'typeorm';
import { Ref, Text } from '../../platform/db/columns.js';

/** The finding that a violation was announced for, and the person it concerns. */
@Entity('violation_source')
@Index('violation_source_of', ['source', 'sourceId'])
@Index('violation_source_user', ['userId'])
export class ViolationSource {
  @Ref({ of: 'announcement', primary: true })
  announcementId!: number;

  @Text(12)
  source!: string;

  @Ref()
  sourceId!: number;

  @Ref({ of: 'user' })
  userId!: number;
}
