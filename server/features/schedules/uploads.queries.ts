import { Injectable } from '@nestjs/common';
import { utils, write } from '@e965/xlsx';
import type { Language } from '../../../contract/codes.js';
import type { ErrorKey } from '../../../contract/errors.js';
import {
  CORRECTIONS_HEAD,
  SCHEDULE_HEADS,
  SCHEDULE_SHEETS,
  type ScheduleSheet,
} from '../../../contract/team/schedule-sheets.js';
import {
  SCHEDULED_COUNT,
  SCHEDULED_DAYS,
  SEAT_STATES,
  type ScheduleError,
  type ScheduleUpload,
} from '../../../contract/team/schedules.js';
import { addDays, businessDay, daysBetween } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { peopleOf, queuesOf } from '../../platform/auth/scope.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { messageOf } from '../../platform/http/messages.js';
import { withCorrections } from '../../platform/sheets/corrections.js';

const SHOWN_ERRORS = 100;
const KEPT_ERRORS = 1_000;
const DAY_FORMAT = 'yyyy-mm-dd';
/** Day 0 of a workbook's dates. */
const EPOCH = '1899-12-30';

type Row = string | number | null;
/** Values that a cell may have, in the words of its reason. */
const WANTED = { choices: SEAT_STATES.join(', '), most: SCHEDULED_COUNT, days: SCHEDULED_DAYS };

/** Results of uploaded schedules, for their senders and the administrators; and the template file. */
@Injectable()
export class ScheduleUploadsQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws schedule.notFound */
  async upload(actor: Actor, id: number): Promise<ScheduleUpload> {
    const run = await this.database.row<
      Omit<ScheduleUpload, 'errors' | 'failure' | 'mayUndo'> & { failure: ErrorKey | null; isKept: number }
    >(sql`
        SELECT s.id, s.file_name AS fileName, s.status, s.failure, COALESCE(p.rows_total, 0) AS rowsTotal,
          COALESCE(p.rows_read, 0) AS rowsRead, COALESCE(p.rows_written, 0) AS rowsWritten,
          s.plan_rows AS planRows, s.people_rows AS peopleRows, s.changed_rows AS changedRows, s.first_day AS firstDay,
          s.last_day AS lastDay, s.refused, s.written IS NOT NULL AND s.changed_rows > 0 AS isKept
        FROM schedule_upload s LEFT JOIN schedule_progress p ON p.upload_id = s.id
        WHERE s.id = ${id} AND ${uploadsOf(actor)}`);
    if (!run) throw new AppError('schedule.notFound');
    // Behind the row: one that says REFUSED has its errors by then.
    const errors = await this.errors(id, SHOWN_ERRORS);
    const { isKept, ...upload } = run;
    const isAhead = upload.firstDay !== null && upload.firstDay >= businessDay(this.clock.now());
    const mayUndo = upload.status === 'APPLIED' && isKept === 1 && isAhead;
    return {
      ...upload,
      failure: upload.failure && messageOf(upload.failure, actor.language),
      errors,
      mayUndo,
    };
  }

  /** The refused file with its cells to correct marked, in the viewer's language. @throws schedule.notFound */
  async corrections(actor: Actor, id: number): Promise<Buffer> {
    await this.upload(actor, id);
    const [sent, errors] = await Promise.all([
      this.database.row<{ file: Buffer | null }>(sql`
        SELECT refused_file AS file FROM schedule_upload WHERE id = ${id}`),
      this.errors(id, KEPT_ERRORS),
    ]);
    if (!sent?.file) throw new AppError('schedule.notFound');
    const { language } = actor;
    return withCorrections(sent.file, {
      head: CORRECTIONS_HEAD[language],
      corrections: errors.map(({ sheet, cell, reason, value }) => {
        const text = messageOf(`cell.${reason}`, language, WANTED);
        return { sheet, cell, text: value === null ? text : `"${value}" ${text}` };
      }),
    });
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
    utils.book_append_sheet(book, sheetOf(headsOf('plan', actor.language), plan), 'plan');
    const days = people.map(({ username }) => [tomorrow, username, 'ON_DUTY']);
    utils.book_append_sheet(book, sheetOf(headsOf('people', actor.language), days), 'people');
    return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
  }

  private errors(id: number, limit: number): Promise<ScheduleError[]> {
    return this.database.rows<ScheduleError>(sql`
      SELECT sheet, cell, field AS \`column\`, reason, value FROM schedule_error WHERE upload_id = ${id} ORDER BY at LIMIT ${limit}`);
  }
}

/** A condition on schedule_upload under `s`: the own ones, and an administrator's institutions'. */
export function uploadsOf(actor: Actor): Statement {
  const others = list(actor.permissions.has('user:manage') ? actor.institutionIds : []);
  return sql`(s.uploaded_by = ${actor.userId} OR s.institution_id IN ${others})`;
}

function headsOf(sheet: ScheduleSheet, language: Language): string[] {
  return SCHEDULE_SHEETS[sheet].map((column) => SCHEDULE_HEADS[column][language]);
}

function sheetOf(head: readonly string[], rows: readonly Row[][]) {
  const sheet = utils.aoa_to_sheet([[...head], ...rows]);
  rows.forEach((_, line) => (sheet[utils.encode_cell({ r: line + 1, c: 0 })].z = DAY_FORMAT));
  return sheet;
}
