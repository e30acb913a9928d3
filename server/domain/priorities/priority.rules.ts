import type { Weights } from '../../../contract/cases/priorities.js';
import { REACHED, type Moment } from '../../../contract/cases/priority-score.js';
import { sql, type Statement } from '../../platform/db/sql.js';

/** Where the facts of `PriorityFacts` stand in collection_case, each under its own name. */
export const PRIORITY_COLUMNS = {
  nextFollowUpAt: 'next_follow_up_at',
  promiseDue: 'promise_due',
  promiseBrokenAt: 'promise_broken_at',
  amount: 'amount_due',
  penaltyDate: 'due_date',
  lastCallTime: 'last_call_at',
  lastCallResult: 'last_call_result',
  holdUntil: 'hold_until',
} as const;

const SECONDS = { hour: 3_600, day: 86_400 };

/**
 * `priorityOf(...).score` over collection_case `c`, as one constant text: weights and times are its values. In plain
 * floating point, as JavaScript has it, for SQL's own whole-number division is decimal arithmetic and ten times slower.
 */
export function scoreExpression(weights: Weights, { now, today }: Moment): Statement {
  const w = weights;
  const silence = sql`(${epochSeconds(now)} - TO_SECONDS(c.last_call_at))`;
  const fullSilence = w.fullUntouchedDays * SECONDS.day;
  return sql`(
    IF(c.promise_due IS NULL, 0, IF(c.promise_due <= ${today}, ${w.promiseToday}, ${-w.promised}))
    + IF(c.next_follow_up_at <= ${now}, ${w.followUpDue}, 0)
    + IF(c.promise_broken_at IS NOT NULL AND (c.last_call_at IS NULL OR c.last_call_at < c.promise_broken_at), ${w.brokenPromise}, 0)
    + FLOOR(GREATEST(0, LEAST(c.amount_due, ${w.fullAmount})) * ${w.amount / w.fullAmount})
    + FLOOR(GREATEST(0, LEAST(${epochDays(today)} - TO_DAYS(c.due_date), ${w.fullDays})) * ${w.daysPastDue / w.fullDays})
    + IF(c.last_call_at IS NULL, ${w.untouched},
        FLOOR(GREATEST(0, LEAST(${silence}, ${fullSilence})) * ${w.untouched / fullSilence})
        - IF(${silence} < ${w.restHours * SECONDS.hour}, ${w.justTouched}, 0))
    + IF(c.last_call_result IN (${reached}), ${w.contactable}, 0)
    - IF(c.hold_until > ${now}, ${w.onHold}, 0))`;
}

/** As TO_DAYS and TO_SECONDS count: from the year 0. */
const DAYS_BEFORE_EPOCH = 719_528;

function epochDays(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / (SECONDS.day * 1_000) + DAYS_BEFORE_EPOCH;
}

function epochSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1_000) + DAYS_BEFORE_EPOCH * SECONDS.day;
}

/** Codes of ours, never a value from outside. */
const reached: Statement = { text: REACHED.map((result) => `'${result}'`).join(', '), params: [] };
