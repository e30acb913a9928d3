import { Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import type { AnnouncementKind } from '../../../contract/announcements.js';
import type { Language } from '../../../contract/codes.js';
import { Ref, Secret, Text, Time, Versioned } from '../../platform/db/columns.js';
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

  /** A notice's language; a violation announcement has none. */
  @Text(2, { nullable: true })
  language!: Language | null;

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

  /** The line of a violation names the person. */
  @Secret()
  @Text(1000)
  content!: string;

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
  withdrawnAt!: Date | null;
}
