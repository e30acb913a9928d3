import { describe, expect, it } from '@jest/globals';
import type { SeatFigures } from '../../../contract/team/board-frame.js';
import type { BoardRow, BoardSeats, BoardSummary } from '../../../contract/team/boards.js';
import type { PresenceNow } from '../../../contract/team/presence.js';
import { readAddress, writeAddress } from '../../../client/features/boards/board-address.js';
import {
  isNextDay,
  withAnswer,
  withKept,
  withPresence,
  withSeats,
  withTotals,
} from '../../../client/features/boards/board-patch.js';
import { shownHours } from '../../../client/features/boards/chart-option.js';
import { freshnessOf } from '../../../client/features/boards/freshness.js';
import { dayShare } from '../../../contract/shared/working-day.js';
import { seatRows, sortSeats, statesOf } from '../../../client/features/boards/seat-rows.js';
import { inGrids, wallPlan } from '../../../client/features/boards/use-wall-plan.js';
import { minuteOf, minuteText } from '../../../client/features/boards/bar/minutes.js';

const now = new Date('2026-11-21T18:00:00Z');
const none = new URLSearchParams();

const seat = (collectorId: number, change: Partial<BoardRow> = {}) =>
  ({
    collectorId,
    day: '2026-11-21',
    version: 1,
    ranking: collectorId,
    rankedCount: 2,
    ranked: true,
    taskCount: 10,
    settleTaskCount: 0,
    settleTaskRate: 0,
    actualReceivedAmount: 0,
    purpose: 1_000,
    targetUnit: 'centavos',
    finishPurposeRate: (10 - collectorId) / 10,
    queueId: 1,
    queueName: 'Early',
    name: `n${collectorId}`,
    ...change,
  }) as BoardRow;
const on = (collectorId: number, state: PresenceNow['state'] = 'ON', minute = '00'): PresenceNow => ({
  collectorId,
  state,
  since: `2026-11-21T18:${minute}:00.000Z`,
});
const seats = (...rows: BoardRow[]): BoardSeats => ({
  groupId: 1,
  day: '2026-11-21',
  asOf: '',
  rows,
  presence: [on(1)],
  kept: [],
  ranksBefore: { day: '2026-11-20', ranks: [] },
  cut: null,
});

describe('the wall', () => {
  it('draws its seats in as many grids, and as large, as all of them fit', () => {
    const place = { width: 921, height: 560 };
    expect(wallPlan(place, 10)).toEqual({ grids: 1, zoom: 1.45 });
    expect(wallPlan({ width: 532, height: 2_000 }, 3)).toEqual({ grids: 1, zoom: 1 });
    expect(wallPlan({ width: 3_800, height: 1_900 }, 4).zoom).toBe(2);
    // The queue's column takes room, where there is one.
    expect(wallPlan(place, 4, true).zoom).toBeLessThan(wallPlan(place, 4).zoom);
    // 1600x900, 1920x1080 and 4K, without what stands above the seats.
    for (const [width, height] of [
      [1_550, 590],
      [1_870, 750],
      [3_790, 1_780],
    ] as const)
      // prettier-ignore
      for (let seats = 10; seats <= 40; seats++) {
        const { grids, zoom } = wallPlan({ width, height }, seats);
        expect(zoom).toBeGreaterThanOrEqual(0.9);
        expect(zoom * (44 + Math.ceil(seats / grids) * 34)).toBeLessThanOrEqual(height);
        expect(zoom * grids * 532).toBeLessThanOrEqual(width);
      }
  });

  it('fills its grids from the first one down', () => {
    expect(inGrids([1, 2, 3, 4, 5], 2)).toEqual([[1, 2, 3], [4, 5]]); // prettier-ignore
    expect(inGrids([], 3)).toEqual([[]]);
    // Six in four grids are two in each: the fourth would be empty.
    expect(inGrids([1, 2, 3, 4, 5, 6], 4)).toHaveLength(3);
  });
});

