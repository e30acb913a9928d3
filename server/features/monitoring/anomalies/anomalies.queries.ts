import { Injectable } from '@nestjs/common';
import type {
  AnomaliesQuery,
  AnomalyPage,
  AnomalyRow,
  CappedRule,
} from '../../../../contract/supervision/anomalies.js';
import { businessDay } from '../../../../contract/shared/date.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { institutionsIn } from '../../../platform/auth/institution-scope.js';
import { casesOf } from '../../../platform/auth/scope.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import { cappedTotal } from '../../../platform/db/lists/capped-counts.js';
import { never, all, sql, type Statement } from '../../../platform/db/sql.js';

/** A condition on anomaly under the alias `a`. */
export function anomaliesOf(actor: Actor): Statement {
  if (actor.role === 'member') return never;
  if (actor.role === 'leader') return sql`a.group_id = ${actor.groupId}`;
  return institutionsIn(actor, sql`a.institution_id`);
}

/** Anomalies of the viewer's people. */
@Injectable()
export class AnomaliesQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list(
    actor: Actor,
    { page, size, status, rule, username, mine }: AnomaliesQuery,
  ): Promise<AnomalyPage> {
    const where = all([
      anomaliesOf(actor),
      sql`a.status = ${status}`,
      ...(rule ? [sql`a.rule = ${rule}`] : []),
      ...(username ? [sql`a.user_id = (SELECT w.id FROM user w WHERE w.username = ${username})`] : []),
      ...(mine ? [sql`a.assignee_id = ${actor.userId}`] : []),
    ]);
    const [result, totalCount, capped] = await Promise.all([
      this.database.wireRows<AnomalyRow>(
        sql`
        SELECT a.id, a.version, a.rule, a.status, a.at, a.last_at AS lastAt, a.user_id AS userId, u.username, u.name,
          g.name AS groupName, c.id AS taskId, c.loan_no AS loanId, a.about, a.measured, a.compared AS \`limit\`,
          a.within_minutes AS minutes, a.rule_version AS ruleVersion, a.assignee_id AS assigneeId, e.name AS assignee,
          a.note, h.name AS handler, a.handled_at AS handledAt, a.user_id = ${actor.userId} AS own
        FROM anomaly a JOIN user u ON u.id = a.user_id LEFT JOIN admin_group g ON g.id = a.group_id
        LEFT JOIN collection_case c ON c.id = a.case_id AND ${casesOf(actor)}
        LEFT JOIN user e ON e.id = a.assignee_id LEFT JOIN user h ON h.id = a.handled_by
        WHERE ${where} ORDER BY a.at DESC, a.id DESC LIMIT ${String((page - 1) * size)}, ${String(size)}`,
        'own',
      ),
      cappedTotal(this.database, sql`FROM anomaly a WHERE ${where}`),
      this.database.rows<CappedRule>(sql`
        SELECT p.rule, CAST(SUM(p.held_back) AS SIGNED) AS heldBack FROM anomaly_cap p
        WHERE ${institutionsIn(actor, sql`p.institution_id`)} AND p.day = ${businessDay(this.clock.now())}
        GROUP BY p.rule ORDER BY p.rule`),
    ]);
    return { result, totalCount, capped };
  }
}
