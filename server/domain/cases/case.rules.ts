import { isOpen, type CaseStatus } from '../../../contract/codes.js';
import type { CaseAction } from '../../../contract/cases/cases.js';
import type { Permission } from '../../../contract/permissions.js';

/** Events of a case's status; the caller's permission decides who may cause one. */
export const CASE_EVENTS = [
  'assigned', 'actionRecorded', 'noteRecorded', 'promiseCreated', 'promiseRescheduled', 'promiseEnded', 'settled',
  'extensionApplied', 'withdrawn', 'reinstated', 'closed', 'refundOpened', 'refundCompleted', 'refundRejected',
  'paymentReversed', 'released', 'reassigned', 'merged', 'promiseCarried', 'promiseReopened',
] as const; // prettier-ignore
export type CaseEvent = (typeof CASE_EVENTS)[number];

/** Where an event leads; where that depends on the owner, first when somebody owns the case, then when nobody does. */
type Target = CaseStatus | readonly [owned: CaseStatus | null, unowned: CaseStatus | null];
type Row = Partial<Record<CaseStatus, Target>>;

const fromOpen = (to: CaseStatus): Row => ({ C00: to, C01: to, C10: to, C20: to });

/** Every transition there is. A pair of status and event that is not here is refused. */
export const TRANSITIONS: Record<CaseEvent, Row> = {
  assigned: { C00: 'C01', C20: [null, 'C20'] },
  actionRecorded: { C01: 'C10', C10: 'C10', C20: 'C20' },
  // A memo is no action: the case stays as it is.
  noteRecorded: { C00: 'C00', C01: 'C01', C10: 'C10', C20: 'C20' },
  promiseCreated: { C01: 'C20', C10: 'C20' },
  promiseRescheduled: { C20: 'C20' },
  promiseEnded: { C20: ['C10', 'C00'] },
  // A withdrawn case that is paid is over; nobody is credited.
  settled: { ...fromOpen('C31'), C40: 'C31' },
  extensionApplied: fromOpen('C32'),
  withdrawn: fromOpen('C40'),
  reinstated: { C40: 'C00' },
  closed: { ...fromOpen('C30'), C40: 'C30' },
  refundOpened: { C30: 'C50', C31: 'C50', C32: 'C50' },
  refundCompleted: { C50: 'C31' },
  refundRejected: { C50: ['C10', 'C00'] },
  // C50: nothing is left of its refunds.
  paymentReversed: { C31: ['C10', 'C00'], C50: ['C10', 'C00'] },
  released: { C01: 'C00', C10: 'C00', C20: ['C20', null] },
  reassigned: { C01: 'C01', C10: 'C01', C20: ['C20', null] },
  // Its loan item came into the borrower's long-aging case, and its promise with it when that one had none.
  merged: fromOpen('C30'),
  promiseCarried: { C00: 'C20', C01: 'C20', C10: 'C20' },
  // Money that had kept it was taken back before its last day was over.
  promiseReopened: { C00: 'C20', C01: 'C20', C10: 'C20' },
};

/** @returns the status after the event, or null when the event can not happen to such a case. */
export function nextStatus(status: CaseStatus, event: CaseEvent, owned: boolean): CaseStatus | null {
  const target = TRANSITIONS[event][status];
  if (target === undefined) return null;
  if (typeof target === 'string') return target;
  return target[owned ? 0 : 1];
}

const ACTIONS: readonly { action: CaseAction; permission: Permission; events: readonly CaseEvent[] }[] = [
  { action: 'record', permission: 'case:record', events: ['actionRecorded'] },
  { action: 'promise', permission: 'case:record', events: ['promiseCreated', 'promiseRescheduled'] },
  { action: 'assign', permission: 'case:assign', events: ['assigned', 'reassigned'] },
  { action: 'release', permission: 'case:assign', events: ['released'] },
  { action: 'withdraw', permission: 'case:withdraw', events: ['withdrawn'] },
  { action: 'reinstate', permission: 'case:close', events: ['reinstated'] },
  { action: 'close', permission: 'case:close', events: ['closed'] },
];

/** Actions that these permissions allow on a case in this state. */
export function actionsOf(
  state: { status: CaseStatus; ownerId: number | null },
  permissions: ReadonlySet<Permission>,
): CaseAction[] {
  const happens = (event: CaseEvent) => nextStatus(state.status, event, state.ownerId !== null) !== null;
  return ACTIONS.filter(({ permission, events }) => permissions.has(permission) && events.some(happens)).map(
    ({ action }) => action,
  );
}

/** A case that takes no further work answers otherwise than one that is only in the wrong state for it. */
export function refusalOf(status: CaseStatus): 'case.closed' | 'case.notAllowed' {
  return isOpen(status) ? 'case.notAllowed' : 'case.closed';
}

export interface PlanPart {
  principal: number;
  interest: number;
  penalty: number;
  iva: number;
  paid: number;
}

/** The unpaid rest of each part: money pays penalty, IVA and interest before principal, period by period. */
export function outstandingParts(
  plan: readonly PlanPart[],
): Pick<PlanPart, 'principal' | 'interest' | 'penalty' | 'iva'> {
  const left = { principal: 0, interest: 0, penalty: 0, iva: 0 };
  for (const row of plan) {
    let paid = row.paid;
    for (const part of ['penalty', 'iva', 'interest', 'principal'] as const) {
      const covered = Math.min(paid, row[part]);
      left[part] += row[part] - covered;
      paid -= covered;
    }
  }
  return left;
}
