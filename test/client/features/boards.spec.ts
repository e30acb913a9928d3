import { describe, expect, it } from '@jest/globals';
import type { BoardRow, BoardSeats, BoardSummary } from '../../../contract/boards.js';
import { readAddress, writeAddress } from '../../../client/features/boards/board-address.js';
import {
  isNextDay,
  withAnswer,
  withPresence,
  withRows,
  withTotals,
} from '../../../client/features/boards/board-patch.js';
import { shownHours } from '../../../client/features/boards/chart-option.js';
import { freshnessOf } from '../../../client/features/boards/freshness.js';
import { dayShare } from '../../../contract/shared/working-day.js';
import { ranksOf, seatRows, sortSeats } from '../../../client/features/boards/seat-rows.js';
import { wallZoom } from '../../../client/features/boards/use-wall-zoom.js';

const now = new Date('2026-11-21T18:00:00Z');
const none = new URLSearchParams();

const seat = (collectorId: number, change: Partial<BoardRow> = {}) =>
  ({
    collectorId,
    day: '2026-11-21',
    version: 1,
    ranking: collectorId,
    queueId: 1,
    name: `n${collectorId}`,
    ...change,
  }) as BoardRow;
const seats = (...rows: BoardRow[]): BoardSeats => ({
  groupId: 1,
  day: '2026-11-21',
  asOf: '',
  rows,
  online: [1],
});

describe('the wall', () => {
  it('draws its seats as large as all of them fit, and not smaller than can be read', () => {
    const place = { width: 921, height: 560 };
    expect(wallZoom(place, 10) * (44 + 10 * 34)).toBeLessThanOrEqual(place.height + 4);
    expect(wallZoom(place, 10)).toBeGreaterThan(1.4);
    expect(wallZoom({ width: 524, height: 2_000 }, 3)).toBe(1);
    expect([wallZoom(place, 200), wallZoom({ width: 3_800, height: 1_900 }, 4)]).toEqual([0.85, 2]);
  });
});

describe("the board's address", () => {
  it('is the live board when everything is open, or the day is today', () => {
    expect(readAddress({}, none, now)).toMatchObject({ date: undefined, queueId: undefined, wall: false });
    expect(readAddress({ date: '2026-11-21', queue: 'all' }, none, now).date).toBeUndefined();
    expect(readAddress({ date: 'yesterday' }, none, now).date).toBeUndefined();
  });

  it('names a day that is over, a queue, and what no board can be narrowed by', () => {
    const params = { date: '2026-11-20', device: 'ios', product: 'all', queue: '3', institution: 'all' };
    expect(readAddress(params, new URLSearchParams('groupId=2&wall=1'), now)).toEqual({
      date: '2026-11-20',
      queueId: 3,
      unused: ['device'],
      groupId: 2,
      wall: true,
    });
  });

  it('is written as short as it can be', () => {
    expect(writeAddress({}, none, { date: '2026-11-20' })).toBe('/dashboardInfo/2026-11-20/all/all/all/all');
    expect(writeAddress({ date: '2026-11-20' }, none, { date: undefined })).toBe('/dashboard');
    expect(writeAddress({}, none, { groupId: 4, wall: true })).toBe('/dashboard?groupId=4&wall=1');
    expect(writeAddress({}, new URLSearchParams('groupId=4&wall=1'), { wall: false })).toBe(
      '/dashboard?groupId=4',
    );
  });
});

