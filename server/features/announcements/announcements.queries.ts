import { Injectable } from '@nestjs/common';
import type {
  AllAnnouncementsQuery,
  Announcement,
  AnnouncementQuery,
  AnnouncementRow,
  Notice,
} from '../../../contract/announcements.js';
import type { Language } from '../../../contract/codes.js';
import { COUNT_CAP, type Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Database } from '../../platform/db/database.js';
import { all, list, sql, type Statement } from '../../platform/db/sql.js';
import { SealedFiles } from '../../platform/files/sealed-files.js';

/** How many notices one answer holds. The header scrolls the first of them. */
const NOTICES = 5;

type ShownRow = Omit<Announcement, 'base64Image'> & { picture: string | null };
type StoredRow = Omit<AnnouncementRow, 'hasPicture' | 'createdAt' | 'updatedAt'> & {
  hasPicture: number;
  createdAt: Date;
  updatedAt: Date;
};

@Injectable()
export class AnnouncementsQueries {
  constructor(
    private readonly database: Database,
    private readonly files: SealedFiles,
  ) {}

  /** The own institution's notices in one language, the newest first. */
  notices(actor: Actor, language: Language): Promise<Notice[]> {
    return this.database.rows<Notice>(sql`
      SELECT a.content FROM announcement a
      WHERE a.institution_id = ${actor.institutionId} AND a.kind = 'NOTICE' AND a.withdrawn_at IS NULL
        AND a.language = ${language}
      ORDER BY a.created_at DESC, a.id DESC LIMIT ${String(NOTICES)}`);
  }

  /** The own institution's violation announcements that the viewer has not seen yet (or has), the newest first. */
  async shown(actor: Actor, { status, page, size }: AnnouncementQuery): Promise<Page<Announcement>> {
    const of = sql`
      FROM announcement a
      LEFT JOIN announcement_read r ON r.announcement_id = a.id AND r.user_id = ${actor.userId}
      WHERE a.institution_id = ${actor.institutionId} AND a.kind = 'VIOLATION' AND a.withdrawn_at IS NULL
        AND ${status === '0' ? sql`r.user_id IS NULL` : sql`r.user_id IS NOT NULL`}`;
    const [rows, totalCount] = await Promise.all([
      this.database.rows<ShownRow>(sql`
        SELECT a.id AS msgId, a.name, a.id_no_mask AS idNo, a.irregularities, a.process_result AS processResult,
          a.content, a.picture
        ${of} ORDER BY a.created_at DESC, a.id DESC LIMIT ${String(size)} OFFSET ${String((page - 1) * size)}`),
      this.count(of),
    ]);
    return { result: await Promise.all(rows.map((row) => this.withPicture(row))), totalCount };
  }

  /** Everything published in the viewer's institutions. Pictures are not decrypted. */
  async all(actor: Actor, { kind, page, size }: AllAnnouncementsQuery): Promise<Page<AnnouncementRow>> {
    const conditions = [sql`a.institution_id IN ${list(actor.institutionIds)}`, sql`a.withdrawn_at IS NULL`];
    if (kind) conditions.push(sql`a.kind = ${kind}`);
    const where = all(conditions);
    const [rows, totalCount] = await Promise.all([
      this.database.rows<StoredRow>(sql`
        SELECT a.id AS msgId, a.kind, a.language AS country, a.institution_id AS institutionId, i.name AS institutionName,
          a.name, a.id_no_mask AS idNo, a.irregularities, a.process_result AS processResult, a.content,
          a.picture IS NOT NULL AS hasPicture, u.name AS createdBy, a.created_at AS createdAt, a.updated_at AS updatedAt,
          (SELECT COUNT(*) FROM announcement_read r WHERE r.announcement_id = a.id) AS readCount
        FROM announcement a JOIN institution i ON i.id = a.institution_id LEFT JOIN user u ON u.id = a.created_by
        WHERE ${where} ORDER BY a.created_at DESC, a.id DESC LIMIT ${String(size)} OFFSET ${String((page - 1) * size)}`),
      this.count(sql`FROM announcement a WHERE ${where}`),
    ]);
    return { result: rows.map(asRow), totalCount };
  }

  private async withPicture({ picture, ...row }: ShownRow): Promise<Announcement> {
    return {
      ...row,
      base64Image:
        picture === null ? null : ((await this.files.open('pictures', picture))?.toString() ?? null),
    };
  }

  private async count(of: Statement): Promise<number> {
    const row = await this.database.row<{ total: number }>(sql`
      SELECT COUNT(*) AS total FROM (SELECT 1 ${of} LIMIT ${String(COUNT_CAP + 1)}) AS found`);
    return row!.total;
  }
}

function asRow(row: StoredRow): AnnouncementRow {
  return {
    ...row,
    hasPicture: row.hasPicture === 1,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
