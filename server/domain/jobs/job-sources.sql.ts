import type { JobKind } from '../../../contract/administration/jobs.js';
import type { SheetKind } from '../../../contract/administration/sheet-uploads.js';
import { sql, type Statement } from '../../platform/db/sql.js';

/** Where the jobs of a kind stand, as `j`, and how their rows are read. `u` is the person who asked. */
interface Source {
  from: Statement;
  at: Statement;
  state: Statement;
  /** about, done, total, refused, failure, finishedAt */
  facts: Statement;
}

const UPLOADED_AT = sql`j.uploaded_at`;
const REQUESTED_AT = sql`j.asked_at`;

/** A workbook that waits for its confirmation, or to be read. */
const sheetOf = (kind: SheetKind): Source => ({
  from: sql`sheet_upload j JOIN user u ON u.id = j.uploaded_by AND j.kind = ${kind}
    LEFT JOIN sheet_progress p ON p.upload_id = j.id`,
  at: UPLOADED_AT,
  state: sql`CASE WHEN j.failure = 'job.cancelled' THEN 'CANCELLED' WHEN j.status IN ('APPLIED', 'UNDONE') THEN 'DONE'
    WHEN j.status IN ('REFUSED', 'STALE') THEN 'FAILED'
    WHEN j.status = 'CONFIRMED' OR (j.status = 'WAITING' AND p.rows_read > 0) THEN 'RUNNING' ELSE 'WAITING' END`,
  facts: sql`j.file_name AS about,
    COALESCE(IF(j.status IN ('CONFIRMED', 'APPLIED'), p.rows_written, p.rows_read), 0) AS done,
    COALESCE(IF(j.status IN ('CONFIRMED', 'APPLIED'), j.created + j.changed, p.rows_total), 0) AS total,
    j.refused_rows AS refused, IF(j.failure = 'job.cancelled', NULL, j.failure) AS failure, j.finished_at AS finishedAt`,
});

/** Every kind of long job. What the system does by itself is in the queue dashboard. */
export const SOURCES: Record<JobKind, Source> = {
  IMPORT: {
    from: sql`import_run j JOIN user u ON u.id = j.started_by`,
    at: sql`j.started_at`,
    state: sql`IF(j.cancelled_at IS NOT NULL AND j.status <> 'DONE', 'CANCELLED', j.status)`,
    facts: sql`j.file_name AS about, j.rows_read AS done, NULL AS total, j.rows_refused AS refused,
      IF(j.cancelled_at IS NULL, j.failure, NULL) AS failure, j.finished_at AS finishedAt`,
  },
  EXPORT: {
    from: sql`export_file j JOIN user u ON u.id = j.user_id`,
    at: sql`j.made_at`,
    state: sql`IF(j.status = 'READY', 'DONE', j.status)`,
    facts: sql`j.list AS about, j.done, j.row_count AS total, 0 AS refused, NULL AS failure, NULL AS finishedAt`,
  },
  ALLOCATION: {
    from: sql`allocation_run j JOIN user u ON u.id = j.asked_by JOIN queue q ON q.id = j.queue_id`,
    at: REQUESTED_AT,
    state: sql`CASE j.status WHEN 'ASKED' THEN 'WAITING' WHEN 'UNDOING' THEN 'RUNNING' WHEN 'UNDONE' THEN 'DONE'
      ELSE j.status END`,
    facts: sql`q.name AS about,
      (SELECT COUNT(*) FROM allocation_item i WHERE i.run_id = j.id AND i.status NOT IN ('WAITING', 'LEFT')) AS done,
      j.planned AS total, j.left_over AS refused, NULL AS failure, j.finished_at AS finishedAt`,
  },
  SCHEDULE: {
    from: sql`schedule_upload j JOIN user u ON u.id = j.uploaded_by LEFT JOIN schedule_progress p ON p.upload_id = j.id`,
    at: UPLOADED_AT,
    state: sql`CASE WHEN j.failure = 'job.cancelled' THEN 'CANCELLED' WHEN j.status = 'APPLIED' THEN 'DONE'
      WHEN j.status = 'REFUSED' THEN 'FAILED' ELSE j.status END`,
    facts: sql`j.file_name AS about, COALESCE(p.rows_written, 0) AS done, COALESCE(p.rows_total, 0) AS total, j.refused,
      IF(j.failure = 'job.cancelled', NULL, j.failure) AS failure, j.finished_at AS finishedAt`,
  },
  PEOPLE_SHEET: sheetOf('users'),
  SOFTPHONE_SHEET: sheetOf('softphones'),
  POLICY_LAB: {
    from: sql`policy_lab j JOIN user u ON u.id = j.asked_by JOIN institution i ON i.id = j.institution_id`,
    at: REQUESTED_AT,
    state: sql`j.status`,
    facts: sql`i.name AS about, j.done, j.total, 0 AS refused, NULL AS failure, j.finished_at AS finishedAt`,
  },
};
