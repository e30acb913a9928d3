import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BehaviourType } from '../../../contract/supervision/behaviour.js';
import { Ref, Text, Time } from '../db/columns.js';

/** An act of a person, with its address. The browser's claims stand apart from what the server saw. */
@Entity('behaviour_record')
@Index('behaviour_case', ['caseId', 'at', 'id'])
@Index('behaviour_group', ['groupId', 'at', 'id', 'institutionId'])
@Index('behaviour_group_address', ['groupId', 'address', 'type', 'at', 'id', 'institutionId'])
@Index('behaviour_group_type', ['groupId', 'type', 'at', 'id', 'institutionId'])
@Index('behaviour_institution', ['institutionId', 'at', 'id'])
@Index('behaviour_institution_address', ['institutionId', 'address', 'type', 'at', 'id'])
@Index('behaviour_institution_type', ['institutionId', 'type', 'at', 'id'])
@Index('behaviour_unlooked', ['isNew', 'at'])
@Index('behaviour_user', ['userId', 'at', 'id', 'institutionId', 'groupId'])
@Index('behaviour_user_address', [
  'userId',
  'address',
  'type',
  'at',
  'id',
  'institutionId',
  'groupId',
  'source',
])
@Index('behaviour_user_type', ['userId', 'type', 'at', 'id', 'institutionId', 'groupId'])
export class BehaviourRecord {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'user' })
  userId!: number;

  @Ref({ of: 'institution' })
  institutionId!: number;

  @Ref({ of: 'admin_group', nullable: true })
  groupId!: number | null;

  @Text(16)
  type!: BehaviourType;

  /** CLIENT: the browser reported it. SERVER: it happened here. */
  @Text(6)
  source!: string;

  @Ref({ of: 'collection_case', nullable: true })
  caseId!: number | null;

  @Text(40, { nullable: true })
  loanNo!: string | null;

  @Text(120)
  detail!: string;

  @Text(45)
  address!: string;

  @Text(45, { nullable: true })
  claimedAddress!: string | null;

  @Text(80, { nullable: true })
  city!: string | null;

  @Text(80, { nullable: true })
  network!: string | null;

  /** Whether this person had never been seen at the address before. */
  @Column({ type: Boolean, nullable: true })
  isNew!: boolean | null;

  @Time()
  at!: Date;

  @Ref({ of: 'contact', nullable: true })
  contactId!: number | null;

  @Text(12, { nullable: true })
  purpose!: string | null;
}
