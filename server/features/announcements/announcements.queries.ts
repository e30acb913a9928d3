import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type {
  AllAnnouncementsQuery,
  Announcement as ShownAnnouncement,
  AnnouncementQuery,
  AnnouncementRow,
  Notice,
} from '../../../contract/supervision/announcements.js';
import type { Language } from '../../../contract/codes.js';
import type { Page } from '../../../contract/shared/page.js';
import { addDays, startOfBusinessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { institutionsIn } from '../../platform/auth/institution-scope.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { listPage } from '../../platform/db/lists/list-page.js';
import { all, condition, list, sql, type Statement } from '../../platform/db/sql.js';
import { SealedFiles } from '../../platform/files/sealed-files.js';
import { Announcement } from '../../domain/announcements/announcement.entity.js';
import { inState, lineOf, rowOf } from '../../domain/announcements/announcement.rules.js';

/** The header scrolls the first; a client that shows several gets no more than these. */
const NOTICES = 5;

@Injectable()
export class AnnouncementsQueries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly files: SealedFiles,
  ) {}

  /** The notices for the viewer that are written in a language, the newest first. */
  async notices(actor: Actor, language: Language): Promise<Notice[]> {
    const isWritten = sql`JSON_EXTRACT(a.texts, ${`$.${language}`}) IS NOT NULL`;
    const found = await this.announcements()
      .where(...condition(all([this.isFor(actor), sql`a.kind = 'NOTICE'`, isWritten])))
      .orderBy({ 'a.createdAt': 'DESC', 'a.id': 'DESC' })
      .limit(NOTICES)
      .getMany();
    return found.map((notice) => ({ content: lineOf(notice, language) }));
  }

  /** The violation announcements for the viewer that they have not seen yet (or have), the newest first. */
  async shown(actor: Actor, query: AnnouncementQuery): Promise<Page<ShownAnnouncement>> {
    const seen = sql`EXISTS (
      SELECT 1 FROM announcement_read r WHERE r.announcement_id = a.id AND r.user_id = ${actor.userId})`;
    const { result, totalCount } = await listPage(this.announcements(), query, {
      where: [this.isFor(actor), sql`a.kind = 'VIOLATION'`, query.status === '0' ? sql`NOT ${seen}` : seen],
      defaultSort: ['a.createdAt', 'DESC'],
    });
    const opened = result.map((row) => this.opened(row, actor.language));
    return { result: await Promise.all(opened), totalCount };
  }

  /** All that was said in the viewer's institutions. Pictures stay closed. */
  async all(actor: Actor, query: AllAnnouncementsQuery): Promise<Page<AnnouncementRow>> {
    const { kind, state, institutionId, groupId, msgId, from, to } = query;
    const now = this.clock.now();
    const { result, totalCount } = await listPage(this.announcements(), query, {
      where: [
        institutionsIn(actor, sql`a.institution_id`),
        state ? inState(state, now) : sql`a.withdrawn_at IS NULL`,
        kind && sql`a.kind = ${kind}`,
        institutionId ? sql`a.institution_id = ${institutionId}` : undefined,
        groupId ? sql`a.group_id = ${groupId}` : undefined,
        msgId ? sql`a.id = ${msgId}` : undefined,
        from ? { text: 'a.created_at >= ?', params: [startOfBusinessDay(from)] } : undefined,
        to ? { text: 'a.created_at < ?', params: [startOfBusinessDay(addDays(to, 1))] } : undefined,
      ],
      sorts: { createdAt: 'a.createdAt', startsAt: 'a.startsAt', endsAt: 'a.endsAt' },
      defaultSort: ['a.createdAt', 'DESC'],
    });
    const counts = await this.database.rows<{ id: number; readers: number }>(sql`
      SELECT announcement_id AS id, COUNT(*) AS readers FROM announcement_read
      WHERE announcement_id IN ${list(result.map(({ id }) => id))} GROUP BY announcement_id`);
    const readers = new Map(counts.map((count) => [count.id, count.readers]));
    const rows = result.map((row) => rowOf(row, readers.get(row.id) ?? 0, actor.language, now));
    return { result: rows, totalCount };
  }

  /** Announcements shown to the viewer now. */
  isFor(actor: Actor): Statement {
    return all([
      sql`a.institution_id = ${actor.institutionId}`,
      sql`a.group_id IS NULL OR a.group_id = ${actor.groupId}`,
      inState('SHOWN', this.clock.now()),
    ]);
  }

  private announcements() {
    return this.dataSource
      .createQueryBuilder(Announcement, 'a')
      .leftJoinAndSelect('a.institution', 'i')
      .leftJoinAndSelect('a.group', 'g')
      .leftJoinAndSelect('a.author', 'u');
  }

  private async opened(row: Announcement, language: Language): Promise<ShownAnnouncement> {
    const picture = row.picture === null ? null : await this.files.open('pictures', row.picture);
    return {
      msgId: row.id,
      name: row.name ?? '',
      idNo: row.idNoMask,
      irregularities: row.irregularities ?? '',
      processResult: row.processResult ?? '',
      base64Image: picture?.toString() ?? null,
      content: lineOf(row, language),
    };
  }
}
