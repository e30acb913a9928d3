import { Entity } from 'typeorm';
import { Ref, Time } from '../../platform/db/columns.js';

/** A person has seen an announcement. */
@Entity('announcement_read')
export class AnnouncementRead {
  @Ref({ of: 'user', primary: true })
  userId!: number;

  @Ref({ of: 'announcement', primary: true })
  announcementId!: number;

  @Time()
  readAt!: Date;
}
