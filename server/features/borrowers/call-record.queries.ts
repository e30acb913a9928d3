import { Injectable } from '@nestjs/common';
import type { CallRecordQuery, CallRecordRow } from '../../../contract/cases/borrowers.js';
import type { Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf } from '../../platform/auth/scope.js';
import { Database } from '../../platform/db/database.js';
import { nothing, sql } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { CasesQueries } from '../case-work/cases/cases.queries.js';

/** A record written within half an hour of a softphone call is that call's result and no call of its own. */
const CALLS = sql`
  SELECT t.id, t.requested_at AS at, t.contact_id, t.agent_id, t.number_mask AS phone,
    CASE WHEN t.direction = 'OUT' THEN 2 WHEN t.answered_at IS NOT NULL THEN 1 WHEN t.reason = 'REJECTED' THEN 5
      ELSE 3 END AS type
  FROM phone_call t JOIN scoped ON t.case_id = scoped.id
  UNION ALL
  SELECT p.id, p.at, p.contact_id, p.collector_id AS agent_id, NULL AS phone,
    CASE p.call_status WHEN 'REJECTED' THEN 5 WHEN 'BLACKLIST' THEN 6 ELSE 2 END AS type
  FROM collection_log p JOIN scoped ON p.case_id = scoped.id
  WHERE p.type = '03' AND p.call_status IS NOT NULL AND p.undone_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM phone_call t WHERE t.case_id = p.case_id AND t.agent_id = p.collector_id
      AND t.requested_at BETWEEN p.at - INTERVAL 30 MINUTE AND p.at)`;

/** Our calls with the borrower and the contacts: those of the softphone, and those that a person only recorded. */
@Injectable()
export class CallRecordQueries {
  constructor(
    private readonly database: Database,
    private readonly cases: CasesQueries,
  ) {}

  /** `task/userCallRecord/{id}`, the latest first, with numbers masked. @throws case.notFound */
  async ofCase(
    actor: Actor,
    caseId: number,
    { page, size, type }: CallRecordQuery,
  ): Promise<Page<CallRecordRow>> {
    const ofType = type === undefined ? nothing : sql`WHERE calls.type = ${type}`;
    const calls = sql`
      WITH scoped AS (SELECT c.id FROM collection_case c WHERE c.id = ${caseId} AND ${casesOf(actor)}),
        calls AS (${CALLS})`;
    const [found, rows, counts] = await Promise.all([
      this.cases.version(actor, caseId),
      this.database.rows<Omit<CallRecordRow, 'time'> & { at: Date }>(sql`
        ${calls}
        SELECT calls.id, calls.type, calls.at, k.name, COALESCE(calls.phone, k.phone_mask) AS phone, k.relation,
          u.name AS agent
        FROM calls LEFT JOIN contact k ON k.id = calls.contact_id LEFT JOIN user u ON u.id = calls.agent_id ${ofType}
        ORDER BY calls.at DESC, calls.id DESC LIMIT ${String(size)} OFFSET ${String((page - 1) * size)}`),
      this.database.rows<{ total: number }>(sql`${calls} SELECT COUNT(*) AS total FROM calls ${ofType}`),
    ]);
    if (found === undefined) throw new AppError('case.notFound');
    const result = rows.map(({ at, ...row }) => ({ ...row, time: at.getTime() }));
    return { result, totalCount: counts[0]!.total };
  }
}
