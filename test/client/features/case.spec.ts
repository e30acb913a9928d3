import { describe, expect, it } from '@jest/globals';
import { CALL_OUTCOMES, resolveOutcome } from '../../../contract/contact/call-results.js';
import type { CaseRow } from '../../../contract/cases/cases.js';
import {
  emptyDraft,
  isWritten,
  problemsOf,
  toRecord,
} from '../../../client/features/cases/result-form/case-draft.js';
import { newRequestId } from '../../../client/lib/request-id.js';
import { noticeOf } from '../../../client/features/cases/page/case-notice.js';
import {
  chooseOutcome,
  chooseStatus,
  chosenOutcome,
  outcomesOf,
  PROMISE,
} from '../../../client/features/cases/result-form/case-outcomes.js';
import { followUpAt, followUpLabel } from '../../../client/features/cases/result-form/case-times.js';
import { withPage } from '../../../client/features/cases/page/use-work-next.js';
import { asTFunction } from '../../support/words.js';

const facts = { amount: 431_000, today: '2026-11-21', mayExtend: false };

describe('the results a call can have', () => {
  it("are the specification's eight first, in its order", () => {
    const labels = outcomesOf('CONNECTED').slice(0, 8);
    expect(labels.map(({ collectionResult }) => collectionResult)).toEqual([
      'CR10', 'CR20', 'CR30', 'CR40', 'CR50', 'CR60', 'CR70', 'CR80',
    ]); // prettier-ignore
  });

  it('are chosen by the status when the call reached nobody', () => {
    expect(chooseStatus('NO_ANSWER')).toMatchObject({ callResult: 'RETRY', collectionResult: 'CR50' });
    expect(chooseStatus('CONNECTED')).toMatchObject({ callStatus: 'CONNECTED', callResult: null });
  });

  it('mean on the server what they mean here, every one of them', () => {
    for (const outcome of CALL_OUTCOMES) {
      expect(resolveOutcome(chooseOutcome(outcome))).toEqual(outcome);
      expect(chosenOutcome(chooseOutcome(outcome))).toBe(outcome);
    }
  });
});

describe('the draft', () => {
  it('is empty until something is written', () => {
    expect(isWritten(emptyDraft())).toBe(false);
    expect(isWritten({ ...emptyDraft(), contactId: 4 })).toBe(false);
    expect(isWritten({ ...emptyDraft(), notes: 'llamar' })).toBe(true);
  });

  it('needs a result, and a follow-up where the result asks for one', () => {
    expect(problemsOf(emptyDraft(), facts)).toEqual({ callResult: 'case:problem.result' });
    const willing = CALL_OUTCOMES.find(({ result }) => result === 'WTP')!;
    expect(problemsOf({ ...emptyDraft(), ...chooseOutcome(willing) }, facts)).toEqual({
      nextFollowUpAt: 'case:problem.follow-up',
    });
  });

  it('promises the whole due today unless something else is said', () => {
    const draft = { ...emptyDraft(), ...chooseOutcome(PROMISE) };
    expect(problemsOf(draft, facts)).toEqual({});
    expect(toRecord(draft, { id: 7, amount: 430_000 }, facts.today)).toMatchObject({
      promiseAmount: 430_000,
      promiseDate: '2026-11-21',
      clientRequestId: draft.requestId,
    });
  });

  it('takes no amount above the due and no date beyond three days, but from a leader', () => {
    const draft = { ...emptyDraft(), ...chooseOutcome(PROMISE) };
    const problem = (change: object, more = facts) => Object.keys(problemsOf({ ...draft, ...change }, more));
    expect(problem({ promiseAmount: '4310.01' })).toEqual(['promiseAmount']);
    expect(problem({ promiseAmount: 'mucho' })).toEqual(['promiseAmount']);
    expect(problem({ promiseAmount: '0' })).toEqual(['promiseAmount']);
    expect(problem({ promiseDate: '2026-11-24' })).toEqual([]);
    expect(problem({ promiseDate: '2026-11-25' })).toEqual(['promiseDate']);
    expect(problem({ promiseDate: '2026-11-25' }, { ...facts, mayExtend: true })).toEqual([]);
    expect(problem({ promiseDate: '2026-11-20' }, { ...facts, mayExtend: true })).toEqual(['promiseDate']);
  });

  it('sends no promise with a result that is none', () => {
    const draft = { ...emptyDraft(), ...chooseStatus('NO_ANSWER'), promiseAmount: '10' };
    expect(toRecord(draft, { id: 7, amount: 1 }, facts.today)).toMatchObject({
      promiseAmount: null,
      promiseDate: null,
    });
  });

  it('has a request id that the contract accepts', () => {
    expect(newRequestId()).toMatch(/^[\w-]{8,64}$/);
  });
});

