import { describe, expect, it } from '@jest/globals';
import { CALL_OUTCOMES, resolveOutcome } from '../../../contract/contact/call-results.js';
import {
  CALL_RESULTS,
  CALL_STATUSES,
  CASE_STATUSES,
  COLLECTION_RESULTS,
  type CaseStatus,
} from '../../../contract/codes.js';
import {
  actionsOf,
  CASE_EVENTS,
  nextStatus,
  outstandingParts,
  type CaseEvent,
} from '../../../server/domain/cases/case.rules.js';
import { contactAfter, followUpAfter, holdAfter } from '../../../server/domain/cases/records/record.rules.js';
import { ROLE_GRANTS } from '../../../contract/permissions.js';

/** The table of decisions 2, written out: status, event, owned, result. `*` is either. */
const ALLOWED: [from: CaseStatus, event: CaseEvent, owned: boolean | '*', to: CaseStatus][] = [
  ['C00', 'assigned', '*', 'C01'],
  ['C20', 'assigned', false, 'C20'],
  ['C01', 'actionRecorded', '*', 'C10'],
  ['C10', 'actionRecorded', '*', 'C10'],
  ['C20', 'actionRecorded', '*', 'C20'],
  ['C00', 'noteRecorded', '*', 'C00'],
  ['C01', 'noteRecorded', '*', 'C01'],
  ['C10', 'noteRecorded', '*', 'C10'],
  ['C20', 'noteRecorded', '*', 'C20'],
  ['C01', 'promiseCreated', '*', 'C20'],
  ['C10', 'promiseCreated', '*', 'C20'],
  ['C20', 'promiseRescheduled', '*', 'C20'],
  ['C20', 'promiseEnded', true, 'C10'],
  ['C20', 'promiseEnded', false, 'C00'],
  ['C00', 'settled', '*', 'C31'],
  ['C01', 'settled', '*', 'C31'],
  ['C10', 'settled', '*', 'C31'],
  ['C20', 'settled', '*', 'C31'],
  ['C40', 'settled', '*', 'C31'],
  ['C00', 'extensionApplied', '*', 'C32'],
  ['C01', 'extensionApplied', '*', 'C32'],
  ['C10', 'extensionApplied', '*', 'C32'],
  ['C20', 'extensionApplied', '*', 'C32'],
  ['C00', 'withdrawn', '*', 'C40'],
  ['C01', 'withdrawn', '*', 'C40'],
  ['C10', 'withdrawn', '*', 'C40'],
  ['C20', 'withdrawn', '*', 'C40'],
  ['C40', 'reinstated', '*', 'C00'],
  ['C00', 'closed', '*', 'C30'],
  ['C01', 'closed', '*', 'C30'],
  ['C10', 'closed', '*', 'C30'],
  ['C20', 'closed', '*', 'C30'],
  ['C40', 'closed', '*', 'C30'],
  ['C30', 'refundOpened', '*', 'C50'],
  ['C31', 'refundOpened', '*', 'C50'],
  ['C32', 'refundOpened', '*', 'C50'],
  ['C50', 'refundCompleted', '*', 'C31'],
  ['C50', 'refundRejected', true, 'C10'],
  ['C50', 'refundRejected', false, 'C00'],
  ['C31', 'paymentReversed', true, 'C10'],
  ['C31', 'paymentReversed', false, 'C00'],
  ['C50', 'paymentReversed', true, 'C10'],
  ['C50', 'paymentReversed', false, 'C00'],
  ['C01', 'released', '*', 'C00'],
  ['C10', 'released', '*', 'C00'],
  ['C20', 'released', true, 'C20'],
  ['C01', 'reassigned', '*', 'C01'],
  ['C10', 'reassigned', '*', 'C01'],
  ['C20', 'reassigned', true, 'C20'],
  ['C00', 'merged', '*', 'C30'],
  ['C01', 'merged', '*', 'C30'],
  ['C10', 'merged', '*', 'C30'],
  ['C20', 'merged', '*', 'C30'],
  ['C00', 'promiseCarried', '*', 'C20'],
  ['C01', 'promiseCarried', '*', 'C20'],
  ['C10', 'promiseCarried', '*', 'C20'],
  ['C00', 'promiseReopened', '*', 'C20'],
  ['C01', 'promiseReopened', '*', 'C20'],
  ['C10', 'promiseReopened', '*', 'C20'],
];

