import type { CallResult, CaseStatus } from '../../../../contract/codes.js';
import { businessDay } from '../../../../contract/shared/date.js';
import type { TakenSlot } from '../../contact-compliance/decide/manual-acts.writes.js';
import { kindOf } from '../../requests/request.writes.js';
import type { DayCaseRow } from '../../score-cards/score-card.rules.js';
import type { RecordedContact } from './record.rules.js';
import type { CaseState, ContactState } from './record.sql.js';

export const UNDO_MS = 5 * 60_000;

/** The state before a record, as its log line keeps it. Times are ISO 8601. */
export interface UndoDoc {
  /** The case's after the record: while it is the same, nothing that changes the case came later. */
  version: number;
  case: {
    status: CaseStatus;
    lastCallResult: CallResult | null;
    lastCallAt: string | null;
    lastCallBy: number | null;
    nextFollowUpAt: string | null;
    willingness: CallResult | null;
    holdUntil: string | null;
  };
  /** The promise that was open before. */
  promise: { id: number; amount: number; dueDate: string } | null;
  contact: { id: number; before: RecordedContact & { result: CallResult | null } } | null;
  slot: TakenSlot | null;
  /** The number's stop that the record placed; left out by records of before there were such. */
  stopId?: number | null;
  /** It was the collector's first action on the case that day. */
  firstAction: boolean;
}

/** Null for a result that has asked a leader for something: he has heard of it. */
export function undoDocOf(
  result: CallResult,
  state: CaseState,
  found: {
    contact: ContactState | undefined;
    slot: TakenSlot | null;
    day: DayCaseRow | undefined;
    stopId: number | null;
  },
): UndoDoc | null {
  if (kindOf(result)) return null;
  const { contact, slot, day, stopId } = found;
  const memo = result === 'MEMO';
  const text = (time: Date | null) => time?.toISOString() ?? null;
  return {
    version: state.version + 1,
    case: {
      status: state.status,
      lastCallResult: state.lastCallResult,
      lastCallAt: text(state.lastCallAt),
      lastCallBy: state.lastCallBy,
      nextFollowUpAt: text(state.nextFollowUpAt),
      willingness: state.willingness,
      holdUntil: text(state.holdUntil),
    },
    promise:
      state.promiseId === null
        ? null
        : { id: state.promiseId, amount: state.promiseAmount!, dueDate: state.promiseDue! },
    contact:
      contact && !memo
        ? {
            id: contact.id,
            before: {
              result: contact.lastCallResult,
              unreachedOn: contact.unreachedOn,
              blocked: contact.blocked,
            },
          }
        : null,
    slot,
    stopId,
    firstAction: !memo && day?.acted !== 1,
  };
}

/** Until when a record may be undone: not after midnight, for a day's card does not change when the day is over. */
export function mayUndo(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() < UNDO_MS && businessDay(at) === businessDay(now);
}