describe('what is pushed to a board', () => {
  it('replaces a row by a newer one only, and brings new seats', () => {
    const shown = seats(seat(1, { version: 5 }), seat(2));
    expect(withRows(shown, [seat(1, { version: 5, ranking: 9 })])).toBe(shown);
    const after = withRows(shown, [seat(1, { version: 6, ranking: 9 }), seat(3)]);
    expect(after.rows.map(({ collectorId, ranking }) => [collectorId, ranking])).toEqual([[1, 9], [2, 2], [3, 3]]); // prettier-ignore
    expect(after.rows[1]).toBe(shown.rows[1]);
  });

  it('stays out of another day and another queue', () => {
    const shown = seats(seat(1));
    const other = [seat(1, { version: 2, day: '2026-11-22' }), seat(4, { queueId: 2 })];
    expect(withRows(shown, other, 1)).toBe(shown);
    expect(isNextDay('2026-11-21', { rows: other } as never)).toBe(true);
    expect(isNextDay('2026-11-22', { rows: other } as never)).toBe(false);
  });

  it('survives an answer that was asked for before it', () => {
    const shown = seats(seat(1, { version: 8 }), seat(2));
    const answer = seats(seat(1, { version: 7 }), seat(2, { version: 2 }));
    expect(withAnswer(shown, answer).rows.map(({ version }) => version)).toEqual([8, 2]);
    expect(withAnswer(shown, { ...answer, day: '2026-11-22' }).rows).toBe(answer.rows);
  });

  it('says who came and who went', () => {
    expect(withPresence(seats(), { collectorId: 2, online: true }).online).toEqual([1, 2]);
    expect(withPresence(seats(), { collectorId: 1, online: true }).online).toEqual([1]);
    expect(withPresence(seats(), { collectorId: 1, online: false }).online).toEqual([]);
  });

  it('changes totals unless the answer on screen is newer', () => {
    const summary = { asOf: '2026-11-21T18:00:00Z', receivedByHour: [1] } as BoardSummary;
    const pushed = { rows: [], totals: {}, receivedByHour: [2] } as never;
    expect(withTotals(summary, pushed, Date.parse('2026-11-21T18:00:01Z')).receivedByHour).toEqual([2]);
    expect(withTotals(summary, pushed, Date.parse('2026-11-21T17:59:59Z'))).toBe(summary);
  });
});

describe('the seats', () => {
  const opened = ranksOf([seat(1), seat(2), seat(3, { ranking: null })]);

  it('show their movement since the board was opened, and who is here', () => {
    const rows = seatRows(
      seats(seat(1, { ranking: 3 }), seat(2, { ranking: 1 }), seat(3, { ranking: 2 })),
      opened,
      true,
    );
    expect(rows.map(({ moved, online }) => [moved, online])).toEqual([[-2, true], [1, false], [0, false]]); // prettier-ignore
    expect(seatRows(seats(seat(1)), opened, false)[0]?.online).toBeNull();
  });

  it('stay the same objects while nothing about them changes', () => {
    const shown = seats(seat(1), seat(2));
    const [one, two] = seatRows(shown, opened, true);
    const [again, other] = seatRows({ ...shown, online: [1, 2] }, opened, true);
    expect(again).toBe(one);
    expect(other).not.toBe(two);
  });

  it('are sorted with the unranked last either way', () => {
    const rows = seatRows(seats(seat(3, { ranking: null }), seat(2), seat(1)), opened, true);
    const ids = (order: 'asc' | 'desc') =>
      sortSeats(rows, { column: 'ranking', order }).map((row) => row.collectorId);
    expect(ids('asc')).toEqual([1, 2, 3]);
    expect(ids('desc')).toEqual([2, 1, 3]);
  });
});

describe('time on the board', () => {
  it('turns amber after five seconds without connection and red after thirty', () => {
    expect([0, 4999, 5000, 29_999, 30_000].map(freshnessOf)).toEqual([
      'fresh',
      'fresh',
      'stale',
      'stale',
      'dead',
    ]);
  });

  it('paces the target over the working day of Mexico City', () => {
    expect(dayShare(new Date('2026-11-21T13:00:00Z'))).toBe(0);
    expect(dayShare(new Date('2026-11-21T20:00:00Z'))).toBe(0.5);
    expect(dayShare(new Date('2026-11-22T04:00:00Z'))).toBe(1);
  });

  it('shows the working hours, and any other hour that had money', () => {
    const hours = (change: Record<number, number>) =>
      Array.from({ length: 24 }, (_, hour) => change[hour] ?? 0);
    const shown = (today: number[], before: number[]) => {
      const all = shownHours({ receivedByHour: today, receivedByHourBefore: before } as BoardSummary);
      return [all[0], all.at(-1)];
    };
    expect(shown(hours({}), hours({}))).toEqual([8, 20]);
    expect(shown(hours({ 6: 1 }), hours({ 23: 1 }))).toEqual([6, 23]);
  });
});
