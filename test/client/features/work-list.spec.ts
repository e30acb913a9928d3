import { describe, expect, it } from '@jest/globals';
import { listCall } from '../../../client/features/cases/cases-api.js';
import type { Language } from '../../../contract/codes.js';
import { countdown, untilNext } from '../../../client/features/cases/list/lane-time.js';
import {
  hasFilter,
  readCaseListQuery,
  searchOfView,
  turnTo,
  defaultSort,
  viewLinked,
  viewQueryOf,
  withoutFilters,
} from '../../../client/features/cases/list/case-list-query.js';
import { nextPreset } from '../../../client/features/cases/result-form/case-times.js';
import type { SavedView } from '../../../contract/preferences.js';
import { changedColumns, choicesOf } from '../../../client/ui/data-grid/column-state.js';
import { mergeRows } from '../../../client/ui/data-grid/merge-rows.js';

const search = (text: string) => new URLSearchParams(text);

describe('the way through pages', () => {
  const at = (page: number) => ({ page, size: 15 });
  const answer = { next: 'due_date~2026-10-01~7', previous: 'due_date~2026-09-01~3' };

  it('goes on from the rows on screen, and counts only for a jump', () => {
    expect(turnTo(4, at(3), answer)).toEqual({ page: 4, after: answer.next });
    expect(turnTo(2, at(3), answer)).toEqual({ page: 2, before: answer.previous });
    expect(turnTo(1, at(2), answer)).toEqual({ page: 1 });
    expect(turnTo(9, at(3), answer)).toEqual({ page: 9 });
    expect(turnTo(4, at(3), { next: null, previous: null })).toEqual({ page: 4 });
    expect(turnTo(4, at(3), undefined)).toEqual({ page: 4 });
  });

  it('goes beyond row 10,000 step by step, and jumps no further than that', () => {
    expect(turnTo(700, at(699), answer)).toEqual({ page: 700, after: answer.next });
    expect(turnTo(9_000, at(3), answer)).toEqual({ page: 666 });
  });
});

describe('rows of a page', () => {
  it('are as many as the address says, else as the reader has chosen, else fifteen', () => {
    expect(readCaseListQuery(search('')).size).toBe(15);
    expect(readCaseListQuery(search(''), 50).size).toBe(50);
    expect(readCaseListQuery(search('size=25'), 50).size).toBe(25);
    expect(readCaseListQuery(search('size=100000'), 50).size).toBe(200);
    for (const odd of ['size=-5', 'size=1.5', 'size=many'])
      expect(readCaseListQuery(search(odd), 50).size).toBe(50);
    expect(turnTo(9_000, { page: 3, size: 100 }, undefined)).toEqual({ page: 100 });
  });
});

describe('the call behind the list and its file', () => {
  it('is another one for long-aging cases, with the same question', () => {
    const params = { sort: 'amount', output: '1' } as const;
    expect(listCall(params)).toEqual({ path: 'task/listing', params });
    expect(listCall({ ...params, longAging: true })).toEqual({ path: 'task/LongAgingListing', params });
  });
});

describe('the usual order', () => {
  it("is by priority for a collector's own open cases, by days for everything else", () => {
    expect(defaultSort({}, 'member')).toBe('priority');
    expect(defaultSort({ status: 'C20' }, 'member')).toBe('priority');
    expect(defaultSort({ group: 'collected' }, 'member')).toBe('penaltyDay');
    expect(defaultSort({ status: 'C31' }, 'member')).toBe('penaltyDay');
    expect(defaultSort({ due: 'paidToday' }, 'member')).toBe('penaltyDay');
    for (const role of ['leader', 'supervisor', 'admin', undefined] as const)
      expect(defaultSort({}, role)).toBe('penaltyDay');
  });
});

describe('a view', () => {
  it('keeps how the list stands, and not whom somebody looked for', () => {
    const address = search(
      'group=promised&sort=amount&order=asc&borrowerName=Ana&borrowerPhone=55&loanId=9&page=4',
    );
    expect(viewQueryOf(address)).toEqual({ group: 'promised', sort: 'amount', order: 'asc' });
    expect(viewQueryOf(search('sort=password&due=never&appName= Sol '))).toEqual({ appName: 'Sol' });
  });

  it('has a link, and fills the list by it', () => {
    const view = { id: 7, query: { due: 'now', contactable: 'now', ownerId: 9 } } as const;
    const address = searchOfView(view);
    expect(address.get('view')).toBe('7');
    expect(viewQueryOf(address)).toEqual(view.query);
    const others = [{ ...view, id: 8 }, view] as unknown as SavedView[];
    expect(viewLinked(search('view=7'), others)).toBe(view);
    expect(viewLinked(search('view=7'), undefined)).toBeUndefined();
    expect(viewLinked(address, others)).toBeUndefined();
    expect(viewLinked(search('due=now'), others)).toBeUndefined();
  });

  it('is left with its filters, while the order stays', () => {
    const cleared = withoutFilters(
      search('view=7&due=now&loanId=9&sort=amount&page=3&after=due_date~2026-01-01~1'),
    );
    expect(cleared.toString()).toBe('sort=amount');
    expect([hasFilter(search('sort=amount')), hasFilter(search('loanId=9'))]).toEqual([false, true]);
  });

  it('asks for a page after a row, as the address says', () => {
    expect(readCaseListQuery(search('page=700&after=due_date~2026-01-01~5'))).toMatchObject({
      page: 700,
      after: 'due_date~2026-01-01~5',
    });
  });
});

