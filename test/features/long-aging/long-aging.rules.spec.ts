import { describe, expect, it } from '@jest/globals';
import {
  firstFollowUp,
  planMerge,
  type AgingCase,
} from '../../../server/domain/long-aging/long-aging.rules.js';

const DAY = '2026-03-31';
let next = 1;
function aging(more: Partial<AgingCase> = {}): AgingCase {
  const id = next++;
  return {
    id,
    borrowerId: 1,
    loanItemId: 100 + id,
    status: 'C00',
    ownerId: null,
    groupId: null,
    queueId: 1,
    institutionPath: '/1/',
    kind: 'STANDARD',
    amountDue: 1_000,
    movedAt: null,
    promiseId: null,
    promiseBrokenAt: null,
    version: 1,
    dueDate: '2026-03-20',
    accruedOn: DAY,
    agesFrom: 31,
    nextFollowUpAt: null,
    ...more,
  };
}
const late = (more: Partial<AgingCase> = {}) => aging({ dueDate: '2026-02-28', ...more });

describe('what a night gathers', () => {
  it.each([
    ['2026-02-28', 31, true],
    ['2026-03-01', 31, false],
    ['2026-03-01', 30, true],
    ['2026-01-01', null, false],
  ])('a case due on %s whose queue says %s turns: %s', (dueDate, agesFrom, turns) => {
    expect(planMerge([aging({ dueDate, agesFrom })], DAY)?.turns ?? false).toBe(turns);
  });

  it('takes the borrower’s other overdue cases along, and leaves what is not due, not its own day, or never ages', () => {
    const cases = [
      late(),
      aging(),
      aging({ dueDate: DAY }),
      aging({ accruedOn: '2026-03-30' }),
      aging({ agesFrom: null }),
    ];
    expect(planMerge(cases, DAY)).toEqual({
      lead: cases[0],
      turns: true,
      joining: [cases[1]],
      carried: null,
    });
  });

  it('lets a promised case lead, then one with a collector, then the oldest', () => {
    const oldest = late();
    const owned = aging({ ownerId: 7 });
    const promised = aging({ promiseId: 5 });
    expect(planMerge([oldest, owned, promised], DAY)?.lead).toBe(promised);
    expect(planMerge([owned, oldest], DAY)?.lead).toBe(owned);
    expect(planMerge([aging(), oldest], DAY)?.lead).toBe(oldest);
  });

  it('joins the long-aging case that is there, which takes over a promise when it has none', () => {
    const known = aging({ kind: 'LONG_AGING' });
    const promised = aging({ promiseId: 5 });
    expect(planMerge([known, promised], DAY)).toEqual({
      lead: known,
      turns: false,
      joining: [promised],
      carried: promised,
    });
    expect(planMerge([{ ...known, promiseId: 6 }, promised], DAY)?.carried).toBeNull();
    expect(planMerge([known], DAY)).toBeNull();
  });

  it('waits while the long-aging case is withdrawn', () => {
    expect(planMerge([aging({ kind: 'LONG_AGING', status: 'C40' }), late()], DAY)).toBeNull();
  });

  it('keeps the first follow-up', () => {
    const [first, second] = [new Date(1_000), new Date(2_000)];
    const gathering = planMerge([late({ nextFollowUpAt: second }), aging({ nextFollowUpAt: first })], DAY)!;
    expect(firstFollowUp(gathering)).toBe(first);
    expect(firstFollowUp({ ...gathering, joining: [] })).toBe(second);
    expect(firstFollowUp(planMerge([late()], DAY)!)).toBeNull();
  });
});
