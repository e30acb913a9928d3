import { Injectable, StreamableFile } from '@nestjs/common';
import { EXPORTED_LISTS, EXPORTS, type ExportFile } from '../../../contract/administration/exports.js';
import { businessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../auth/actor.js';
import { Clock } from '../clock/clock.js';
import { Database } from '../db/database.js';
import { list, sql, type Statement } from '../db/sql.js';
import { SealedFiles } from '../files/sealed-files.js';
import { AppError } from '../http/app-error.js';
import { scopeOf } from './export-files.service.js';

@Injectable()
export class ExportFilesQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly files: SealedFiles,
  ) {}

  /** The person's own, the newest first. */
  list(actor: Actor): Promise<ExportFile[]> {
    return this.database.wireRows<ExportFile>(sql`
      SELECT id, list, status, row_count AS \`rows\`, done, made_at AS madeAt, expires_at AS expiresAt
      FROM export_file WHERE ${this.seenBy(actor)} ORDER BY made_at DESC, id DESC`);
  }

  /** @throws export.notFound */
  async file(actor: Actor, id: number): Promise<StreamableFile> {
    const row = await this.database.row<{ fileName: string; list: string; madeAt: Date }>(sql`
      SELECT file_name AS fileName, list, made_at AS madeAt
      FROM export_file WHERE id = ${id} AND status = 'READY' AND ${this.seenBy(actor)}`);
    const content = row && (await this.files.open('exports', row.fileName));
    if (!content) throw new AppError('export.notFound');
    return new StreamableFile(content, {
      type: 'text/csv; charset=utf-8',
      length: content.length,
      disposition: `attachment; filename="${row.list}-${businessDay(row.madeAt)}.csv"`,
    });
  }

  private seenBy(actor: Actor): Statement {
    const may = EXPORTED_LISTS.filter((name) => actor.permissions.has(EXPORTS[name]));
    return sql`list IN ${list(may)} AND user_id = ${actor.userId} AND expires_at > ${this.clock.now()}
      AND (scope IS NULL OR scope = ${scopeOf(actor)})`;
  }
}