describe('the case state machine', () => {
  const every = CASE_STATUSES.flatMap((status) =>
    CASE_EVENTS.flatMap((event) => [true, false].map((owned) => [status, event, owned] as const)),
  );
  it.each(every)('%s on %s, owned: %s', (status, event, owned) => {
    const row = ALLOWED.find(
      ([from, name, who]) => from === status && name === event && (who === '*' || who === owned),
    );
    expect(nextStatus(status, event, owned)).toBe(row?.[3] ?? null);
  });

  it('offers what the role and the state allow', () => {
    const may = (role: keyof typeof ROLE_GRANTS, status: CaseStatus, ownerId: number | null) =>
      actionsOf({ status, ownerId }, new Set(ROLE_GRANTS[role].permissions));
    expect(may('member', 'C01', 1)).toEqual(['record', 'promise']);
    expect(may('member', 'C31', 1)).toEqual([]);
    expect(may('supervisor', 'C01', 1)).toEqual([]);
    expect(may('leader', 'C00', null)).toEqual(['assign', 'withdraw']);
    expect(may('leader', 'C40', null)).toEqual([]);
    expect(may('admin', 'C40', null)).toEqual(['reinstate', 'close']);
    expect(may('admin', 'C20', 1)).toEqual(['record', 'promise', 'assign', 'release', 'withdraw', 'close']);
  });

  it('splits what is owed into its parts, principal last', () => {
    const row = { principal: 1000, interest: 100, penalty: 50, iva: 16, paid: 0 };
    expect(outstandingParts([row, { ...row, paid: 120 }])).toEqual({
      principal: 2000,
      interest: 146,
      penalty: 50,
      iva: 16,
    });
    expect(outstandingParts([{ ...row, paid: 1166 }])).toEqual({
      principal: 0,
      interest: 0,
      penalty: 0,
      iva: 0,
    });
  });
});

describe('the call results', () => {
  const nothing = [null, undefined];
  const every = [...CALL_STATUSES, ...nothing].flatMap((callStatus) =>
    [...CALL_RESULTS, ...nothing].flatMap((callResult) =>
      [...COLLECTION_RESULTS, ...nothing].map((collectionResult) => ({
        callStatus,
        callResult,
        collectionResult,
      })),
    ),
  );

  it('never resolves to a pair outside the table, nor against what was said', () => {
    for (const choice of every) {
      const outcome = resolveOutcome(choice);
      if (!outcome) continue;
      const { result, collectionResult, group } = outcome;
      expect(
        CALL_OUTCOMES.some(
          (row) =>
            row.result === result &&
            row.collectionResult === collectionResult &&
            row.group === group &&
            (row.callStatus === outcome.callStatus || result === 'MEMO'),
        ),
      ).toBe(true);
      if (choice.callStatus) expect(outcome.callStatus).toBe(choice.callStatus);
      if (choice.callResult) expect(result).toBe(choice.callResult);
      if (choice.collectionResult) expect(collectionResult).toBe(choice.collectionResult);
    }
  });

  it('resolves every row of the table from its parts', () => {
    for (const row of CALL_OUTCOMES) {
      const { callStatus, result: callResult, collectionResult } = row;
      expect(resolveOutcome({ callStatus, callResult, collectionResult })).toEqual(row);
    }
  });

  it('refuses every other full triple', () => {
    const full = every.filter((choice) => choice.callStatus && choice.callResult && choice.collectionResult);
    for (const choice of full) {
      const inTable = CALL_OUTCOMES.some(
        (row) =>
          row.callStatus === choice.callStatus &&
          row.result === choice.callResult &&
          row.collectionResult === choice.collectionResult,
      );
      expect({ [JSON.stringify(choice)]: resolveOutcome(choice) !== null }).toEqual({
        [JSON.stringify(choice)]: inTable,
      });
    }
  });

  it.each([
    ['the label alone', { collectionResult: 'CR10' }, 'PTP'],
    ['a label of an unreached row', { collectionResult: 'CR50' }, 'WTP'],
    ['CR80', { collectionResult: 'CR80', callStatus: 'CONNECTED' }, 'WTP'],
    ['CR60', { collectionResult: 'CR60' }, 'NORLVT'],
    ['an unreached status alone', { callStatus: 'NO_ANSWER' }, 'RETRY'],
    ['an unreached status with its label', { callStatus: 'EMPTY_NUMBER', collectionResult: 'CR60' }, 'LC'],
    ['a result alone', { callResult: 'PTP' }, 'PTP'],
    ['WTP alone', { callResult: 'WTP' }, 'WTP'],
    ['a suspicion', { callResult: 'FRAUD' }, 'FRAUD'],
    ['a memo after a call', { callResult: 'MEMO', callStatus: 'NO_ANSWER' }, 'MEMO'],
    ['nothing', {}, null],
    ['connected alone', { callStatus: 'CONNECTED' }, null],
    ['a result of several statuses alone', { callResult: 'RETRY' }, null],
    ['an unreached status with a promise', { callStatus: 'NO_ANSWER', callResult: 'PTP' }, null],
    [
      'an unreached status with a connected label',
      { callStatus: 'SHUT_OFF', collectionResult: 'CR10' },
      null,
    ],
    ['the system’s own codes', { callResult: 'BP' }, null],
    ['an SMS label', { collectionResult: 'MSS' }, null],
    ['a memo with a label', { callResult: 'MEMO', collectionResult: 'CR10' }, null],
  ] as const)('%s', (_, choice, result) => {
    expect(resolveOutcome(choice)?.result ?? null).toBe(result);
  });

  it('takes WTP alone for a follow-up, and with CR80 for a focus', () => {
    expect(resolveOutcome({ callResult: 'WTP' })?.collectionResult).toBe('CR50');
    expect(resolveOutcome({ callResult: 'WTP', collectionResult: 'CR80' })?.collectionResult).toBe('CR80');
  });
});

