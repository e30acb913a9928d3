import type { DayFigure } from '../../../contract/team/board-cases.js';
import { sql, type Statement } from '../../platform/db/sql.js';

/** Which days of collectors, and which part of their loans. */
export interface DaysWanted {
  groupId: number;
  day: string;
  /** Where the day begins, and where it is over. */
  from: Date;
  to: Date;
  queueId?: number | undefined;
  collectorId?: number | undefined;
  device?: string | undefined;
  product?: string | undefined;
}

/** A reversal takes back on its own day what had paid the due. */
const TOWARDS = { text: "IF(p.type = 'REVERSAL', -1, 1) * p.towards_due", params: [] };

/**
 * The cases that a figure counts, as rows of collectorId, caseId, payable, received, handled, settled, judged and kept: of the
 * same rows that collector_day sums up, and of the payments that were credited and the promises that were judged on the day.
 */
export function casesBehind(figure: DayFigure, wanted: DaysWanted): Statement {
  if (figure === 'promised') return casesPromised(wanted);
  return figure === 'received' ? casesPaid(wanted) : casesMarked(figure, wanted);
}

function casesPaid(wanted: DaysWanted): Statement {
  return sql`
    SELECT d.collector_id AS collectorId, p.case_id AS caseId, COALESCE(IF(k.in_base = 1, k.amount, 0), 0) AS payable,
      CAST(SUM(${TOWARDS}) AS SIGNED) AS received, COALESCE(k.acted, 0) AS handled, COALESCE(k.settled, 0) AS settled,
      0 AS judged, 0 AS kept
    FROM collector_day d
    STRAIGHT_JOIN payment p FORCE INDEX (payment_credit) ON p.credited_to = d.collector_id AND p.posted_at >= ${wanted.from}
      AND p.posted_at < ${wanted.to}
    JOIN collection_case c ON c.id = p.case_id JOIN loan_item i ON i.id = c.loan_item_id
    LEFT JOIN collector_day_case k ON k.collector_id = d.collector_id AND k.day = d.day AND k.case_id = p.case_id
    WHERE ${daysOf(wanted)}
    GROUP BY d.collector_id, p.case_id, k.in_base, k.amount, k.acted, k.settled`;
}

/** Centavos that this case brought its collector on the day; `row` has the columns case_id and collector_id. */
function receivedOf(row: 'k' | 'm', { from, to }: DaysWanted): Statement {
  const found = `p.case_id = ${row}.case_id AND p.credited_to = ${row}.collector_id`;
  return {
    text: `COALESCE((SELECT CAST(SUM(${TOWARDS.text}) AS SIGNED) FROM payment p
      WHERE ${found} AND p.posted_at >= ? AND p.posted_at < ?), 0)`,
    params: [from, to],
  };
}

function casesPromised(wanted: DaysWanted): Statement {
  return sql`
    SELECT m.collector_id AS collectorId, m.case_id AS caseId, COALESCE(IF(k.in_base = 1, k.amount, 0), 0) AS payable,
      ${receivedOf('m', wanted)} AS received, COALESCE(k.acted, 0) AS handled, COALESCE(k.settled, 0) AS settled,
      COUNT(*) AS judged, CAST(SUM(m.status = 'KEPT') AS SIGNED) AS kept
    FROM collector_day d
    STRAIGHT_JOIN promise m ON m.collector_id = d.collector_id AND m.status IN ('KEPT', 'PARTIAL', 'BROKEN')
      AND m.settled_at >= ${wanted.from} AND m.settled_at < ${wanted.to}
    JOIN collection_case c ON c.id = m.case_id JOIN loan_item i ON i.id = c.loan_item_id
    LEFT JOIN collector_day_case k ON k.collector_id = d.collector_id AND k.day = d.day AND k.case_id = m.case_id
    WHERE ${daysOf(wanted)} GROUP BY m.collector_id, m.case_id, k.in_base, k.amount, k.acted, k.settled`;
}

const MARKS = { bound: 'k.in_base = 1', handled: 'k.acted = 1', settled: 'k.settled = 1' } as const;

function casesMarked(figure: keyof typeof MARKS, wanted: DaysWanted): Statement {
  return sql`
    SELECT d.collector_id AS collectorId, k.case_id AS caseId, IF(k.in_base = 1, k.amount, 0) AS payable,
      ${receivedOf('k', wanted)} AS received, k.acted AS handled, k.settled, 0 AS judged, 0 AS kept
    FROM collector_day d
    STRAIGHT_JOIN collector_day_case k ON k.collector_id = d.collector_id AND k.day = d.day
    JOIN collection_case c ON c.id = k.case_id JOIN loan_item i ON i.id = c.loan_item_id
    WHERE ${daysOf(wanted)} AND ${{ text: MARKS[figure], params: [] }}`;
}

const COLUMNS = {
  groupId: 'd.group_id',
  day: 'd.day',
  queueId: 'd.queue_id',
  collectorId: 'd.collector_id',
  device: 'i.platform',
  product: 'i.product_category',
} as const;

function daysOf(wanted: DaysWanted): Statement {
  const names = (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).filter(
    (name) => wanted[name] !== undefined,
  );
  return {
    text: names.map((name) => `${COLUMNS[name]} = ?`).join(' AND '),
    params: names.map((name) => wanted[name]!),
  };
}
