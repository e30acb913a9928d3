import type { CallParty, CallReason, CallState, ReportType } from '../../../contract/contact/calls.js';

export interface CallFacts {
  state: CallState;
  ringingAt: Date | null;
  answeredAt: Date | null;
  endedAt: Date | null;
  reason: CallReason | null;
  hungUpBy: CallParty | null;
  closedBy: Closer | null;
}
/** Sources that report the end of a call. One later in this list overrides an earlier one. */
const CLOSERS = ['US', 'FAILED', 'ENDED'] as const;
export type Closer = (typeof CLOSERS)[number];

type Progress = Exclude<ReportType, 'INCOMING' | 'RECORDING'>;

/** The state that a report leads to, by the state before. A report that is missing here leaves the state as it is. */
export const MOVES: Record<CallState, Partial<Record<Progress, CallState>>> = {
  REQUESTED: { RINGING: 'RINGING', ANSWERED: 'ANSWERED', ENDED: 'ENDED', FAILED: 'FAILED' },
  RINGING: { ANSWERED: 'ANSWERED', ENDED: 'ENDED', FAILED: 'FAILED' },
  ANSWERED: { ENDED: 'ENDED', FAILED: 'ENDED' },
  FAILED: { ANSWERED: 'ENDED', ENDED: 'ENDED' },
  ENDED: {},
};

/** A report of what happened, or our own judgement. */
export interface Happening {
  type: Progress;
  at: Date;
  reason?: CallReason | null | undefined;
  hungUpBy?: CallParty | null | undefined;
  by?: 'US';
}

/**
 * The call after a report. Reports may come in any order and as often as they like: the same set of them always gives the
 * same facts. A time once reported is moved only by an earlier one of the same kind.
 */
export function afterReport(call: CallFacts, happening: Happening): CallFacts {
  const { type, at } = happening;
  const after: CallFacts = { ...call, state: MOVES[call.state][type] ?? call.state };
  if (type === 'RINGING') after.ringingAt = earlier(call.ringingAt, at);
  if (type === 'ANSWERED') after.answeredAt = earlier(call.answeredAt, at);
  if (type === 'ENDED' || type === 'FAILED') close(after, happening, happening.by ?? type);
  return after;
}

function close(call: CallFacts, { at, reason, hungUpBy }: Happening, by: Closer): void {
  const [known, reported] = [
    call.closedBy === null ? -1 : CLOSERS.indexOf(call.closedBy),
    CLOSERS.indexOf(by),
  ];
  if (reported < known || (reported === known && call.endedAt !== null && at >= call.endedAt)) return;
  call.endedAt = at;
  call.reason = reason ?? 'OTHER';
  call.hungUpBy = hungUpBy ?? 'SYSTEM';
  call.closedBy = by;
}

function earlier(known: Date | null, reported: Date): Date {
  return known !== null && known <= reported ? known : reported;
}

export function sameFacts(one: CallFacts, other: CallFacts): boolean {
  const time = (at: Date | null) => at?.getTime() ?? null;
  return (
    one.state === other.state &&
    one.reason === other.reason &&
    one.hungUpBy === other.hungUpBy &&
    one.closedBy === other.closedBy &&
    time(one.ringingAt) === time(other.ringingAt) &&
    time(one.answeredAt) === time(other.answeredAt) &&
    time(one.endedAt) === time(other.endedAt)
  );
}

/** Whole seconds from answer to end; 0 when nobody answered, or while it lasts. */
export function durationOf({ answeredAt, endedAt }: Pick<CallFacts, 'answeredAt' | 'endedAt'>): number {
  if (answeredAt === null || endedAt === null) return 0;
  return Math.max(0, Math.round((endedAt.getTime() - answeredAt.getTime()) / 1000));
}

/** The specification's call type: 1 incoming, 2 outgoing, 3 missed, 5 rejected. */
export function typeOf(call: {
  direction: 'OUT' | 'IN';
  state: CallState;
  answeredAt: Date | null;
  reason: CallReason | null;
}): 1 | 2 | 3 | 5 {
  if (call.direction === 'OUT') return 2;
  if (call.answeredAt !== null || !(call.state === 'ENDED' || call.state === 'FAILED')) return 1;
  return call.reason === 'REJECTED' ? 5 : 3;
}

/** A requested call is not dialled after this time: the collector no longer waits for it. */
export const DIAL_WITHIN_MS = 8_000;
/** After this long in a state the hang-up report of a call must be lost. */
export const LOST_AFTER_MS = { REQUESTED: 30_000, RINGING: 120_000, ANSWERED: 2 * 3_600_000 } as const;
/** How long a report waits for a call that we do not know yet. */
export const REPORT_WAIT_MS = 24 * 3_600_000;

const KEY = 'call-';
/** The idempotency key that the supplier gets for a call and repeats in its reports. */
export function keyOf(callId: number): string {
  return `${KEY}${callId}`;
}
export function callOfKey(key: string | null | undefined): number | null {
  const digits = key?.startsWith(KEY) ? key.slice(KEY.length) : '';
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}
