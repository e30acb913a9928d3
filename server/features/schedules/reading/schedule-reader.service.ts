import { Injectable } from '@nestjs/common';
import type { ErrorKey } from '../../../../contract/errors.js';
import {
  SCHEDULE_HEADS,
  SCHEDULE_SHEETS,
  type ScheduleSheet,
} from '../../../../contract/team/schedule-sheets.js';
import { businessDay } from '../../../../contract/shared/date.js';
import { peopleOf, queuesOf } from '../../../platform/auth/scope.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import { noRead, rowsOf, sql, type Statement } from '../../../platform/db/sql.js';
import { UnitOfWork } from '../../../platform/db/unit-of-work.js';
import { AppError } from '../../../platform/http/app-error.js';
import { Push } from '../../../platform/push/push.js';
import { rowsIn, sheetParts, type Layout } from '../../../platform/sheets/sheets.js';
import { ScheduleBook, type Known } from '../../../domain/schedules/reading/schedule-row.rules.js';
import type { ScheduleScope } from '../../../domain/schedules/schedule-scope.rules.js';
import { changesOf } from '../../../domain/schedules/reading/written-rows.writes.js';
import { partsOf, savePlans } from '../../../domain/schedules/seat-plans.sql.js';
import { saveSeatDays } from '../../../domain/schedules/seat-days.sql.js';

const MAX_ERRORS = 1_000;
const KEPT_DAYS = 7;
/** Between two writes of how far it is, each of which is pushed. */
const TELL_MS = 150;
const LOST_MS = 60_000;
const DAY_MS = 86_400_000;

/** By their names, and by their heads in each language. */
const LAYOUT: Layout = Object.fromEntries(
  Object.entries(SCHEDULE_SHEETS).map(([sheet, columns]) => [
    sheet,
    columns.map((column) => [column, ...Object.values(SCHEDULE_HEADS[column])] as const),
  ]),
);

interface Upload {
  id: number;
  institutionId: number;
  uploadedBy: number;
  status: string;
  scope: string;
  file: Buffer;
}

/** In rows: of the file, of those read, of those written. */
interface Progress {
  total: number;
  read: number;
  written: number;
  reportedAt: number;
}

/**
 * Reads an uploaded schedule and applies all of it or nothing: whoever comes second, or after a death, reads it again, and
 * only the first to lock the upload writes. A row that stands already stays as it is, so the same file changes nothing.
 */
