import { describe, expect, it } from '@jest/globals';
import { EVENTS } from '../../../contract/events/events.js';
import { TIMELINE_KINDS, timelineKind } from '../../../contract/cases/timeline.js';
import {
  factsIn,
  projectCase,
  peopleIn,
  type ProjectedEvent,
} from '../../../server/domain/timeline/timeline.rules.js';

const opened: ProjectedEvent = {
  name: 'case.opened',
  payload: { caseId: 1, loanItemId: 2, queueId: 3, institutionId: 4, amount: 100_000, previousCaseId: null },
};
const assigned = (to: number): ProjectedEvent => ({
  name: 'case.assigned',
  payload: {
    caseId: 1,
    from: null,
    to,
    amount: 100_000,
    statusBefore: 'C00',
    statusAfter: 'C01',
    reason: null,
  },
});
const promised: ProjectedEvent = {
  name: 'promise.created',
  payload: { caseId: 1, promiseId: 9, collectorId: 7, amount: 50_000, dueDate: '2026-11-22' },
};
const recorded: ProjectedEvent = { name: 'action.recorded', payload: { result: 'PTP', statusAfter: 'C20' } };

describe('a case folded from its events', () => {
  it('is not there before it opens', () => {
    expect(projectCase([])).toBeNull();
    expect(projectCase([assigned(7)])).toBeNull();
  });

  it('has the owner, the status and the promise that its events gave it', () => {
    expect(projectCase([opened])).toEqual({
      status: 'C00',
      ownerId: null,
      amountDue: 100_000,
      promise: null,
    });
    expect(projectCase([opened, assigned(7), recorded, promised])).toEqual({
      status: 'C20',
      ownerId: 7,
      amountDue: 100_000,
      promise: { id: 9, amount: 50_000, dueDate: '2026-11-22' },
    });
  });

  it('keeps its live promise when an older one is judged again', () => {
    const again = (promiseId: number): ProjectedEvent => ({
      name: 'promise.settled',
      payload: { promiseId, status: 'KEPT', statusAfter: promiseId === 9 ? 'C10' : 'C20' },
    });
    const state = [opened, assigned(7), recorded, promised];
    expect(projectCase([...state, again(8)])).toMatchObject({ status: 'C20', promise: { id: 9 } });
    expect(projectCase([...state, again(9)])).toMatchObject({ status: 'C10', promise: null });
  });

  it('passes the settlement on its way to the refund of an overpayment', () => {
    const overpaid: ProjectedEvent[] = [
      { name: 'payment.posted', payload: { amount: 120_000, amountDueAfter: 0, statusAfter: 'C50' } },
      { name: 'case.settled', payload: { statusBefore: 'C01', statusAfter: 'C31' } },
    ];
    const refund: ProjectedEvent = { name: 'refund.opened', payload: { refundId: 5, amount: 20_000 } };
    expect(projectCase([opened, assigned(7), ...overpaid])).toMatchObject({ status: 'C31', amountDue: 0 });
    expect(projectCase([opened, assigned(7), ...overpaid, refund])).toMatchObject({ status: 'C50' });
    const completed = {
      name: 'refund.completed',
      payload: { statusBefore: 'C50', statusAfter: 'C31' },
    } as const;
    expect(projectCase([opened, ...overpaid, refund, completed])).toMatchObject({ status: 'C31' });
    // A case that was withdrawn keeps its state: the refund is beside it.
    const withdrawn: ProjectedEvent = {
      name: 'case.withdrawn',
      payload: {
        from: 7,
        to: null,
        amount: 100_000,
        statusBefore: 'C01',
        statusAfter: 'C40',
        reason: 'OTHER',
      },
    };
    expect(projectCase([opened, withdrawn, refund])).toMatchObject({ status: 'C40', ownerId: null });
  });

  it('is not changed by what only looks', () => {
    const looks: ProjectedEvent[] = [
      { name: 'phone.revealed', payload: { contactId: null, purpose: 'CALL' } },
      { name: 'picture.viewed', payload: { kind: 'FACE' } },
    ];
    expect(projectCase([opened, assigned(7), ...looks])).toEqual(projectCase([opened, assigned(7)]));
  });
});

describe('an event as an entry', () => {
  it('says its facts without ids, people and statuses', () => {
    expect(factsIn({ ...promised.payload, rules: ['HOURS', 'DAILY'], nested: { phone: 'x' } })).toEqual({
      amount: 50_000,
      dueDate: '2026-11-22',
      rules: 'HOURS, DAILY',
    });
    expect(factsIn(assigned(7).payload)).toEqual({ amount: 100_000, reason: null });
    expect(peopleIn(assigned(7).payload)).toEqual([['to', 7]]);
  });

  it('is of a kind that can be filtered', () => {
    const kinds = new Set(Object.keys(EVENTS).map(timelineKind));
    expect([...kinds].sort()).toEqual([...TIMELINE_KINDS].sort());
    expect(timelineKind('payment.posted')).toBe('money');
    expect(timelineKind('phone.revealed')).toBe('access');
  });
});
