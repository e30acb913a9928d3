import { Injectable } from '@nestjs/common';
import type { ErrorKey } from '../../../contract/errors.js';
import { rooms } from '../../../contract/realtime.js';
import type { Actor } from '../../platform/auth/actor.js';
import { peopleOf, queuesOf } from '../../platform/auth/scope.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { rowsOf, sql, type Statement } from '../../platform/db/sql.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { Publisher } from '../../platform/realtime/publisher.js';
import { ScheduleBook, type Known } from './schedule-row.rules.js';
import type { ScheduleScope } from './schedule-scope.js';
import { sheetRows, type SheetRow } from './sheets.js';

const MOST_ERRORS = 1_000;
/** Rows between two words about how far it is, and of one insert. */
const PART = 2_000;
const LOST_MS = 60_000;

interface Upload {
  id: number;
  institutionId: number;
  uploadedBy: number;
  scope: string;
  file: Buffer;
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
    private readonly publisher: Publisher,
  ) {}

  async read(uploadId: number): Promise<void> {
    const upload = await this.database.row<Upload>(sql`
      SELECT id, institution_id AS institutionId, uploaded_by AS uploadedBy, scope, file
      FROM schedule_upload WHERE id = ${uploadId} AND file IS NOT NULL`);
    if (!upload) return;
    const book = new ScheduleBook(await this.known(JSON.parse(upload.scope) as ScheduleScope), MOST_ERRORS);
    try {
      const rows: SheetRow[] = [];
      for await (const row of sheetRows(upload.file)) rows.push(row);
      for (const [at, row] of rows.entries()) {
        if (at % PART === 0) await this.tell(upload, at, rows.length);
        book.add(row);
      }
      await this.tell(upload, rows.length, rows.length);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return this.end(upload, book, error.key);
    }
    await this.end(upload, book, null);
  }

  /** Does what a lost job left undone. */
  async sweep(): Promise<void> {
    const lost = await this.database.rows<{ id: number }>(sql`
      SELECT id FROM schedule_upload
      WHERE file IS NOT NULL AND uploaded_at < ${new Date(this.clock.now().getTime() - LOST_MS)} ORDER BY id`);
    for (const { id } of lost) await this.read(id);
  }

  private async tell({ id, uploadedBy }: Upload, read: number, total: number): Promise<void> {
    await this.database.run(sql`
      UPDATE schedule_upload SET status = 'RUNNING', rows_read = ${read}, rows_total = ${total}
      WHERE id = ${id} AND file IS NOT NULL`);
    this.publisher.hint(rooms.user(uploadedBy), 'tags.changed', { tags: [{ type: 'Schedule', id }] });
  }

  private async known(scope: ScheduleScope): Promise<Known> {
    const actor = scope as Pick<Actor, keyof ScheduleScope & keyof Actor> as Actor;
    const [queues, people] = await Promise.all([
      this.database.rows<{ id: number; code: string }>(sql`
        SELECT q.id, q.code FROM queue q WHERE ${queuesOf(actor)}`),
      this.database.rows<{ id: number; institutionId: number; username: string }>(sql`
        SELECT u.id, u.institution_id AS institutionId, u.username FROM user u
        WHERE u.role = 'member' AND ${peopleOf(actor)}`),
    ]);
    return {
      queues: new Map(queues.map(({ id, code }) => [code, id])),
      people: new Map(people.map(({ username, ...person }) => [username.toLowerCase(), person])),
      mayResign: scope.mayResign,
    };
  }

  private end(upload: Upload, book: ScheduleBook, failure: ErrorKey | null): Promise<void> {
    const { id: uploadId, institutionId, uploadedBy } = upload;
    const { plans, people, refused } = book;
    const isRefused = failure !== null || refused > 0;
    return this.uow.transact({ userId: uploadedBy, requestId: null }, async (tx) => {
      const [waiting] = await tx.read<[{ id: number }]>(sql`
        SELECT id FROM schedule_upload WHERE id = ${uploadId} AND file IS NOT NULL FOR UPDATE`);
      if (waiting.length === 0) return;
      for (const statement of isRefused ? refusals(uploadId, book) : inserts(book)) {
        tx.write(statement);
        await tx.read(sql`SELECT 1`);
      }
      tx.write(sql`
        UPDATE schedule_upload SET status = ${isRefused ? 'REFUSED' : 'APPLIED'}, failure = ${failure}, file = NULL,
          plan_rows = ${isRefused ? 0 : plans.length}, people_rows = ${isRefused ? 0 : people.length},
          refused = ${refused}, finished_at = ${tx.now}
        WHERE id = ${uploadId}`);
      if (isRefused) tx.emit('schedule.refused', { uploadId, institutionId, refused });
      else
        tx.emit('schedule.applied', {
          ...{ uploadId, institutionId, planRows: plans.length, peopleRows: people.length },
        });
    });
  }
}

function* partsOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += PART) yield rows.slice(at, at + PART);
}

function* inserts({ plans, people }: ScheduleBook): Generator<Statement> {
  for (const part of partsOf(plans))
    yield sql`
      INSERT INTO seat_plan (day, queue_id, case_allocation, expected_reminder_cases, per_capita_min, per_capita_max,
        min_seats, max_seats, expected_staff)
      VALUES ${rowsOf(part.map(({ day, queueId, counts }) => [day, queueId, ...counts]))}
      ON DUPLICATE KEY UPDATE case_allocation = VALUES(case_allocation),
        expected_reminder_cases = VALUES(expected_reminder_cases), per_capita_min = VALUES(per_capita_min),
        per_capita_max = VALUES(per_capita_max), min_seats = VALUES(min_seats), max_seats = VALUES(max_seats),
        expected_staff = VALUES(expected_staff)`;
  for (const part of partsOf(people))
    yield sql`
      INSERT INTO seat_day (day, user_id, institution_id, status)
      VALUES ${rowsOf(part.map(({ day, userId, institutionId, status }) => [day, userId, institutionId, status]))}
      ON DUPLICATE KEY UPDATE version = version + (status <> VALUES(status)), status = VALUES(status)`;
}

function* refusals(uploadId: number, { errors }: ScheduleBook): Generator<Statement> {
  const rows = errors.map(({ sheet, cell, column, reason }, at) => [
    uploadId,
    at,
    sheet,
    cell,
    column,
    reason,
  ]);
  for (const part of partsOf(rows))
    yield sql`INSERT INTO schedule_error (upload_id, at, sheet, cell, field, reason) VALUES ${rowsOf(part)}`;
}
