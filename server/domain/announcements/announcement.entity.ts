import { Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import type { AnnouncementKind } from '../../../contract/supervision/announcements.js';
import type { Language } from '../../../contract/codes.js';
import { Json, Ref, Secret, Text, Time, Versioned } from '../../platform/db/columns.js';
import { Group } from '../groups/group.entity.js';
import { Institution } from '../institutions/institution.entity.js';
import { User } from '../users/user.entity.js';

@Entity('announcement')
@Index('announcement_shown', ['institutionId', 'kind', 'withdrawnAt', 'createdAt', 'id'])
export class Announcement extends Versioned {
  @Ref()
  institutionId!: number;

  @ManyToOne(() => Institution, { createForeignKeyConstraints: false })
  institution?: Institution;

  @Text(16)
  kind!: AnnouncementKind;

  /** Only this group of the institution. */
  @Ref({ nullable: true })
  groupId!: number | null;

  @ManyToOne(() => Group, { createForeignKeyConstraints: false })
  group?: Group | null;

  @Secret()
  @Text(80, { nullable: true })
  name!: string | null;

  @Column({ type: 'varbinary', length: 255, nullable: true })
  idNoEnc!: Buffer | null;

  @Secret()
  @Text(40, { nullable: true })
  idNoMask!: string | null;

  @Secret()
  @Text(500, { nullable: true })
  irregularities!: string | null;

  @Secret()
  @Text(500, { nullable: true })
  processResult!: string | null;

  /** By language. The line of a violation names the person. */
  @Secret()
  @Json()
  texts!: Partial<Record<Language, string>>;

  /** The sealed file's name. */
  @Text(64, { nullable: true })
  picture!: string | null;

  @Ref({ nullable: true })
  createdBy!: number | null;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'created_by' })
  author?: User | null;

  @Time()
  createdAt!: Date;

  @Time()
  updatedAt!: Date;

  @Time({ nullable: true })
  startsAt!: Date | null;

  @Time({ nullable: true })
  endsAt!: Date | null;

  /** Null: a draft. */
  @Time({ nullable: true })
  publishedAt!: Date | null;

  @Time({ nullable: true })
  withdrawnAt!: Date | null;
}
