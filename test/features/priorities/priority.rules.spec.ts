import { describe, expect, it } from '@jest/globals';
import { DEFAULT_WEIGHTS, REASON_CODES, Weights } from '../../../contract/cases/priorities.js';
import { priorityOf, REACHED, type PriorityFacts } from '../../../contract/cases/priority-score.js';
import { PRIORITY_COLUMNS, scoreExpression } from '../../../server/domain/priorities/priority.rules.js';

const now = new Date('2026-11-21T18:00:00Z');
const moment = { now, today: '2026-11-21' };
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

/** Nothing speaks for or against it: worked a day ago, due today, nothing due. */
const quiet: PriorityFacts = {
  nextFollowUpAt: null,
  promiseDue: null,
  promiseBrokenAt: null,
  amount: 0,
  penaltyDate: '2026-11-21',
  lastCallTime: ago(4),
  lastCallResult: 'RETRY',
  holdUntil: null,
};
const SILENCE = 3;
const of = (facts: Partial<PriorityFacts>, weights = DEFAULT_WEIGHTS) =>
  priorityOf({ ...quiet, ...facts }, weights, moment);

describe('the priority of a case', () => {
  it.each<[string, Partial<PriorityFacts>, number, string[]]>([
    ['nothing to say', {}, 0, []],
    ['a promise due today', { promiseDue: '2026-11-21' }, 450, ['promiseToday']],
    ['a promise of yesterday in its grace', { promiseDue: '2026-11-20' }, 450, ['promiseToday']],
    ['a promise of tomorrow', { promiseDue: '2026-11-22' }, -250, ['promised']],
    ['a follow-up that is due', { nextFollowUpAt: now }, 400, ['followUpDue']],
    ['a follow-up later today', { nextFollowUpAt: ago(-1) }, 0, []],
    ['a broken promise', { promiseBrokenAt: ago(2) }, 350, ['brokenPromise']],
    ['a broken promise that was spoken about', { promiseBrokenAt: ago(21) }, 0, []],
    ['a broken promise of whom nobody called', { promiseBrokenAt: ago(21), lastCallTime: null }, 500, ['brokenPromise', 'neverTouched']],
    ['half of the full amount', { amount: 500_000 }, 100, ['highAmount']],
    ['less than half of it', { amount: 499_999 }, 99, []],
    ['more than the full amount', { amount: 90_000_000 }, 200, ['highAmount']],
    ['half of the full days', { penaltyDate: '2026-11-06' }, 50, ['manyDays']],
    ['a year of days', { penaltyDate: '2025-11-21' }, 100, ['manyDays']],
    ['due tomorrow', { penaltyDate: '2026-11-22' }, 0, []],
    ['never touched', { lastCallTime: null }, 150, ['neverTouched']],
    ['four days of silence', { lastCallTime: ago(4 * 24) }, 85, ['untouched']],
    ['two days of silence, but for an hour', { lastCallTime: ago(47) }, 41, []],
    ['touched an hour ago', { lastCallTime: ago(1) }, -300, ['justTouched']],
    ['touched four hours ago', { lastCallTime: ago(4) }, SILENCE, []],
    ['touched by a clock that is ahead', { lastCallTime: ago(-1) }, -300, ['justTouched']],
    ['somebody reached', { lastCallResult: 'WTP' }, 60, ['contactable']],
    ['a wrong number', { lastCallResult: 'NORLVT' }, 0, []],
    ['a hold', { holdUntil: ago(-5) }, -600, ['onHold']],
    ['a hold that is over', { holdUntil: ago(1) }, 0, []],
  ])('with %s', (_, facts, score, codes) => {
    const priority = of(facts);
    expect({ score: priority.score, codes: priority.reasons.map(({ code }) => code) }).toEqual({ score: score + ('lastCallTime' in facts ? 0 : SILENCE), codes });
  }); // prettier-ignore

  it('gives the strongest reason first, with what its words count', () => {
    const { reasons } = of({ promiseDue: '2026-11-21', amount: 900_000, lastCallTime: ago(5 * 24) });
    expect(reasons).toEqual([
      { code: 'promiseToday', params: {} },
      { code: 'highAmount', params: { amount: 900_000 } },
      { code: 'untouched', params: { days: 5 } },
    ]);
  });

  it('is the same for the same facts and weights, and whole', () => {
    const facts = { amount: 333_333, penaltyDate: '2026-11-10', lastCallTime: ago(77) };
    expect(of(facts)).toEqual(of(facts));
    expect(Number.isInteger(of(facts).score)).toBe(true);
  });

  it('follows the weights, and names nothing that weighs nothing', () => {
    const weights = { ...DEFAULT_WEIGHTS, promiseToday: 0, brokenPromise: 999 };
    const { score, reasons } = of({ promiseDue: '2026-11-21', promiseBrokenAt: ago(1) }, weights);
    expect(score).toBe(999 + SILENCE);
    expect(reasons.map(({ code }) => code)).toEqual(['brokenPromise']);
  });

  it('knows every reason it may give', () => {
    const codes = new Set<string>(REASON_CODES);
    const all = of({
      promiseDue: '2026-11-21', nextFollowUpAt: now, promiseBrokenAt: now, amount: 1e9, penaltyDate: '2020-01-01',
      lastCallTime: ago(1), lastCallResult: 'PTP', holdUntil: ago(-1),
    }).reasons; // prettier-ignore
    expect(all.length).toBe(8);
    expect(all.filter(({ code }) => !codes.has(code))).toEqual([]);
    expect(REACHED).toContain('PTP');
    expect(REACHED).not.toContain('RETRY');
  });
});

type Same<One, Other> = [One, Other] extends [Other, One] ? true : false;

describe('what a borrower is', () => {
  const allowed = [
    'nextFollowUpAt', 'promiseDue', 'promiseBrokenAt', 'amount', 'penaltyDate', 'lastCallTime', 'lastCallResult', 'holdUntil',
  ] as const; // prettier-ignore

  it('is no fact of the order: no sex, marital status, education, age or address', () => {
    // The compiler refuses `true` where the two differ.
    const facts: Same<keyof PriorityFacts, (typeof allowed)[number]> = true;
    const columns: Same<keyof typeof PRIORITY_COLUMNS, keyof PriorityFacts> = true;
    expect([facts, columns]).toEqual([true, true]);
    expect(Object.keys(PRIORITY_COLUMNS).sort()).toEqual([...allowed].sort());
  });

  it('is not in the SQL either', () => {
    const { text } = scoreExpression(DEFAULT_WEIGHTS, moment);
    const columns = new Set([...text.matchAll(/\b[a-z]\w*\.(\w+)/g)].map(([, column]) => column));
    expect([...columns].sort()).toEqual(Object.values(PRIORITY_COLUMNS).sort());
    expect(text).not.toMatch(/select|join/i);
  });
});

describe('weights', () => {
  it('are whole points within bounds', () => {
    expect(Weights.safeParse(DEFAULT_WEIGHTS).success).toBe(true);
    for (const change of [
      { amount: -1 },
      { amount: 1_001 },
      { fullAmount: 0 },
      { fullDays: 0 },
      { restHours: 1.5 },
    ])
      expect(Weights.safeParse({ ...DEFAULT_WEIGHTS, ...change }).success).toBe(false);
  });
});