describe("the board's address", () => {
  it('is the live board when everything is open, or the day is today', () => {
    expect(readAddress({}, none, now)).toMatchObject({ date: undefined, queueId: undefined, wall: false });
    expect(readAddress({ date: '2026-11-21', queue: 'all' }, none, now).date).toBeUndefined();
    expect(readAddress({ date: 'yesterday' }, none, now).date).toBeUndefined();
  });

  it('names a day that is over, what the board is narrowed to, and a minute', () => {
    const params = { date: '2026-11-20', device: 'ios', product: 'Plus 30', queue: '3', institution: '8' };
    expect(readAddress(params, new URLSearchParams('groupId=2&wall=1&at=11:05'), now)).toEqual({
      date: '2026-11-20',
      at: '11:05',
      device: 'ios',
      product: 'Plus 30',
      queueId: 3,
      institutionId: 8,
      groupId: 2,
      wall: true,
    });
    expect(readAddress({ device: 'nokia' }, none, now).device).toBeUndefined();
  });

  it('is written as short as it can be', () => {
    expect(writeAddress({}, none, { date: '2026-11-20' })).toBe('/dashboardInfo/2026-11-20/all/all/all/all');
    expect(writeAddress({ date: '2026-11-20' }, none, { date: undefined })).toBe('/dashboard');
    expect(writeAddress({}, none, { groupId: 4, wall: true })).toBe('/dashboard?groupId=4&wall=1');
    expect(writeAddress({}, none, { product: 'Plus 30', at: '11:05' })).toBe(
      '/dashboardInfo/all/all/Plus%2030/all/all?at=11%3A05',
    );
    const institution = { institution: 8, groupId: undefined };
    expect(writeAddress({}, new URLSearchParams('groupId=4'), institution)).toBe(
      '/dashboardInfo/all/all/all/all/8',
    );
    expect(writeAddress({}, new URLSearchParams('groupId=4&wall=1'), { wall: false })).toBe(
      '/dashboard?groupId=4',
    );
  });
});

describe('what is pushed to a board', () => {
  const pushed = (rows: BoardRow[], figures: SeatFigures[] = [], day = '2026-11-21') =>
    ({ day, rows, figures }) as never;

  it('replaces a row by a newer one only, and brings new seats', () => {
    const shown = seats(seat(1, { version: 5 }), seat(2));
    expect(withSeats(shown, pushed([seat(1, { version: 5, name: 'old' })]))).toBe(shown);
    const after = withSeats(shown, pushed([seat(1, { version: 6, name: 'new' }), seat(3)]));
    expect(after.rows.map(({ name, ranking }) => [name, ranking])).toEqual([['new', 1], ['n2', 2], ['n3', 3]]); // prettier-ignore
    expect(after.rows.every(({ rankedCount }) => rankedCount === 3)).toBe(true);
  });

  it('takes figures alone, with the rates and everybody’s ranks that follow from them', () => {
    const shown = seats(seat(1), seat(2), seat(3));
    const after = withSeats(shown, pushed([], [[2, 7, 20, 5, 4_000, 2_000, 3, 1], [9, 7, 1, 1, 1, 1, 1, 1]])); // prettier-ignore
    expect(after.rows.map(({ ranking }) => ranking)).toEqual([2, 1, 3]);
    expect(after.rows[1]).toMatchObject({ version: 7, settleTaskRate: 0.25, actualReceivedRate: 0.5 });
    expect(after.rows[1]).toMatchObject({ finishPurposeRate: 2, handledCount: 3, paymentCount: 1 });
    expect(withSeats(after, pushed([], [[2, 6, 0, 0, 0, 0, 0, 0]]))).toBe(after);
    const byCases = seats(seat(1, { targetUnit: 'cases', purpose: 10 }));
    expect(withSeats(byCases, pushed([], [[1, 2, 20, 5, 0, 9, 0, 0]])).rows[0]!.finishPurposeRate).toBe(0.5);
  });

  it('stays out of another day and another queue', () => {
    const shown = seats(seat(1));
    const other = pushed([seat(1, { version: 2, day: '2026-11-22' })], [], '2026-11-22');
    expect(withSeats(shown, other)).toBe(shown);
    expect(withSeats(shown, pushed([seat(4, { queueId: 2 })]), 1)).toBe(shown);
    expect(isNextDay('2026-11-21', other)).toBe(true);
    expect(isNextDay('2026-11-22', other)).toBe(false);
  });

  it('survives an answer that was asked for before it', () => {
    const shown = seats(seat(1, { version: 8 }), seat(2));
    const answer = seats(seat(1, { version: 7 }), seat(2, { version: 2 }));
    expect(withAnswer(shown, answer).rows.map(({ version }) => version)).toEqual([8, 2]);
    expect(withAnswer(shown, { ...answer, day: '2026-11-22' }).rows).toBe(answer.rows);
  });

  it('says what became of promises, of the collectors that it names', () => {
    const kept = [{ collectorId: 1, kept: 1, judged: 2 }];
    const before = { ...seats(), kept: [...kept, { collectorId: 2, kept: 0, judged: 1 }] };
    const after = withKept(before, { kept: [{ collectorId: 2, kept: 1, judged: 1 }] });
    expect(after.kept).toEqual([...kept, { collectorId: 2, kept: 1, judged: 1 }]);
    expect(seatRows({ ...after, rows: [seat(1), seat(3)] }, true).map(({ keptRate }) => keptRate)).toEqual([0.5, null]); // prettier-ignore
  });

  it('says what each does now, whichever message came first', () => {
    expect(withPresence(seats(), on(2, 'CALL')).presence).toEqual([on(1), on(2, 'CALL')]);
    expect(withPresence(seats(), on(1, 'AWAY', '01')).presence).toEqual([on(1, 'AWAY', '01')]);
    const late = withPresence(seats(), on(1, 'CALL', '05'));
    expect(withPresence(late, on(1, 'IDLE', '04')).presence).toEqual(late.presence);
    expect(withAnswer(late, seats()).presence).toEqual(late.presence);
  });

  it('changes totals unless the answer on screen is newer', () => {
    const summary = { asOf: '2026-11-21T18:00:00Z', receivedByHour: [1] } as BoardSummary;
    const pushed = { rows: [], totals: {}, receivedByHour: [2] } as never;
    expect(withTotals(summary, pushed, Date.parse('2026-11-21T18:00:01Z')).receivedByHour).toEqual([2]);
    expect(withTotals(summary, pushed, Date.parse('2026-11-21T17:59:59Z'))).toBe(summary);
  });
});

