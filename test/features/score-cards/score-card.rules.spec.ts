import { describe, expect, it } from '@jest/globals';
import {
  addFigures,
  applyChange,
  changesOf,
  NO_FIGURES,
  type DayTarget,
  type DayCase,
  type DayChange,
  type DayFigures,
} from '../../../server/domain/score-cards/score-card.rules.js';
import { rank } from '../../../contract/shared/ranks.js';
import {
  shareOf,
  targetBy,
  targetOf,
  type Indicator,
} from '../../../server/domain/score-cards/target.rules.js';

const TENTH: DayTarget = { unit: 'centavos', terms: { flat: 100, steps: [] } };
const gained = (amount: number, daysPastDue = 3) => ({ kind: 'gained', amount, daysPastDue }) as const;

function day(changes: DayChange[], target = TENTH): DayFigures {
  let entry: DayCase | undefined;
  let figures = NO_FIGURES;
  for (const change of changes) {
    const { after, delta } = applyChange(entry, change, target);
    entry = after;
    figures = addFigures(figures, delta);
  }
  return figures;
}

describe('a case on a collector’s day', () => {
  it('that comes and goes untouched leaves the base with its amount', () => {
    expect(day([gained(500), { kind: 'lost' }])).toEqual(NO_FIGURES);
  });
  it('that was acted on stays in the base after it is taken away', () => {
    expect(day([gained(500), { kind: 'acted' }, { kind: 'lost' }])).toMatchObject({
      taskCount: 1,
      payableAmount: 500,
      targetShare: 50_000,
      handledCount: 1,
    });
  });
  it('that comes back counts once', () => {
    const twice: DayChange[] = [gained(500), { kind: 'lost' }, gained(700)];
    expect(day(twice)).toMatchObject({ taskCount: 1, payableAmount: 700, targetShare: 70_000 });
  });
  it('that is paid in two parts is two payments and one paid case', () => {
    const paid: DayChange[] = [{ kind: 'acted' }, { kind: 'paid', amount: 10 }, { kind: 'paid', amount: 20 }];
    expect(day(paid)).toMatchObject({ paymentCount: 2, receivedAmount: 30, handledPaidCount: 1 });
  });
  it('that is paid first and handled later is handled and paid', () => {
    expect(day([{ kind: 'paid', amount: 10 }, { kind: 'acted' }, { kind: 'acted' }])).toMatchObject({
      handledCount: 1,
      handledPaidCount: 1,
    });
  });
  it('settles once, and only when it is in the base', () => {
    expect(day([{ kind: 'settled' }])).toEqual(NO_FIGURES);
    const settled: DayChange[] = [gained(5), { kind: 'settled' }, { kind: 'settled' }];
    expect(day(settled)).toMatchObject({ settledCount: 1 });
    expect(day([...settled, { kind: 'reopened' }])).toMatchObject({ settledCount: 0 });
  });
  it('that is reversed lowers what was received, below zero if need be', () => {
    expect(day([{ kind: 'reversed', amount: 30 }])).toMatchObject({ receivedAmount: -30, paymentAmount: 0 });
  });
});

describe('an action', () => {
  it('that was undone is as if it had not been', () => {
    const paid = { kind: 'paid', amount: 30 } as const;
    expect(day([{ kind: 'acted' }, { kind: 'unacted' }])).toMatchObject({ handledCount: 0 });
    expect(day([paid, { kind: 'acted' }, { kind: 'unacted' }])).toMatchObject({
      handledCount: 0,
      handledPaidCount: 0,
    });
    const undone = { caseId: 7, collectorId: 1, recordId: 5, contactId: null, result: 'ND' } as const;
    const rest = { statusBefore: 'C10', statusAfter: 'C10', nextFollowUpAt: null } as const;
    const promise = { promiseId: null, amount: null, dueDate: null };
    const payload = { ...undone, ...rest, ...promise, firstAction: false };
    expect(changesOf({ name: 'action.undone', payload })).toEqual([]);
  });
});

