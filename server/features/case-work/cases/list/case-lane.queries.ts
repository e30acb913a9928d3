import { Injectable } from '@nestjs/common';
import {
  LANE_MINUTES,
  LANE_SIZE,
  type CaseLaneQuery,
  type LaneCase,
} from '../../../../../contract/cases/cases.js';
import { CASE_GROUPS } from '../../../../../contract/codes.js';
import { businessDay } from '../../../../../contract/shared/date.js';
import type { Actor } from '../../../../platform/auth/actor.js';
import { caseScope, casesOf } from '../../../../platform/auth/scope.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/db/database.js';
import { list, nothing, sql, type Statement } from '../../../../platform/db/sql.js';
import { actionAt } from '../../../../domain/cases/list/case-cursor.sql.js';
import { scopeOf } from '../../../../domain/cases/list/case-list.rules.js';

interface LaneRecord extends Omit<LaneCase, 'kind' | 'at'> {
  nextFollowUpAt: Date | null;
  promiseDue: string | null;
  broken: number;
}

/** `task/lane`: cases to work on now or within half an hour, found by the index that the quick filters count with. */
@Injectable()
export class CaseLaneQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async lane(actor: Actor, query: CaseLaneQuery): Promise<LaneCase[]> {
    const now = this.clock.now();
    const until = new Date(now.getTime() + LANE_MINUTES * 60_000);
    const { key, ids } = scopeOf(query, caseScope(actor));
    if (ids.length === 0) return [];
    const seen = query.ownerId === undefined ? nothing : sql`AND ${casesOf(actor)}`;
    const state = query.group ? sql`AND c.status IN ${list(CASE_GROUPS[query.group])}` : nothing;
    const of = (id: number): Statement => sql`(
      SELECT c.id, c.action_at
      FROM collection_case c FORCE INDEX (${raw(`case_${key}_action`)})
      WHERE ${raw(`c.${key}_id`)} = ${id} AND c.is_open = 1 AND c.action_at <= ${until} ${seen} ${state}
      ORDER BY c.action_at, c.id LIMIT ${LANE_SIZE})`;
    const parts = ids.map(of);
    const records = await this.database.rows<LaneRecord>(sql`
      SELECT c.id, c.loan_no AS loanId, c.borrower_name AS borrowerName, c.amount_due AS amount,
        c.next_follow_up_at AS nextFollowUpAt, c.promise_due AS promiseDue,
        c.promise_broken_at IS NOT NULL AND (c.last_call_at IS NULL OR c.last_call_at < c.promise_broken_at) AS broken
      FROM (${joined(parts)}) due JOIN collection_case c ON c.id = due.id
      ORDER BY due.action_at, c.id LIMIT ${LANE_SIZE}`);
    const today = businessDay(now);
    return records.map((record) => toLane(record, today));
  }
}

function toLane({ nextFollowUpAt, promiseDue, broken, ...rest }: LaneRecord, today: string): LaneCase {
  const at = actionAt({ nextFollowUpAt, promiseDue })!.toISOString();
  const promised = promiseDue !== null && promiseDue <= today;
  return { ...rest, kind: broken ? 'broken' : promised ? 'promise' : 'followUp', at };
}

function raw(text: string): Statement {
  return { text, params: [] };
}

function joined(parts: readonly Statement[]): Statement {
  return {
    text: parts.map(({ text }) => text).join(' UNION ALL '),
    params: parts.flatMap(({ params }) => params),
  };
}