describe('the seats', () => {
  it('show their movement since the working day before within the same queue, and who is here', () => {
    const ranks = [1, 2, 4].map((id) => ({ collectorId: id, queueId: 1, ranking: id }));
    const shown = {
      ...seats(
        seat(1, { ranking: 3 }),
        seat(2, { ranking: 1 }),
        seat(3, { ranking: 2 }),
        seat(4, { queueId: 2, ranking: 1 }),
      ),
      ranksBefore: { day: '2026-11-20', ranks },
    };
    const rows = seatRows(shown, true);
    expect(rows.map(({ moved }) => moved)).toEqual([-2, 1, 0, 0]);
    expect(rows.map(({ presence }) => presence)).toEqual(['ON', 'AWAY', 'AWAY', 'AWAY']);
    expect(seatRows(seats(seat(1)), false)[0]?.presence).toBeNull();
    expect(statesOf(seats(seat(1), seat(2)))).toEqual(['ON', 'AWAY']);
  });

  it('stay the same objects while nothing about them changes', () => {
    const shown = seats(seat(1), seat(2));
    const [one, two] = seatRows(shown, true);
    const [again, other] = seatRows({ ...shown, presence: [on(1), on(2)] }, true);
    expect(again).toBe(one);
    expect(other).not.toBe(two);
  });

  it('are sorted with the unranked last either way', () => {
    const rows = seatRows(seats(seat(3, { ranking: null }), seat(2), seat(1)), true);
    const ids = (order: 'asc' | 'desc') =>
      sortSeats(rows, { column: 'ranking', order }).map((row) => row.collectorId);
    expect(ids('asc')).toEqual([1, 2, 3]);
    expect(ids('desc')).toEqual([2, 1, 3]);
  });

  it('stand queue by queue when they are sorted by rank, and across queues by any other figure', () => {
    const late = { queueId: 2, queueName: 'Late 10' };
    const rows = seatRows(
      seats(
        seat(1, { ...late, ranking: 2, taskCount: 40 }),
        seat(2, { ...late, ranking: 1, taskCount: 30 }),
        seat(3, { queueId: 3, queueName: 'Late 9', ranking: 1, taskCount: 20 }),
        seat(4, { queueId: 3, queueName: 'Late 9', ranking: null, taskCount: 10 }),
      ),
      true,
    );
    const ids = (column: string, order: 'asc' | 'desc') =>
      sortSeats(rows, { column, order }).map((row) => row.collectorId);
    expect(ids('ranking', 'asc')).toEqual([3, 4, 2, 1]);
    expect(ids('ranking', 'desc')).toEqual([3, 4, 1, 2]);
    expect(ids('taskCount', 'desc')).toEqual([1, 2, 3, 4]);
  });
});

describe('time on the board', () => {
  it('counts the minutes of a day', () => {
    expect([minuteText(0), minuteText(665), minuteText(1_439)]).toEqual(['00:00', '11:05', '23:59']);
    expect(['11:05', '24:00', '7:30', 'noon'].map(minuteOf)).toEqual([665, null, null, null]);
  });

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
