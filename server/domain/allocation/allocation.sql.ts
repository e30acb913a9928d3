import { UNRELEASED } from '../stops/unreleased.sql.js';
import { addDays, businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import { anything, rowsOf, sql, type Statement } from '../../platform/db/sql.js';
import { isOnDuty } from '../users/on-duty.sql.js';
import type { Decision } from './allocation.rules.js';
import type { ValuedPlan } from './recovery.rules.js';

/** How long a collector counts as the one who knows a borrower. */
const KNOWN_DAYS = 30;
/** Cases read or written by one statement: few enough for its time also on a machine that is busy. */
const PAGE = 2_000;

/** Enabled collectors with a group who work the queue and are on duty, with what they were given today; `groupId`: of one group. */
export function seatsOf(queueId: number, groupId: number | null, now: Date): Statement {
  const day = businessDay(now);
  return sql`
    SELECT u.id, u.name, u.long_aging AS longAging, MIN(u.products) AS products, MIN(u.loan_types) AS loanTypes,
      MIN(u.app_systems) AS appSystems,
      TIMESTAMPDIFF(DAY, COALESCE(u.tenure_from, u.created_at), ${now}) AS tenureDays,
      COUNT(c.id) AS assigned, CAST(COALESCE(SUM(c.amount_due), 0) AS SIGNED) AS amount
    FROM user u LEFT JOIN collection_case c FORCE INDEX (case_queue_open)
      ON c.queue_id = u.queue_id AND c.is_open = 1 AND c.owner_id = u.id AND c.assigned_at >= ${startOfBusinessDay(day)}
    WHERE u.queue_id = ${queueId} AND u.enabled = 1 AND u.role = 'member' AND u.group_id IS NOT NULL
      AND ${isOnDuty(day)}
      AND ${groupId === null ? anything : sql`u.group_id = ${groupId}`}
    GROUP BY u.id, u.name, u.long_aging, u.tenure_from, u.created_at ORDER BY u.id`;
}

/** A run's status, with the run locked. */
export function lockRun(runId: number): Statement {
  return sql`SELECT status FROM allocation_run WHERE id = ${runId} FOR UPDATE`;
}

/** Reason of the moves by which a run is undone. */
export const RUN_UNDONE = 'RUN_UNDONE';

/**
 * A condition on domain_event under `e`: a person took the case under `c` from its collector on the day, or they handed it
 * back. A run that was undone has not been judged by anybody: its cases may go to the same people again.
 */
export function takenToday(day: string): Statement {
  return sql`e.case_id = c.id AND e.name IN ('case.released', 'case.reassigned') AND e.actor_id IS NOT NULL
    AND COALESCE(JSON_VALUE(e.payload, '$.reason'), '') <> ${RUN_UNDONE}
    AND e.recorded_at >= ${startOfBusinessDay(day)} AND e.recorded_at < ${startOfBusinessDay(addDays(day, 1))}`;
}

/** A page of the queue's cases that wait for a collector, after the id. Who knows the borrower is looked up for the page alone. */
export function waitingAfter(queueId: number, after: number, where: Statement, now: Date): Statement {
  const since = new Date(now.getTime() - KNOWN_DAYS * 86_400_000);
  const today = businessDay(now);
  // Apart, since the index has them in order of id only within one status: together each page would sort all that follow.
  const pageOf = (status: 'C00' | 'C20') => sql`(
    SELECT c.id FROM collection_case c FORCE INDEX (case_queue)
    WHERE c.queue_id = ${queueId} AND c.status = ${status} AND c.id > ${after} AND c.owner_id IS NULL AND ${where}
      AND NOT ${UNRELEASED}
    ORDER BY c.id LIMIT ${PAGE})`;
  return sql`
    SELECT c.id, c.version, c.borrower_id AS borrowerId, c.kind, c.amount_due AS amount, c.due_date AS dueDate,
      l.product_category AS product, l.reloan, l.app_name AS app,
      (SELECT o.owner_id FROM collection_case o FORCE INDEX (case_borrower)
        WHERE o.borrower_id = c.borrower_id AND o.id <> c.id AND o.is_open = 1 AND o.owner_id IS NOT NULL
        ORDER BY o.id LIMIT 1) AS known,
      (SELECT COALESCE(o.owner_id, o.previous_owner_id) FROM collection_case o FORCE INDEX (case_borrower)
        WHERE o.borrower_id = c.borrower_id AND COALESCE(o.settled_at, o.moved_at) >= ${since}
          AND COALESCE(o.owner_id, o.previous_owner_id) IS NOT NULL
        ORDER BY COALESCE(o.settled_at, o.moved_at) DESC, o.id LIMIT 1) AS recent,
      IF(c.moved_at >= ${startOfBusinessDay(today)}, (SELECT GROUP_CONCAT(JSON_VALUE(e.payload, '$.from'))
        FROM domain_event e WHERE ${takenToday(today)}), NULL) AS takenFrom,
      (SELECT IF(i.status = 'LEFT' AND r.day = ${today}, i.rule, NULL)
        FROM allocation_item i JOIN allocation_run r ON r.id = i.run_id
        WHERE i.case_id = c.id ORDER BY r.asked_at DESC, r.id DESC LIMIT 1) AS leftBy
    FROM (
      ${pageOf('C00')} UNION ALL ${pageOf('C20')} ORDER BY id LIMIT ${PAGE}
    ) page STRAIGHT_JOIN collection_case c ON c.id = page.id STRAIGHT_JOIN loan_item l ON l.id = c.loan_item_id
    ORDER BY c.id`;
}

export function isLastPage(rows: readonly object[]): boolean {
  return rows.length < PAGE;
}

/**
 * The rows of a stored plan, so many at a time that none is too long a statement. What stays for the same reason as before is
 * not stored each minute, and nothing is of a plan that says nothing else.
 */
export function* writesOf(runId: number, { decisions, seats }: ValuedPlan): Generator<Statement> {
  const items = decisions.map((each, at) => ({ ...each, at })).filter(({ again }) => !again);
  if (items.length === 0 && decisions.length > 0) return;
  if (seats.length > 0)
    yield sql`
      INSERT INTO allocation_seat (run_id, agent_id, cap, before_count, before_amount, after_count, amount, expected)
      VALUES ${rowsOf(
        seats.map(({ id, cap, before, beforeAmount, after, amount, expected }) => [
          ...[runId, id, cap, before, beforeAmount, after, amount, expected],
        ]),
      )}`;
  for (let start = 0; start < items.length; start += PAGE)
    yield sql`
      INSERT INTO allocation_item
        (run_id, at, case_id, case_version, amount, agent_id, rule, stratum, before_count, cap, status)
      VALUES ${rowsOf(items.slice(start, start + PAGE).map((item) => itemOf(runId, item)))}`;
}

function itemOf(runId: number, item: Decision & { at: number }) {
  const { at, caseId, version, amount, agentId, rule, stratum, before, cap } = item;
  return [
    runId,
    at,
    caseId,
    version,
    amount,
    agentId,
    rule,
    stratum,
    before,
    cap,
    agentId === null ? 'LEFT' : 'WAITING',
  ];
}
