import { Injectable } from '@nestjs/common';
import type { ErrorKey } from '../../../contract/errors.js';
import { LOAN_COLUMNS, type ImportError, type ImportRun } from '../../../contract/cases/imports.js';
import type { Actor } from '../../platform/auth/actor.js';
import { institutionsIn } from '../../platform/auth/institution-scope.js';
import { queuesOf } from '../../platform/auth/scope.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { csvText } from '../../platform/http/csv.js';
import { messageOf } from '../../platform/http/messages.js';
import { goneBefore } from '../../domain/imports/import-run.rules.js';
import { MAX_ERRORS } from '../../domain/imports/refused-rows.sql.js';

const SHOWN_ERRORS = 100;
/** Queues that the template names. */
const MAX_QUEUES = 200;

type RunRecord = Omit<ImportRun, 'errors' | 'failure'> & { failure: ErrorKey | null };

/** Imports started by people of the viewer's institutions. */
@Injectable()
export class ImportsQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws request.notFound */
  async run(actor: Actor, importId: number): Promise<ImportRun> {
    const [[run], errors] = await Promise.all([
      this.database.wireRows<RunRecord>(sql`
        SELECT r.id, r.kind, r.file_name AS fileName, r.failure,
          IF(r.status = 'RUNNING' AND r.cancelled_at < ${goneBefore(this.clock.now())}, 'FAILED', r.status) AS status, r.rows_read AS rowsRead, r.rows_kept AS rowsKept,
          r.rows_unchanged AS rowsUnchanged, r.rows_refused AS rowsRefused,
          r.device_contacts_dropped AS deviceContactsDropped, r.started_at AS startedAt, r.finished_at AS finishedAt,
          r.release_state AS \`release\`, r.taken_back AS loansTakenBack,
          IF(r.release_state = 'RELEASED', 0, (SELECT COUNT(*) FROM loan_item l WHERE l.import_id = r.id)) AS loansWaiting
        FROM import_run r JOIN user u ON u.id = r.started_by
        WHERE r.id = ${importId} AND ${institutionsIn(actor, sql`u.institution_id`)}`),
      this.errors(importId, SHOWN_ERRORS),
    ]);
    if (!run) throw new AppError('request.notFound');
    return { ...run, failure: run.failure && messageOf(run.failure, actor.language), errors };
  }

  /** Every error that was kept as CSV: line, field, reason. @throws request.notFound */
  async errorsCsv(actor: Actor, importId: number): Promise<string> {
    await this.run(actor, importId);
    const errors = await this.errors(importId, MAX_ERRORS);
    return csvText(errors, ['line', 'field', 'reason']);
  }

  /** The heads of a loan book, and a row for each open queue with the codes that its loans carry: sent as it is, it is refused. */
  async template(actor: Actor): Promise<string> {
    return csvText(await this.queues(actor), LOAN_COLUMNS);
  }

  /** Open queues within reach, at most 200, with the institution of each. */
  queues(actor: Actor): Promise<{ institutionCode: string; queueCode: string }[]> {
    return this.database.rows(sql`
      SELECT i.code AS institutionCode, q.code AS queueCode
      FROM queue q JOIN institution i ON i.id = q.institution_id
      WHERE q.open = 1 AND ${queuesOf(actor)} ORDER BY q.code LIMIT ${MAX_QUEUES}`);
  }

  errors(importId: number, limit: number): Promise<ImportError[]> {
    return this.database.rows<ImportError>(sql`
      SELECT line, field, reason FROM import_error WHERE import_id = ${importId} ORDER BY line, field LIMIT ${limit}`);
  }
}