describe('follow-up presets', () => {
  const at = (text: string) => new Date(`2026-${text}`);
  const day = (preset: 'today' | 'tomorrow' | 'payday', now: string) => local(followUpAt(preset, at(now))!);
  const local = (time: Date) =>
    new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

  it('are today at four while that is ahead, and tomorrow at nine', () => {
    expect(day('today', '11-20T10:00')).toBe('2026-11-20T16:00');
    expect(followUpAt('today', at('11-20T16:00'))).toBeNull();
    expect(day('tomorrow', '11-30T10:00')).toBe('2026-12-01T09:00');
  });

  it('pass over days on which nobody may be contacted', () => {
    const label = (now: string) =>
      followUpLabel(
        'tomorrow',
        at(now),
        asTFunction((key) => key),
        'en',
      );
    expect(followUpAt('today', at('11-22T10:00'))).toBeNull();
    expect([day('tomorrow', '11-22T10:00'), label('11-22T10:00')]).toEqual([
      ...['2026-11-23T09:00', 'case:follow-up.tomorrow'],
    ]);
    expect([day('tomorrow', '11-21T10:00'), label('11-21T10:00')]).toEqual([
      ...['2026-11-23T09:00', 'case:follow-up.next'],
    ]);
    expect(followUpAt('today', at('12-25T10:00'))).toBeNull();
    expect(day('tomorrow', '12-24T10:00')).toBe('2026-12-26T09:00');
  });

  it('know the fortnight: the 15th and the last, the Friday before a weekend', () => {
    expect(day('payday', '11-20T10:00')).toBe('2026-11-30T10:00');
    expect(day('payday', '11-10T10:00')).toBe('2026-11-13T10:00');
    expect(day('payday', '11-13T11:00')).toBe('2026-11-30T10:00');
    expect(day('payday', '12-31T11:00')).toBe('2027-01-15T10:00');
  });
});

describe('what a reader of the case is told', () => {
  const before = { amount: 100_000, status: 'C20', ownerId: 7 } as const;
  const noticed = (change: object, cause = 'x') => noticeOf(before, { ...before, ...change }, cause, 5);

  it('is money that came, whatever the batch was named after', () => {
    expect(noticed({ amount: 60_000 }, 'promise.settled')).toEqual({ kind: 'paid', amount: 40_000, at: 5 });
    expect(noticed({ amount: 0, status: 'C31' }, 'case.settled')).toMatchObject({
      kind: 'settled',
      amount: 100_000,
    });
  });

  it('is money that went back, but not interest that grew', () => {
    expect(noticed({ amount: 150_000 }, 'payment.reversed')).toMatchObject({
      kind: 'reversed',
      amount: 50_000,
    });
    expect(noticed({ amount: 100_500 }, 'case.accrued')).toBeNull();
  });

  it('is another owner or another state of work, and no result', () => {
    expect(noticed({ ownerId: 8 })).toMatchObject({ kind: 'owner' });
    expect(noticed({ status: 'C40' })).toMatchObject({ kind: 'status' });
    expect(noticed({ status: 'C10' }, 'action.recorded')).toBeNull();
  });
});

describe('the list behind an open case', () => {
  const rows = (...ids: number[]) => ids.map((id) => ({ id: String(id), path: `/task/${id}/L-${id}` }));
  const list = { rows: rows(1, 2, 3), before: 15, total: 57, query: { page: 2, size: 15 }, after: null };
  const result = [2, 4].map((id) => ({ id, loanId: `L-${id}` })) as CaseRow[];

  it('goes on with a page that was read, in which a case that has moved down comes once', () => {
    const longer = withPage(list, { result, next: 'amount~1~4', totalCount: 57 }, 1);
    expect(longer).toEqual({ ...list, rows: rows(1, 2, 3, 4), after: 'amount~1~4' });
  });

  it('ends with the last page', () => {
    expect(withPage(list, { result, next: null, totalCount: 57 }, 3).total).toBe(57);
    expect(withPage(list, { result, next: null, totalCount: 57 }, 4).total).toBe(19);
  });
});
