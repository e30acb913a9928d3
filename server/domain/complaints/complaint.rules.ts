import {
  COMPLAINT_STATES,
  type ComplaintAct,
  type ComplaintLevel,
  type ComplaintState,
} from '../../../contract/supervision/complaints.js';
import type { ErrorKey } from '../../../contract/errors.js';
import type { Permission } from '../../../contract/permissions.js';
import { businessDay, startOfBusinessDay, addDays } from '../../../contract/shared/date.js';
import { workingDaysAfter } from '../../../contract/shared/holidays.js';

const DAY_MS = 86_400_000;
/** How long a completed complaint can be opened again. */
export const REOPEN_DAYS = 30;

type Moved = Exclude<ComplaintAct, 'create'>;
interface Rule {
  from: readonly ComplaintState[];
  /** Undefined: it stays where it is. */
  to?: ComplaintState;
  may: Permission;
}

/** The life of a complaint. `return` goes back by one: from the closure to whoever handles it, from there to nobody. */
const LIFE: Record<Moved, Rule> = {
  allocate: { from: ['PENDING', 'PROCESSING'], to: 'PROCESSING', may: 'complaint:manage' },
  process: { from: ['PROCESSING'], to: 'PENDING_CLOSURE', may: 'complaint:handle' },
  done: { from: ['PENDING_CLOSURE'], to: 'COMPLETED', may: 'complaint:manage' },
  return: { from: ['PROCESSING', 'PENDING_CLOSURE'], may: 'complaint:handle' },
  reopen: { from: ['COMPLETED'], to: 'PENDING', may: 'complaint:manage' },
  penalty: { from: ['PENDING_CLOSURE', 'COMPLETED'], may: 'complaint:manage' },
  transfer: { from: ['PENDING', 'PROCESSING', 'PENDING_CLOSURE'], may: 'complaint:manage' },
  attach: { from: ['PENDING', 'PROCESSING', 'PENDING_CLOSURE'], may: 'complaint:handle' },
  classify: { from: COMPLAINT_STATES, may: 'complaint:manage' },
};

export interface ComplaintFacts {
  status: ComplaintState;
  /** The collector it is about. */
  collectorId: number | null;
  handlerId: number | null;
  finedAt: Date | null;
  transferredAt: Date | null;
  completedAt: Date | null;
}
interface Person {
  userId: number;
  permissions: ReadonlySet<Permission>;
}

/** Why this person may not do this now; null when they may. Nobody does anything about what concerns themselves. */
export function refusalOf(act: Moved, person: Person, complaint: ComplaintFacts, now: Date): ErrorKey | null {
  const { from, may } = LIFE[act];
  const { status, collectorId, handlerId, completedAt } = complaint;
  const manages = person.permissions.has('complaint:manage');
  if (!person.permissions.has(may)) return 'permission.denied';
  if (person.userId === collectorId) return 'complaint.own';
  if (!from.includes(status)) return 'complaint.state';
  if (act === 'process' && person.userId !== handlerId) return 'complaint.otherHandler';
  if (act === 'done' && person.userId === handlerId) return 'complaint.sameHandler';
  if (act === 'return' && !manages && (status !== 'PROCESSING' || person.userId !== handlerId))
    return 'complaint.otherHandler';
  if (act === 'penalty' && complaint.finedAt) return 'complaint.fined';
  if (act === 'transfer' && complaint.transferredAt) return 'complaint.state';
  if (act === 'reopen' && completedAt && now.getTime() - completedAt.getTime() > REOPEN_DAYS * DAY_MS)
    return 'complaint.tooLate';
  return null;
}

export function actsFor(person: Person, complaint: ComplaintFacts, now: Date): Moved[] {
  return (Object.keys(LIFE) as Moved[]).filter((act) => refusalOf(act, person, complaint, now) === null);
}

export function statusAfter(act: Moved, before: ComplaintState): ComplaintState {
  if (act === 'return') return before === 'PENDING_CLOSURE' ? 'PROCESSING' : 'PENDING';
  return LIFE[act].to ?? before;
}

/** 24 and 48 hours by the clock; 5 working days end with the fifth one in Mexico City. */
export function deadlineOf(level: ComplaintLevel, from: Date): Date {
  if (level === 1) return new Date(from.getTime() + DAY_MS);
  if (level === 2) return new Date(from.getTime() + 2 * DAY_MS);
  const last = workingDaysAfter(businessDay(from), 5);
  return startOfBusinessDay(addDays(last, 1));
}
