import { isOpen, type CaseStatus } from '../../../../contract/codes.js';
import type { ErrorKey } from '../../../../contract/errors.js';
import { filterOf, misfitOf, type LoanTraits, type StoredFilter } from '../../users/work-filter.rules.js';
import { nextStatus, refusalOf, type CaseEvent } from '../case.rules.js';

/**
 * A case that went from one collector to another this recently is not handed on by a person who can not have seen it.
 * Screens that send versions are checked by them instead.
 */
const JUST_MOVED_MS = 3_000;

export type MoveEvent =
  | 'case.assigned'
  | 'case.reassigned'
  | 'case.released'
  | 'case.withdrawn'
  | 'case.reinstated'
  | 'case.closed'
  | 'case.merged';

export interface MovedCase {
  id: number;
  status: CaseStatus;
  ownerId: number | null;
  groupId: number | null;
  queueId: number;
  institutionPath: string;
  kind: string;
  amountDue: number;
  dueDate: string;
  movedAt: Date | null;
  promiseId: number | null;
  promiseBrokenAt: Date | null;
  version: number;
}

/** With what the filters of a collector look at, and whether the import that brought it waits for its release (1 or 0). */
export type HeldCase = MovedCase & LoanTraits & { unreleased: number };

export interface BoundCollector extends StoredFilter {
  id: number;
  role: string;
  enabled: number;
  groupId: number | null;
  queueId: number | null;
  institutionPath: string;
  longAging: number;
  /** Absent, resting or resigned by today's schedule. */
  onLeave: number;
}

export interface Move {
  event: MoveEvent;
  statusAfter: CaseStatus;
  ownerId: number | null;
  groupId: number | null;
}

/** Enabled, a collector with a group, of the case's queue and institution, with the role for long-aging cases; no filter keeps it away. */
export function isEligible(
  collector: BoundCollector,
  state: Pick<HeldCase, 'queueId' | 'institutionPath' | 'kind' | keyof LoanTraits>,
): boolean {
  return (
    collector.enabled === 1 &&
    collector.role === 'member' &&
    collector.groupId !== null &&
    collector.queueId === state.queueId &&
    state.institutionPath.startsWith(collector.institutionPath) &&
    (state.kind !== 'LONG_AGING' || collector.longAging === 1) &&
    misfitOf(filterOf(collector), state) === null
  );
}

/** @param seen the version the screen showed; without one a person's stale move is told by the time. */
export function judgeAssign(
  state: HeldCase,
  collector: BoundCollector,
  seen: { version: number | undefined; now: Date; person: boolean },
): Move | ErrorKey {
  if (seen.version !== undefined && seen.version !== state.version) return 'case.changed';
  const event = state.ownerId === null ? 'assigned' : 'reassigned';
  const statusAfter = nextStatus(state.status, event, state.ownerId !== null);
  if (statusAfter === null) return refusalOf(state.status);
  if (state.ownerId === collector.id) return 'case.alreadyAssigned';
  if (state.unreleased === 1) return 'case.unreleased';
  if (!isEligible(collector, state)) return 'case.notEligible';
  if (collector.onLeave === 1) return 'case.onLeave';
  const justMoved = state.movedAt !== null && seen.now.getTime() - state.movedAt.getTime() < JUST_MOVED_MS;
  if (seen.person && seen.version === undefined && state.ownerId !== null && justMoved) return 'case.changed';
  return { event: `case.${event}`, statusAfter, ownerId: collector.id, groupId: collector.groupId };
}

/** A case without its collector stays with the group, so that its leader still sees it. */
export function judgeLeave(
  state: MovedCase,
  event: Extract<CaseEvent, 'released' | 'withdrawn' | 'reinstated' | 'closed'>,
): Move | ErrorKey {
  const statusAfter = nextStatus(state.status, event, state.ownerId !== null);
  if (statusAfter === null) return event === 'reinstated' ? 'case.notAllowed' : refusalOf(state.status);
  return { event: `case.${event}`, statusAfter, ownerId: null, groupId: state.groupId };
}

/** Judges a hand-back: the borrower broke the promise, and there is no new one. @param seen the screen's version */
export function judgeHandBack(state: MovedCase, seen: number | undefined): Move | ErrorKey {
  const verdict = judgeLeave(state, 'released');
  if (typeof verdict === 'string') return verdict;
  if (state.promiseBrokenAt === null || state.promiseId !== null) return 'promise.notBroken';
  return seen !== undefined && seen !== state.version ? 'case.changed' : verdict;
}

/** A promise ends with the work on its case; it outlives a change of collector. */
export function endsPromise(state: MovedCase, move: Move): boolean {
  return state.promiseId !== null && !isOpen(move.statusAfter);
}
