import { businessDay } from '../../../../contract/shared/date.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf, casesToBind, peopleOf } from '../../../platform/auth/scope.js';
import { nothing, anything, list, sql, type Statement } from '../../../platform/db/sql.js';
import type { TxActor } from '../../../platform/db/unit-of-work.js';
import { UNRELEASED } from '../../stops/unreleased.sql.js';
import { isOnLeave } from '../../users/on-duty.sql.js';

type Mover = Actor | TxActor;

export interface MovedPromise {
  id: number;
  caseId: number;
  collectorId: number;
  amount: number;
  dueDate: string;
  paid: number;
}

const collector = (now: Date) => sql`
  u.id, u.role, u.enabled, u.group_id AS groupId, u.queue_id AS queueId, u.long_aging AS longAging,
  ${isOnLeave(businessDay(now))} AS onLeave,
  u.products, u.loan_types AS loanTypes, u.app_systems AS appSystems,
  (SELECT path FROM institution i WHERE i.id = u.institution_id) AS institutionPath`;

/** The mover's collectors of these; `locked`: shared, so that nobody is disabled in the same moment. */
export function collectorsOf(
  mover: Mover,
  collectorIds: readonly number[],
  now: Date,
  locked = true,
): Statement {
  const scope = 'role' in mover ? peopleOf(mover) : anything;
  return sql`
    SELECT ${collector(now)} FROM user u WHERE u.id IN ${list([0, ...collectorIds])} AND ${scope}
    ORDER BY u.id ${locked ? sql`LOCK IN SHARE MODE` : nothing}`;
}

const CASE = sql`
  c.id, c.status, c.owner_id AS ownerId, c.group_id AS groupId, c.queue_id AS queueId, c.kind,
  c.amount_due AS amountDue, c.due_date AS dueDate, c.moved_at AS movedAt, c.promise_id AS promiseId,
  c.promise_broken_at AS promiseBrokenAt, c.version, ${UNRELEASED} AS unreleased,
  c.app_name AS app, (SELECT l.product_category FROM loan_item l WHERE l.id = c.loan_item_id) AS product,
  (SELECT l.reloan FROM loan_item l WHERE l.id = c.loan_item_id) AS reloan,
  (SELECT path FROM institution i WHERE i.id = c.institution_id) AS institutionPath`;

/** By the primary key, where a case keeps its place: another index is left during the wait for a lock, and what was bound then would be answered as not there. */
export function heldCases(taskIds: readonly number[], where: Statement): Statement {
  return sql`
    SELECT ${CASE} FROM collection_case c FORCE INDEX (PRIMARY) WHERE c.id IN ${list(taskIds)} AND ${where}`;
}

/** Always in order of id, so that two moves can not lock the same cases crosswise. */
export function lockCases(mover: Mover, taskIds: readonly number[], binds: boolean): Statement {
  return sql`${heldCases(taskIds, movable(mover, binds))} ORDER BY c.id FOR UPDATE`;
}

/** How many open cases each collector has, and what they owe. Who has none is not among them. */
export function loadsOf(collectorIds: readonly number[]): Statement {
  return sql`
    SELECT owner_id AS agentId, COUNT(*) AS openCases, CAST(SUM(amount_due) AS SIGNED) AS amountDue
    FROM collection_case WHERE owner_id IN ${list(collectorIds)} AND is_open = 1 GROUP BY owner_id`;
}

export function promisesOf(taskIds: readonly number[]): Statement {
  return sql`
    SELECT p.id, p.case_id AS caseId, p.collector_id AS collectorId, p.amount, p.due_date AS dueDate, p.paid
    FROM collection_case c JOIN promise p ON p.id = c.promise_id
    WHERE c.id IN ${list(taskIds)} AND p.status = 'OPEN'`;
}

function movable(mover: Mover, binds: boolean): Statement {
  if (!('role' in mover)) return anything;
  return binds ? casesToBind(mover) : casesOf(mover);
}
