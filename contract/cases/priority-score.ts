import { CALL_OUTCOMES } from '../contact/call-results.js';
import type { CallResult } from '../codes.js';
import type { Reason, ReasonCode, Weights } from './priorities.js';
import { daysBetween } from '../shared/date.js';

/**
 * All that a case's place in a list may depend on. What a borrower is (sex, marital status, education, age, where he lives)
 * is not among it, and a test holds both this type and the server's SQL to the list.
 */
export interface PriorityFacts {
  nextFollowUpAt: Date | null;
  /** "2026-11-21" */
  promiseDue: string | null;
  promiseBrokenAt: Date | null;
  amount: number;
  penaltyDate: string;
  lastCallTime: Date | null;
  lastCallResult: CallResult | null;
  holdUntil: Date | null;
}

export interface Moment {
  now: Date;
  /** The business day of `now`. */
  today: string;
}

export interface Priority {
  score: number;
  /** The strongest first. */
  reasons: Reason[];
}

/** Results of a call in which somebody who knows the borrower was spoken to. */
export const REACHED: readonly CallResult[] = [
  ...new Set(
    CALL_OUTCOMES.filter(
      ({ callStatus, result }) => callStatus === 'CONNECTED' && !/^NO(RLVT|VLD)$/.test(result),
    ).map(({ result }) => result),
  ),
];

const SECONDS = { hour: 3_600, day: 86_400 };
/** An amount or an age is named as a reason only from this share of its full points on. */
const TELLING_SHARE = 0.5;

/**
 * A case's priority in points, with the reasons. Integers throughout, so that the server's `scoreExpression` computes the
 * same in SQL: the same weights and facts give the same order, ties by id.
 */
export function priorityOf(facts: PriorityFacts, weights: Weights, moment: Moment): Priority {
  const parts = partsOf(facts, weights, moment);
  const reasons = parts.filter(({ reason, points }) => reason !== null && points !== 0);
  reasons.sort((one, other) => Math.abs(other.points) - Math.abs(one.points));
  return {
    score: parts.reduce((sum, { points }) => sum + points, 0),
    reasons: reasons.map(({ reason }) => reason!),
  };
}

interface Part {
  points: number;
  reason: Reason | null;
}

function partsOf(facts: PriorityFacts, weights: Weights, { now, today }: Moment): Part[] {
  const due = facts.promiseDue;
  const late = daysBetween(facts.penaltyDate, today);
  const silent = facts.lastCallTime === null ? null : seconds(now) - seconds(facts.lastCallTime);
  const days = Math.floor((silent ?? 0) / SECONDS.day);
  const rested = silent === null || silent >= weights.restHours * SECONDS.hour;
  return [
    when(due !== null && due <= today, weights.promiseToday, 'promiseToday'),
    when(facts.nextFollowUpAt !== null && facts.nextFollowUpAt <= now, weights.followUpDue, 'followUpDue'),
    when(isBroken(facts), weights.brokenPromise, 'brokenPromise'),
    share(weights.amount, facts.amount, weights.fullAmount, 'highAmount', { amount: facts.amount }),
    share(weights.daysPastDue, late, weights.fullDays, 'manyDays', { days: late }),
    silent === null
      ? when(true, weights.untouched, 'neverTouched')
      : share(weights.untouched, silent, weights.fullUntouchedDays * SECONDS.day, 'untouched', { days }),
    when(
      facts.lastCallResult !== null && REACHED.includes(facts.lastCallResult),
      weights.contactable,
      'contactable',
    ),
    when(facts.holdUntil !== null && facts.holdUntil > now, -weights.onHold, 'onHold'),
    when(due !== null && due > today, -weights.promised, 'promised'),
    when(!rested, -weights.justTouched, 'justTouched'),
  ];
}

function isBroken({ promiseBrokenAt, lastCallTime }: PriorityFacts): boolean {
  return promiseBrokenAt !== null && (lastCallTime === null || lastCallTime < promiseBrokenAt);
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}

function when(holds: boolean, points: number, code: ReasonCode): Part {
  return holds ? { points, reason: { code, params: {} } } : { points: 0, reason: null };
}

function share(
  full: number,
  value: number,
  fullValue: number,
  code: ReasonCode,
  params: Reason['params'],
): Part {
  const capped = Math.max(0, Math.min(value, fullValue));
  const telling = capped >= fullValue * TELLING_SHARE;
  return { points: Math.floor(capped * (full / fullValue)), reason: telling ? { code, params } : null };
}