describe('an event', () => {
  const moved = { caseId: 7, amount: 100, statusBefore: 'C01', statusAfter: 'C01', reason: null } as const;
  it('that moves a case concerns both collectors', () => {
    const changes = changesOf({ name: 'case.reassigned', payload: { ...moved, from: 1, to: 2 } });
    expect(changes.map(({ collectorId, change }) => [collectorId, change.kind])).toEqual([
      [1, 'lost'],
      [2, 'gained'],
    ]);
  });
  it('that moves it to the same collector concerns nobody', () => {
    expect(changesOf({ name: 'case.reassigned', payload: { ...moved, from: 1, to: 1 } })).toEqual([]);
  });
  it('without a credited collector concerns nobody', () => {
    const payload = { caseId: 7, creditedTo: null, statusBefore: 'C01', statusAfter: 'C31' } as const;
    expect(changesOf({ name: 'case.settled', payload })).toEqual([]);
  });
});

describe('the ranking', () => {
  const seat = (
    collectorId: number,
    finishPurposeRate: number | null,
    receivedAmount = 0,
    ranked = true,
  ) => ({
    collectorId,
    ranked,
    finishPurposeRate,
    receivedAmount,
    settleTaskRate: null,
  });
  it('is dense, ties share a place, and the unranked have none', () => {
    const ranks = rank([
      seat(1, 0.5, 10),
      seat(2, 0.9),
      seat(3, 0.5, 10),
      seat(4, 0.1),
      seat(5, 2, 0, false),
      seat(6, null),
    ]);
    expect(Object.fromEntries(ranks)).toEqual({ 1: 2, 2: 1, 3: 2, 4: 3, 5: null, 6: 4 });
  });
  it('looks at the amount when the rates are equal', () => {
    expect(Object.fromEntries(rank([seat(1, 0.5, 10), seat(2, 0.5, 20)]))).toEqual({ 1: 2, 2: 1 });
  });
});

describe('the target', () => {
  const indicator = (more: Partial<Indicator>): Indicator => ({
    institutionId: null,
    queueId: null,
    method: 'RATE_AMOUNT',
    target: 0.1,
    buckets: null,
    version: 1,
    ...more,
  });
  const seat = { institutionId: 1, queueId: 2 };
  const base = [3, 8, 15, 31, 60].map((daysPastDue) => ({ amount: 200, daysPastDue }));
  it('is that of the most specific indicator', () => {
    const all = [
      indicator({ version: 1 }),
      indicator({ institutionId: 1, version: 2, target: 0.2 }),
      indicator({ queueId: 2, version: 3, target: 0.3 }),
      indicator({ queueId: 2, institutionId: 1, version: 4, target: 0.4 }),
      indicator({ queueId: 9, institutionId: 1, version: 5, target: 0.9 }),
    ];
    const chosen = (among: Indicator[]) => {
      const target = targetBy(among, seat);
      return { target: targetOf(target, base), unit: target.unit, version: target.version };
    };
    expect(chosen(all)).toEqual({ target: 400, unit: 'centavos', version: 4 });
    expect(chosen(all.slice(0, 2))).toEqual({ target: 200, unit: 'centavos', version: 2 });
    expect(chosen([])).toEqual({ target: 0, unit: 'centavos', version: null });
  });
  const by = (more: Partial<Indicator>) => targetBy([indicator(more)], seat);
  const buckets = JSON.stringify([
    { minDpd: 31, rate: 0.1 },
    { minDpd: 1, rate: 0.5 },
  ]);
  it('takes each bucket of days past due at its own rate with BUCKETED', () => {
    const target = by({ method: 'BUCKETED', buckets });
    expect(targetOf(target, base)).toBe(340);
    expect(shareOf(target, { amount: 200, daysPastDue: 0 })).toBe(0);
  });
  it('counts cases with RATE_CASES, of which it asks for whole ones, and is fixed with FIXED_AMOUNT', () => {
    const cases = by({ method: 'RATE_CASES', target: 0.25 });
    expect([targetOf(cases, base), cases.unit]).toEqual([2, 'cases']);
    expect(targetOf(by({ method: 'FIXED_AMOUNT', target: 77 }), base)).toBe(77);
  });
  it('adds up to the centavo, however the cases come and go', () => {
    const amounts = Array.from({ length: 997 }, (_, at) => 33_333 + 7 * at);
    const rate = by({ target: 0.037 });
    const sum = amounts.reduce((total, amount) => total + amount, 0);
    const asks = (of: number[]) =>
      targetOf(
        rate,
        of.map((amount) => ({ amount, daysPastDue: 1 })),
      );
    expect(asks(amounts)).toBe(Math.round((37 * sum) / 1000));
    const shares = amounts.map((amount) => shareOf(rate, { amount, daysPastDue: 1 }));
    expect(shares.reduce((total, share) => total + share, 0)).toBe(37 * sum);
  });
});