describe('the lane', () => {
  const now = Date.parse('2026-11-21T18:00:00Z');
  const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString();

  it.each([
    [20 * 60, 'in', '20 min'],
    [299, 'in', '4:59'],
    [5, 'in', '0:05'],
    [0, 'now', ''],
    [-59, 'now', ''],
    [-60, 'since', '1 min'],
    [-3_600 * 3, 'since', '3 h'],
    [-86_400 * 2, 'since', '2 días'],
  ])('%i seconds from now reads %s %s', (seconds, key, time) => {
    expect(countdown(at(seconds), now, 'es')).toEqual({ key, time });
  });

  it("counts in the units of the reader's language", () => {
    const days = (language: Language) => countdown(at(-86_400 * 2), now, language).time;
    expect([days('cn'), days('en'), days('es')]).toEqual(['2天', '2 days', '2 días']);
    expect(countdown(at(20 * 60), now, 'cn').time).toBe('20分钟');
  });

  it('tells when the next falls due', () => {
    expect(untilNext([at(1_200), at(-5)], now)).toBe(1_200_000);
    expect(untilNext([at(0.4), at(900)], now)).toBe(400);
    expect(untilNext([at(-5)], now)).toBeNull();
    expect(untilNext([], now)).toBeNull();
  });
});

describe('the columns of a table', () => {
  const defined = ['why', 'loan', 'amount'];

  it('stand as the screen defines them, and what is new at the end', () => {
    expect(choicesOf(defined, undefined).map(({ colId }) => colId)).toEqual(defined);
    const known = [{ colId: 'amount', hide: true }, { colId: 'gone' }, { colId: 'why' }];
    expect(choicesOf(defined, known)).toEqual([
      { colId: 'amount', shown: false },
      { colId: 'why', shown: true },
      { colId: 'loan', shown: true },
    ]);
  });

  it('are hidden, shown and moved by a button, and keep their widths', () => {
    const states = [
      { colId: 'why', width: 150 },
      { colId: 'loan', width: 90, pinned: 'left' as const },
      { colId: 'amount' },
    ];
    expect(changedColumns(defined, states, 'loan', { by: -1 })).toEqual([
      { colId: 'loan', width: 90, pinned: 'left', hide: false },
      { colId: 'why', width: 150, hide: false },
      { colId: 'amount', hide: false },
    ]);
    expect(changedColumns(defined, states, 'why', { by: -1 }).map(({ colId }) => colId)).toEqual(defined);
    expect(changedColumns(defined, undefined, 'amount', { shown: false })[2]).toEqual({
      colId: 'amount',
      hide: true,
    });
    expect(changedColumns(defined, undefined, 'amount', { by: 5 }).map(({ colId }) => colId)).toEqual(
      defined,
    );
  });
});

describe('a newer answer to the same question', () => {
  const id = (row: { id: string; amount?: number }) => row.id;
  const rows = (...ids: string[]) => ids.map((each) => ({ id: each }));

  it('tells of what came, and moves nothing', () => {
    const merged = mergeRows(rows('a', 'b', 'c'), rows('n', 'm', 'a', 'b', 'c'), id);
    expect(merged.rows.map(id)).toEqual(['a', 'b', 'c']);
    expect([merged.came, merged.pending]).toEqual([2, 2]);
  });

  it('marks what was withdrawn or given away, in its place', () => {
    const merged = mergeRows(rows('a', 'b', 'c'), rows('a', 'c'), id);
    expect(merged.rows.map(id)).toEqual(['a', 'b', 'c']);
    expect([[...merged.gone], merged.came, merged.pending]).toEqual([['b'], 0, 1]);
  });

  it('writes what was paid into its row, whose new place waits', () => {
    const paid = mergeRows(
      [{ id: 'a', amount: 5 }, { id: 'b', amount: 9 }],
      [{ id: 'b', amount: 9 }, { id: 'a', amount: 1 }],
      id,
    ); // prettier-ignore
    expect(paid.rows).toEqual([{ id: 'a', amount: 1 }, { id: 'b', amount: 9 }]); // prettier-ignore
    expect([paid.came, paid.pending]).toEqual([0, 1]);
  });
});

describe('the key of the follow-up', () => {
  it('goes through the presets that are ahead, and then to none', () => {
    const now = new Date('2026-11-20T10:00');
    const first = nextPreset(null, now);
    const second = nextPreset(first, now);
    const third = nextPreset(second, now);
    expect(new Set([first, second, third]).size).toBe(3);
    expect(nextPreset(third, now)).toBeNull();
    expect(nextPreset(null, new Date('2026-11-20T17:00'))).toBe(second);
    expect(nextPreset('2026-01-01T00:00:00.000Z', now)).toBe(first);
  });
});