describe('the effects of a record', () => {
  const monday = new Date('2026-03-02T18:00:00Z');
  const tuesday = new Date('2026-03-03T18:00:00Z');
  const of = (callResult: (typeof CALL_RESULTS)[number], callStatus?: (typeof CALL_STATUSES)[number]) =>
    resolveOutcome({ callResult, callStatus })!;
  const lost = of('LC', 'EMPTY_NUMBER');

  it('marks a number bad after two different days without service, not after two calls of one', () => {
    const fresh = { unreachedOn: null, blocked: null };
    const once = contactAfter(lost, fresh, monday);
    expect(once).toEqual({ unreachedOn: '2026-03-02', blocked: null });
    expect(contactAfter(lost, once, monday).blocked).toBeNull();
    expect(contactAfter(lost, once, tuesday).blocked).toBe('BAD_NUMBER');
    const answered = contactAfter(of('DTP'), once, monday);
    expect(contactAfter(lost, answered, tuesday).blocked).toBeNull();
    expect(contactAfter(of('RETRY', 'NO_ANSWER'), once, tuesday)).toEqual(once);
  });

  it('blocks a wrong contact, and never lifts an opt-out', () => {
    const optOut = { unreachedOn: null, blocked: 'OPT_OUT' as const };
    for (const result of ['NORLVT', 'NOVLD'] as const) {
      expect(contactAfter(of(result), { unreachedOn: null, blocked: null }, monday).blocked).toBe('WRONG');
      expect(contactAfter(of(result), optOut, monday).blocked).toBe('OPT_OUT');
    }
    expect(contactAfter(of('PTP'), optOut, monday).blocked).toBe('OPT_OUT');
    expect(contactAfter(lost, { ...optOut, unreachedOn: '2026-03-01' }, monday).blocked).toBe('OPT_OUT');
  });

  it('asks for a follow-up where one is due, and clears what was dealt with', () => {
    const before = new Date('2026-03-02T17:00:00Z');
    expect(() => followUpAfter(of('WTP'), null, before, monday)).toThrow('record.followUpRequired');
    expect(followUpAfter(of('WTP'), '2026-03-03T10:00:00-06:00', before, monday)).toEqual(
      new Date('2026-03-03T16:00:00Z'),
    );
    expect(() => followUpAfter(of('DTP'), '2026-03-01T10:00:00Z', before, monday)).toThrow('request.invalid');
    expect(followUpAfter(of('DTP'), null, before, monday)).toBeNull();
    expect(followUpAfter(of('MEMO'), null, before, monday)).toBe(before);
    expect(holdAfter(of('RPD'), null, monday)).toEqual(tuesday);
    expect(holdAfter(of('DTP'), tuesday, monday)).toBe(tuesday);
  });
});
