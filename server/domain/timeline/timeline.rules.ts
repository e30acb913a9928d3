import { isOpen, type CaseStatus } from '../../../contract/codes.js';
import type { EventName, EventPayload } from '../../../contract/events/events.js';
import type { CaseState, Fact } from '../../../contract/cases/timeline.js';
import { nextStatus } from '../cases/case.rules.js';

/** The case as far as its events tell it; owners without names. */
export type ProjectedCase = Omit<CaseState, 'ownerName'>;
export interface ProjectedEvent {
  name: EventName;
  payload: object;
}

type Change = Partial<ProjectedCase>;
type Projection<Name extends EventName> = (state: ProjectedCase, payload: EventPayload<Name>) => Change;

function moved(_: ProjectedCase, { to, amount }: EventPayload<'case.assigned'>): Change {
  return { ownerId: to, amountDue: amount };
}
function promised(_: ProjectedCase, { promiseId, amount, dueDate }: EventPayload<'promise.created'>): Change {
  return { promise: { id: promiseId, amount, dueDate } };
}
function paid(_: ProjectedCase, { amountDueAfter }: { amountDueAfter: number }): Change {
  return { amountDue: amountDueAfter };
}

/** An event's changes besides the status, which it names itself as `statusAfter`. */
const PROJECTIONS: { [Name in EventName]?: Projection<Name> } = {
  'case.assigned': moved,
  'case.reassigned': moved,
  'case.released': moved,
  'case.withdrawn': moved,
  'case.reinstated': moved,
  'case.closed': moved,
  'case.merged': () => ({ ownerId: null, amountDue: 0 }),
  'case.reopened': (_, { ownerId, amount }) => ({ ownerId, amountDue: amount }),
  'case.accrued': (_, { amount }) => ({ amountDue: amount }),
  'case.extended': (_, { amount }) => ({ amountDue: amount }),
  'case.rowFellDue': (_, { amount }) => ({ amountDue: amount }),
  'case.accelerated': (_, { amount }) => ({ amountDue: amount }),
  'case.dueRestated': (_, { amount }) => ({ amountDue: amount }),
  'action.undone': (_, { promiseId, amount, dueDate }) => ({
    promise: promiseId === null ? null : { id: promiseId, amount: amount!, dueDate: dueDate! },
  }),
  'promise.created': promised,
  'promise.rescheduled': promised,
  'promise.carried': promised,
  'promise.reopened': promised,
  // A promise that was judged again is not the live one any more.
  'promise.settled': ({ promise }, { promiseId }) => (promise?.id === promiseId ? { promise: null } : {}),
  'payment.posted': paid,
  'payment.reversed': paid,
  'refund.opened': ({ status }) => ({ status: nextStatus(status, 'refundOpened', true) ?? status }),
};

/** @returns the state after the events of one case in order of id; null before its `case.opened`. */
export function projectCase(events: Iterable<ProjectedEvent>): ProjectedCase | null {
  let state: ProjectedCase | null = null;
  for (const { name, payload } of events) {
    if (name === 'case.opened') {
      const { amount } = payload as EventPayload<'case.opened'>;
      state = { status: 'C00', ownerId: null, amountDue: amount, promise: null };
    } else if (state) {
      state = after(state, { name, payload });
    }
  }
  return state;
}

function after(state: ProjectedCase, { name, payload }: ProjectedEvent): ProjectedCase {
  const projection = PROJECTIONS[name] as ((state: ProjectedCase, payload: object) => Change) | undefined;
  const next = { ...state, ...statusOf(payload), ...projection?.(state, payload) };
  return isOpen(next.status) ? next : { ...next, promise: null };
}

function statusOf(payload: { statusAfter?: CaseStatus }): { status?: CaseStatus } {
  return payload.statusAfter ? { status: payload.statusAfter } : {};
}

/** The parts that a payload may give to people. */
export const PEOPLE = [
  'from', 'to', 'creditedTo', 'collectorId', 'ownerId', 'agentId', 'requestedBy', 'senderId',
] as const; // prettier-ignore

export function peopleIn(payload: object): [part: string, userId: number][] {
  return PEOPLE.flatMap((part): [string, number][] => {
    const userId = (payload as Record<string, unknown>)[part];
    return typeof userId === 'number' ? [[part, userId]] : [];
  });
}

/** The payload without ids, people and statuses; several codes are joined into one text. */
export function factsIn(payload: object): Record<string, Fact> {
  const hidden = new Set<string>([
    ...PEOPLE,
    'statusBefore',
    'statusAfter',
    'supersedes',
    'version',
    'firstAction',
  ]);
  const facts: Record<string, Fact> = {};
  for (const [key, value] of Object.entries(payload) as [string, unknown][]) {
    if (hidden.has(key) || key.endsWith('Id')) continue;
    if (Array.isArray(value)) facts[key] = value.join(', ');
    else if (value === null || ['string', 'number', 'boolean'].includes(typeof value))
      facts[key] = value as Fact;
  }
  return facts;
}

export function statusesIn(payload: { statusBefore?: CaseStatus; statusAfter?: CaseStatus }): {
  before: CaseStatus | null;
  after: CaseStatus | null;
} {
  return { before: payload.statusBefore ?? null, after: payload.statusAfter ?? null };
}
