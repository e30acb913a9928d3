import { isOpen } from '../../../contract/codes.js';
import type { EventName, EventPayload } from '../../../contract/events/events.js';
import type { EmittedEvent } from '../../platform/db/unit-of-work.js';
import { shareOf, type Target } from './target.rules.js';

/**
 * Score card arithmetic: what one event changes on a collector's day. The command applies it in its own transaction and
 * the replay applies the very same functions to the log, so the two can be compared figure by figure.
 *
 * R is the day's base: the cases owned at 00:00 and open, plus those assigned today. Amounts are centavos.
 */

export interface DayCase {
  amount: number;
  /** Its part of the target, in thousandths. */
  share: number;
  inBase: boolean;
  acted: boolean;
  paid: boolean;
  settled: boolean;
}

/** A collector's day of one case, as a command reads it. */
export interface DayCaseRow {
  collectorId: number;
  caseId: number;
  amount: number;
  share: number;
  inBase: number;
  acted: number;
  paid: number;
  settled: number;
}

/** How a day's target follows the cases that come and go. */
export type DayTarget = Pick<Target, 'terms' | 'unit'>;

export interface DayFigures {
  taskCount: number;
  settledCount: number;
  payableAmount: number;
  /** Thousandths of a centavo, or of a case, that the cases add to the target. */
  targetShare: number;
  receivedAmount: number;
  paymentCount: number;
  paymentAmount: number;
  handledCount: number;
  handledPaidCount: number;
}

export const NO_FIGURES: DayFigures = {
  taskCount: 0,
  settledCount: 0,
  payableAmount: 0,
  targetShare: 0,
  receivedAmount: 0,
  paymentCount: 0,
  paymentAmount: 0,
  handledCount: 0,
  handledPaidCount: 0,
};

const UNTOUCHED: DayCase = { amount: 0, share: 0, inBase: false, acted: false, paid: false, settled: false };

export type DayChange =
  | { kind: 'gained'; amount: number; daysPastDue: number | undefined }
  | { kind: 'lost' }
  | { kind: 'acted' }
  | { kind: 'unacted' }
  | { kind: 'paid'; amount: number }
  | { kind: 'reversed'; amount: number }
  | { kind: 'settled' }
  | { kind: 'reopened' };

export interface CollectorChange {
  collectorId: number;
  caseId: number;
  change: DayChange;
}

type CardEvent = Pick<EmittedEvent, 'name' | 'payload'>;

/** Which collectors' days an event changes, and how. Events of other names change none. */
export function changesOf(event: CardEvent): CollectorChange[] {
  const reader = READERS[event.name] as ((payload: unknown) => CollectorChange[]) | undefined;
  return reader?.(event.payload) ?? [];
}

type Reader<Name extends EventName> = (payload: EventPayload<Name>) => CollectorChange[];
const READERS: { [Name in EventName]?: Reader<Name> } = {
  'case.assigned': moved,
  'case.reassigned': moved,
  'case.released': moved,
  'case.withdrawn': moved,
  'case.reinstated': moved,
  'case.closed': moved,
  'case.merged': moved,
  'action.recorded': (event) =>
    event.result === 'MEMO' ? [] : on(event.collectorId, event.caseId, { kind: 'acted' }),
  'action.undone': (event) =>
    event.firstAction ? on(event.collectorId, event.caseId, { kind: 'unacted' }) : [],
  'message.queued': (event) =>
    event.channel === 'IVR' ? [] : on(event.senderId, event.caseId, { kind: 'acted' }),
  'payment.posted': (event) => on(event.creditedTo, event.caseId, { kind: 'paid', amount: countedOf(event) }),
  'payment.reversed': (event) =>
    on(event.creditedTo, event.caseId, { kind: 'reversed', amount: countedOf(event) }),
  'case.settled': (event) => on(event.creditedTo, event.caseId, { kind: 'settled' }),
  'case.reopened': (event) => on(event.creditedTo, event.caseId, { kind: 'reopened' }),
};

/** The part of a payment or a reversal that counts for people: paid due. For events from before this was told apart, all. */
export function countedOf({
  amount,
  towardsDue,
}: {
  amount: number;
  towardsDue?: number | undefined;
}): number {
  return towardsDue ?? amount;
}

function moved(event: EventPayload<'case.assigned'>): CollectorChange[] {
  if (event.from === event.to) return [];
  const gains = isOpen(event.statusAfter);
  return [
    ...on(event.from, event.caseId, { kind: 'lost' }),
    ...(gains
      ? on(event.to, event.caseId, { kind: 'gained', amount: event.amount, daysPastDue: event.daysPastDue })
      : []),
  ];
}

function on(collectorId: number | null, caseId: number, change: DayChange): CollectorChange[] {
  return collectorId === null ? [] : [{ collectorId, caseId, change }];
}

/**
 * @param target how the day's target follows the cases
 * @returns the case as the day sees it afterwards, and what to add to the day's figures.
 */
export function applyChange(
  before: DayCase | undefined,
  what: DayChange,
  target: DayTarget,
): { after: DayCase; delta: DayFigures } {
  const entry = before ?? UNTOUCHED;
  const { after, delta } = APPLY[what.kind](entry, what as never, target);
  return { after: { ...entry, ...after }, delta: { ...NO_FIGURES, ...delta } };
}

interface Effect {
  after: Partial<DayCase>;
  delta: Partial<DayFigures>;
}
const nothing: Effect = { after: {}, delta: {} };

const APPLY: {
  [Kind in DayChange['kind']]: (
    entry: DayCase,
    what: Extract<DayChange, { kind: Kind }>,
    target: DayTarget,
  ) => Effect;
} = {
  gained: (entry, { amount, daysPastDue }, target) => {
    if (entry.inBase) return nothing;
    const share = daysPastDue === undefined ? 0 : shareOf(target, { amount, daysPastDue });
    return {
      after: { inBase: true, amount, share },
      delta: { taskCount: 1, payableAmount: amount, targetShare: share },
    };
  },
  // Taken away before any action of the collector's own, a case leaves the base with its amount.
  lost: (entry) =>
    entry.inBase && !entry.acted
      ? {
          after: { inBase: false, amount: 0, share: 0 },
          delta: { taskCount: -1, payableAmount: -entry.amount, targetShare: -entry.share },
        }
      : nothing,
  acted: (entry) =>
    entry.acted
      ? nothing
      : { after: { acted: true }, delta: { handledCount: 1, handledPaidCount: entry.paid ? 1 : 0 } },
  unacted: (entry) =>
    entry.acted
      ? { after: { acted: false }, delta: { handledCount: -1, handledPaidCount: entry.paid ? -1 : 0 } }
      : nothing,
  paid: (entry, { amount }) => ({
    after: { paid: true },
    delta: {
      receivedAmount: amount,
      paymentAmount: amount,
      paymentCount: 1,
      handledPaidCount: entry.acted && !entry.paid ? 1 : 0,
    },
  }),
  reversed: (_, { amount }) => ({ after: {}, delta: { receivedAmount: -amount } }),
  settled: (entry) =>
    entry.inBase && !entry.settled ? { after: { settled: true }, delta: { settledCount: 1 } } : nothing,
  reopened: (entry) => (entry.settled ? { after: { settled: false }, delta: { settledCount: -1 } } : nothing),
};

export function addFigures(left: DayFigures, right: DayFigures): DayFigures {
  const sum = { ...left };
  for (const key of Object.keys(NO_FIGURES) as (keyof DayFigures)[]) sum[key] += right[key];
  return sum;
}
