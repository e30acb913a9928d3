import { Injectable } from '@nestjs/common';
import { utils, write } from '@e965/xlsx';
import type { ErrorKey } from '../../../contract/errors.js';
import type { Page } from '../../../contract/shared/page.js';
import {
  SHEET_LAYOUTS,
  type SheetKind,
  type SheetRowSeen,
  type SheetRowsQuery,
  type SheetUpload,
} from '../../../contract/administration/sheet-uploads.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { csvText } from '../../platform/http/csv.js';
import { messageOf } from '../../platform/http/messages.js';

type SeenRow = Omit<SheetRowSeen, 'changes'> & { changes: string | null };

/** Results of uploaded workbooks, for their senders; and the template file. */
@Injectable()
export class SheetUploadsQueries {
  constructor(private readonly database: Database) {}

  /** @throws sheet.notFound */
  async upload(actor: Actor, kind: SheetKind, id: number): Promise<SheetUpload> {
    const found = await this.database.row<Omit<SheetUpload, 'failure'> & { failure: ErrorKey | null }>(sql`
      SELECT s.id, s.file_name AS fileName, s.status, s.failure, COALESCE(p.rows_total, 0) AS rowsTotal,
        COALESCE(p.rows_read, 0) AS rowsRead, COALESCE(p.rows_written, 0) AS rowsWritten, s.created, s.changed, s.same,
        s.refused_rows AS refusedRows, s.refused
      FROM sheet_upload s LEFT JOIN sheet_progress p ON p.upload_id = s.id
      WHERE s.id = ${id} AND s.kind = ${kind} AND s.uploaded_by = ${actor.userId}`);
    if (!found) throw new AppError('sheet.notFound');
    return { ...found, failure: found.failure && messageOf(found.failure, actor.language) };
  }

  /** The effects of the file, in its order. @throws sheet.notFound */
  async rows(actor: Actor, kind: SheetKind, id: number, query: SheetRowsQuery): Promise<Page<SheetRowSeen>> {
    const { page, size, act } = query;
    await this.upload(actor, kind, id);
    const from = (page - 1) * size;
    const [rows, count] = await Promise.all([
      this.database.rows<SeenRow>(sql`
        SELECT at AS id, place, name, changes, field AS \`column\`, reason FROM sheet_row
        WHERE upload_id = ${id} AND act = ${act} AND at >= 0 ORDER BY at LIMIT ${from}, ${size}`),
      this.database.row<{ total: number }>(sql`
        SELECT COUNT(*) AS total FROM sheet_row WHERE upload_id = ${id} AND act = ${act}`),
    ]);
    const result = rows.map((row) => ({
      ...row,
      changes: JSON.parse(row.changes ?? '[]') as SheetRowSeen['changes'],
    }));
    return { result, totalCount: count!.total };
  }

  /** The cells to correct, as CSV in the viewer's language. @throws sheet.notFound */
  async errorsCsv(actor: Actor, kind: SheetKind, id: number): Promise<string> {
    await this.upload(actor, kind, id);
    const errors = await this.database.rows<{
      cell: string;
      column: string;
      name: string;
      reason: string;
    }>(sql`
      SELECT place AS cell, field AS \`column\`, name, reason FROM sheet_row
      WHERE upload_id = ${id} AND act = 'REFUSED' ORDER BY at`);
    const errorText = (reason: string) => messageOf(`cell.${reason}` as ErrorKey, actor.language);
    const lines = errors.map((error) => ({ ...error, reason: errorText(error.reason) }));
    return csvText(lines, ['cell', 'column', 'name', 'reason']);
  }

  /** The heads, and on a second sheet what some columns may say. */
  template(kind: SheetKind, values: Readonly<Record<string, readonly string[]>>): Buffer {
    const book = utils.book_new();
    for (const [sheet, heads] of Object.entries(SHEET_LAYOUTS[kind]))
      utils.book_append_sheet(book, utils.aoa_to_sheet([[...heads]]), sheet);
    const max = Math.max(...Object.values(values).map(({ length }) => length));
    const lines = Array.from({ length: max }, (_, at) =>
      Object.values(values).map((each) => each[at] ?? null),
    );
    utils.book_append_sheet(book, utils.aoa_to_sheet([Object.keys(values), ...lines]), 'values');
    return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
  }
}