@Injectable()
export class ScheduleReader {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly push: Push,
  ) {}

  async read(uploadId: number): Promise<void> {
    const upload = await this.database.row<Upload>(sql`
      SELECT id, institution_id AS institutionId, uploaded_by AS uploadedBy, status, scope, file
      FROM schedule_upload WHERE id = ${uploadId} AND file IS NOT NULL`);
    if (!upload) return;
    const book = new ScheduleBook(await this.known(JSON.parse(upload.scope) as ScheduleScope), MAX_ERRORS);
    const progress: Progress = { total: 0, read: 0, written: 0, reportedAt: -Infinity };
    if (upload.status === 'WAITING') await this.begin(upload);
    try {
      for await (const part of sheetParts(upload.file, LAYOUT)) {
        if ('total' in part) progress.total = part.total;
        else {
          for (const row of rowsIn<ScheduleSheet>(part)) book.add(row);
          progress.read = part.place;
        }
        await this.tell(upload, progress);
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return this.end(upload, book, progress, error.key);
    }
    // Empty rows were counted so far.
    Object.assign(progress, { total: book.rows, read: book.rows });
    await this.end(upload, book, progress, null);
  }

  /** Does what a lost job left undone, and forgets refused files that nobody has corrected for a while. */
  async reconcile(): Promise<void> {
    const kept = new Date(this.clock.now().getTime() - KEPT_DAYS * DAY_MS);
    await this.database.run(sql`
      UPDATE schedule_upload SET refused_file = NULL, written = NULL
      WHERE (refused_file IS NOT NULL OR written IS NOT NULL) AND finished_at < ${kept}`);
    const lost = await this.database.rows<{ id: number }>(sql`
      SELECT id FROM schedule_upload
      WHERE file IS NOT NULL AND uploaded_at < ${new Date(this.clock.now().getTime() - LOST_MS)} ORDER BY id`);
    for (const { id } of lost) await this.read(id);
  }

  private async begin({ id }: Upload): Promise<void> {
    await this.database.run(sql`
      UPDATE schedule_upload SET status = 'RUNNING' WHERE id = ${id} AND file IS NOT NULL`);
  }

  /** Beside the upload's row, which is locked while the file is applied. */
  private async tell({ id, uploadedBy }: Upload, progress: Progress): Promise<void> {
    const { total, read, written, reportedAt } = progress;
    if (performance.now() - reportedAt < TELL_MS && written < total) return;
    progress.reportedAt = performance.now();
    await this.database.run(sql`
      INSERT INTO schedule_progress (upload_id, rows_total, rows_read, rows_written)
      VALUES (${id}, ${total}, ${read}, ${written})
      ON DUPLICATE KEY UPDATE rows_total = VALUES(rows_total), rows_read = VALUES(rows_read),
        rows_written = VALUES(rows_written)`);
    this.push.progress('schedule', uploadedBy, id);
  }

  private async known(scope: ScheduleScope): Promise<Known> {
    const [queues, people] = await Promise.all([
      this.database.rows<{ id: number; code: string }>(sql`
        SELECT q.id, q.code FROM queue q WHERE ${queuesOf(scope)}`),
      this.database.rows<{ id: number; institutionId: number; username: string; enabled: number }>(sql`
        SELECT u.id, u.institution_id AS institutionId, u.username, u.enabled FROM user u
        WHERE u.role = 'member' AND ${peopleOf(scope)}`),
    ]);
    return {
      queues: new Map(queues.map(({ id, code }) => [code, id])),
      people: new Map(people.map(({ username, ...person }) => [username.toLowerCase(), person])),
      mayResign: scope.mayResign,
      today: businessDay(this.clock.now()),
    };
  }

  private end(
    upload: Upload,
    book: ScheduleBook,
    progress: Progress,
    failure: ErrorKey | null,
  ): Promise<void> {
    const { id: uploadId, institutionId, uploadedBy } = upload;
    const { plans, people, refused } = book;
    const isRefused = failure !== null || refused > 0;
    const [firstDay, lastDay] = isRefused ? [null, null] : spanOf([...plans, ...people]);
    return this.uow.transact({ userId: uploadedBy, requestId: null }, async (tx) => {
      const [waiting] = await tx.read<[{ id: number }]>(sql`
        SELECT id FROM schedule_upload WHERE id = ${uploadId} AND file IS NOT NULL FOR UPDATE`);
      if (waiting.length === 0) return;
      progress.written = 0;
      const written = isRefused ? null : await changesOf(tx, book);
      for (const [statement, rows] of isRefused ? refusals(uploadId, book) : inserts(book, tx.now)) {
        tx.write(statement);
        await tx.read(noRead);
        progress.written += rows;
        if (!isRefused) await this.tell(upload, progress);
      }
      tx.write(sql`
        UPDATE schedule_upload SET status = ${isRefused ? 'REFUSED' : 'APPLIED'}, failure = ${failure},
          refused_file = ${isRefused && failure === null ? sql`file` : null}, file = NULL, changed_rows = ${written ? written.plans.length + written.people.length : 0},
          written = ${written && JSON.stringify(written)},
          plan_rows = ${isRefused ? 0 : plans.length}, people_rows = ${isRefused ? 0 : people.length},
          refused = ${refused}, first_day = ${firstDay}, last_day = ${lastDay}, finished_at = ${tx.now}
        WHERE id = ${uploadId}`);
      if (isRefused) tx.emit('schedule.refused', { uploadId, institutionId, refused });
      else
        tx.emit('schedule.applied', {
          ...{ uploadId, institutionId, planRows: plans.length, peopleRows: people.length },
        });
    });
  }
}

function spanOf(rows: readonly { day: string }[]): [first: string | null, last: string | null] {
  let first: string | null = null;
  let last: string | null = null;
  for (const { day } of rows) {
    if (first === null || day < first) first = day;
    if (last === null || day > last) last = day;
  }
  return [first, last];
}

type Insert = [statement: Statement, rows: number];

function* inserts({ plans, people }: ScheduleBook, now: Date): Generator<Insert> {
  for (const part of partsOf(plans)) yield [savePlans(part), part.length];
  for (const part of partsOf(people)) yield [saveSeatDays(part, now), part.length];
}

function* refusals(uploadId: number, { errors }: ScheduleBook): Generator<Insert> {
  const rows = errors.map(({ sheet, cell, column, reason, value }, at) => {
    return [uploadId, at, sheet, cell, column, reason, value];
  });
  for (const part of partsOf(rows))
    yield [
      sql`INSERT INTO schedule_error (upload_id, at, sheet, cell, field, reason, value) VALUES ${rowsOf(part)}`,
      part.length,
    ];
}
