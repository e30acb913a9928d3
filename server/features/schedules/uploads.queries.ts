import { Injectable } from '@nestjs/common';
import { utils, write } from '@e965/xlsx';
import type { ErrorKey } from '../../../contract/errors.js';
import { SCHEDULE_SHEETS } from '../../../contract/team/schedule-sheets.js';
import type { ScheduleError, ScheduleUpload } from '../../../contract/team/schedules.js';
import { addDays, businessDay, daysBetween } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { peopleOf, queuesOf } from '../../platform/auth/scope.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { list, sql } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { csvText } from '../../platform/http/csv.js';
import { messageOf } from '../../platform/http/messages.js';

const SHOWN_ERRORS = 100;
const KEPT_ERRORS = 1_000;
const DAY_FORMAT = 'yyyy-mm-dd';
/** Day 0 of a workbook's dates. */
const EPOCH = '1899-12-30';

type Row = string | number | null;

/** Results of uploaded schedules, for their senders and the administrators; and the template file. */
@Injectable()
export class ScheduleUploadsQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws schedule.notFound */
  async upload(actor: Actor, id: number): Promise<ScheduleUpload> {
    const others = actor.permissions.has('user:manage') ? list(actor.institutionIds) : sql`(NULL)`;
    const [run, errors] = await Promise.all([
      this.database.row<Omit<ScheduleUpload, 'errors' | 'failure'> & { failure: ErrorKey | null }>(sql`
        SELECT s.id, s.file_name AS fileName, s.status, s.failure, COALESCE(p.rows_total, 0) AS rowsTotal,
          COALESCE(p.rows_read, 0) AS rowsRead, COALESCE(p.rows_written, 0) AS rowsWritten,
          s.plan_rows AS planRows, s.people_rows AS peopleRows, s.first_day AS firstDay,
          s.last_day AS lastDay, s.refused
        FROM schedule_upload s LEFT JOIN schedule_progress p ON p.upload_id = s.id
        WHERE s.id = ${id} AND (s.uploaded_by = ${actor.userId} OR s.institution_id IN ${others})`),
      this.errors(id, SHOWN_ERRORS),
    ]);
    if (!run) throw new AppError('schedule.notFound');
    return { ...run, failure: run.failure && messageOf(run.failure, actor.language), errors };
  }

  /** The cells to correct, as CSV in the viewer's language. @throws schedule.notFound */
  async errorsCsv(actor: Actor, id: number): Promise<string> {
    await this.upload(actor, id);
    const errors = await this.errors(id, KEPT_ERRORS);
    const errorText = ({ reason }: ScheduleError) => messageOf(`cell.${reason}`, actor.language);
    const lines = errors.map((error) => ({ ...error, reason: errorText(error) }));
    return csvText(lines, ['sheet', 'cell', 'column', 'reason']);
  }

  /** Tomorrow, filled in with the viewer's queues and people: it can be sent back as it is. */
  async template(actor: Actor): Promise<Buffer> {
    const tomorrow = daysBetween(EPOCH, addDays(businessDay(this.clock.now()), 1));
    const [queues, people] = await Promise.all([
      this.database.rows<Record<string, Row>>(sql`
        SELECT q.code, q.planned_cases AS cases, q.per_capita_min AS least, q.per_capita_max AS most,
          q.seats_min AS minSeats, q.seats_max AS maxSeats
        FROM queue q WHERE q.open = 1 AND ${queuesOf(actor)} ORDER BY q.code`),
      this.database.rows<{ username: string }>(sql`
        SELECT u.username FROM user u
        WHERE u.enabled = 1 AND u.role = 'member' AND ${peopleOf(actor)} ORDER BY u.username`),
    ]);
    const book = utils.book_new();
    const plan = queues.map(({ code, cases, least, most, minSeats, maxSeats }) => [
      ...[tomorrow, code!, cases!, null, least!, most!, minSeats!, maxSeats!, null],
    ]);
    utils.book_append_sheet(book, sheetOf([...SCHEDULE_SHEETS.plan], plan), 'plan');
    const days = people.map(({ username }) => [tomorrow, username, 'ON_DUTY']);
    utils.book_append_sheet(book, sheetOf([...SCHEDULE_SHEETS.people], days), 'people');
    return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
  }

  private errors(id: number, limit: number): Promise<ScheduleError[]> {
    return this.database.rows<ScheduleError>(sql`
      SELECT sheet, cell, field AS \`column\`, reason FROM schedule_error WHERE upload_id = ${id} ORDER BY at LIMIT ${limit}`);
  }
}

function sheetOf(head: readonly string[], rows: readonly Row[][]) {
  const sheet = utils.aoa_to_sheet([[...head], ...rows]);
  rows.forEach((_, line) => (sheet[utils.encode_cell({ r: line + 1, c: 0 })].z = DAY_FORMAT));
  return sheet;
}
