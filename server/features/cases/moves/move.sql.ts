import { OPEN_STATUSES } from '../../../../contract/codes.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf, peopleOf } from '../../../platform/auth/scope.js';
import { all, list, sql, type Statement } from '../../../platform/db/sql.js';
import type { TxActor } from '../../../platform/db/unit-of-work.js';

type Mover = Actor | TxActor;
const anything = sql`1 = 1`;

export interface MovedPromise {
  id: number;
  caseId: number;
  collectorId: number;
  amount: number;
  dueDate: string;
  paid: number;
}

/** The collector who is to get the cases; shared, so that nobody is disabled in the same moment. */
export function agentOf(mover: Mover, agentId: number): Statement {
  const scope = 'role' in mover ? peopleOf(mover) : anything;
  return sql`
    SELECT u.id, u.role, u.enabled, u.group_id AS groupId, u.queue_id AS queueId, u.long_aging AS longAging,
      (SELECT path FROM institution i WHERE i.id = u.institution_id) AS institutionPath
    FROM user u WHERE u.id = ${agentId} AND ${scope} LOCK IN SHARE MODE`;
}

/** Always in order of id, so that two moves can not lock the same cases crosswise. */
export function lockCases(mover: Mover, taskIds: readonly number[], binds: boolean): Statement {
  return sql`
    SELECT c.id, c.status, c.owner_id AS ownerId, c.group_id AS groupId, c.queue_id AS queueId, c.kind,
      c.amount_due AS amountDue, c.moved_at AS movedAt, c.promise_id AS promiseId, c.version,
      (SELECT path FROM institution i WHERE i.id = c.institution_id) AS institutionPath
    FROM collection_case c WHERE c.id IN ${list(taskIds)} AND ${movable(mover, binds)} ORDER BY c.id FOR UPDATE`;
}

export function promisesOf(taskIds: readonly number[]): Statement {
  return sql`
    SELECT p.id, p.case_id AS caseId, p.collector_id AS collectorId, p.amount, p.due_date AS dueDate, p.paid
    FROM collection_case c JOIN promise p ON p.id = c.promise_id
    WHERE c.id IN ${list(taskIds)} AND p.status = 'OPEN'`;
}

/**
 * A free case is in nobody's group. A leader may bind it while it is open and in a queue of the own institution that the
 * own group works; for everything else it does not exist.
 */
function movable(mover: Mover, binds: boolean): Statement {
  if (!('role' in mover)) return anything;
  if (mover.role !== 'leader' || !binds) return casesOf(mover);
  const worked = sql`
    SELECT m.queue_id FROM user m JOIN queue q ON q.id = m.queue_id
    WHERE m.group_id = ${mover.groupId} AND m.role = 'member' AND m.enabled = 1
      AND q.institution_id = ${mover.institutionId}`;
  const free = all([
    sql`c.group_id IS NULL AND c.owner_id IS NULL AND c.status IN ${list(OPEN_STATUSES)}`,
    sql`c.institution_id = ${mover.institutionId}`,
    sql`c.queue_id IN (${worked})`,
  ]);
  return sql`((${casesOf(mover)}) OR (${free}))`;
}
