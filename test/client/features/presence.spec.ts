import { describe, expect, it } from '@jest/globals';
import type { PresenceTimeline } from '../../../contract/team/presence.js';
import type { KnownCall } from '../../../client/features/calls/calls-slice.js';
import { phoneOf } from '../../../client/features/calls/phone-state.js';
import { dayLanes, lastHours, partBefore } from '../../../client/domain/presence/day-lanes.js';
import { readAddress, writeAddress } from '../../../client/features/presence/presence-address.js';
import { dayBeside } from '../../../client/lib/past-day.js';
import { newestOf } from '../../../client/domain/presence/newest.js';

const NOW = Date.parse('2026-11-20T18:00:00Z');
const before = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();

describe('what the telephone says of its collector', () => {
  const call = (more: Partial<KnownCall> = {}) =>
    ({
      callId: 1,
      taskId: 7,
      direction: 'OUT',
      state: 'ENDED',
      callTime: before(120),
      answerTime: before(110),
      endTime: before(60),
      ...more,
    }) as KnownCall;
  const none = new Map<number, number>();
  const live = (state: KnownCall['state'], direction: KnownCall['direction']) =>
    call({ state, direction, endTime: null, ...(state !== 'ANSWERED' && { answerTime: null }) });

  it.each([
    ['no call', [], none, 'FREE'],
    ['a number that rings', [live('RINGING', 'OUT')], none, 'CALL'],
    ['a conversation', [live('ANSWERED', 'IN')], none, 'CALL'],
    ['somebody who calls and is not answered yet', [live('RINGING', 'IN')], none, 'FREE'],
    ['a call that is over', [call()], none, 'WRAP_UP'],
    ['one that nobody answered', [call({ answerTime: null })], none, 'WRAP_UP'],
    ['one whose result was recorded', [call()], new Map([[7, NOW - 30_000]]), 'FREE'],
    ['one whose result was recorded while it lasted', [call()], new Map([[7, NOW - 90_000]]), 'FREE'],
    ['one with an older record of its case', [call()], new Map([[7, NOW - 600_000]]), 'WRAP_UP'],
    ['one that was over five minutes ago', [call({ endTime: before(301) })], none, 'FREE'],
    ['a stranger’s call', [call({ taskId: null })], none, 'FREE'],
    ['a missed call after one that is not recorded', [call({ callId: 2, direction: 'IN', answerTime: null }), call()], none, 'WRAP_UP'],
    ['the next call', [live('REQUESTED', 'OUT'), call()], none, 'CALL'],
  ] as const)('%s', (_, calls, recorded, phone) => {
    expect(phoneOf(calls, recorded, NOW)).toBe(phone);
  }); // prettier-ignore
});

describe('the newest of what is told', () => {
  const presence = (collectorId: number, since: string) => ({ collectorId, state: 'ON' as const, since });
  it('is kept for each person, in whatever order it comes', () => {
    const [early, late] = [presence(1, before(20)), presence(1, before(10))];
    expect(newestOf([early], [late])).toEqual([late]);
    expect(newestOf([late], [early, presence(2, before(5))])).toEqual([late, presence(2, before(5))]);
  });
});

describe('a drawn day', () => {
  const day = (more: Partial<PresenceTimeline> = {}): PresenceTimeline => ({
    collectorId: 1,
    name: 'Ana',
    groupId: 1,
    day: '2026-11-20',
    asOf: before(60),
    segments: [
      { state: 'ON', from: '2026-11-20T15:00:00.000Z', to: '2026-11-20T17:00:00.000Z' },
      { state: 'CALL', from: '2026-11-20T17:00:00.000Z', to: null },
    ],
    totals: { ON: 7_200, CALL: 3_540, WRAP_UP: 0, IDLE: 0, AWAY: 0 },
    ...more,
  });

  it('has a lane for each state over the working hours, and what lasts grows with the clock', () => {
    const { first, last, marks, lanes, now } = dayLanes(day(), NOW);
    expect([first, last, marks[0], marks.at(-1)]).toEqual([8, 20, { at: 0, label: '08' }, { at: 1, label: '20' }]); // prettier-ignore
    expect(lanes.map(({ state, seconds }) => [state, seconds]).slice(0, 2)).toEqual([['ON', 7_200], ['CALL', 3_600]]); // prettier-ignore
    expect(lanes[0]!.pieces).toEqual([{ from: 1 / 12, width: expect.closeTo(2 / 12) }]);
    expect(lanes[1]!.pieces).toEqual([{ from: 0.25, width: expect.closeTo(1 / 12) }]);
    expect(now).toBeCloseTo(4 / 12);
  });

  it('is looked at more closely from its end on, and what lies beside is not drawn', () => {
    const hour = lastHours(day(), NOW - 60_000, 1);
    expect(hour).toEqual({ first: 11, last: 12 });
    const { marks, lanes, now } = dayLanes(day(), NOW - 60_000, hour);
    expect(marks.map(({ label }) => label)).toEqual(['11:00', '11:10', '11:20', '11:30', '11:40', '11:50', '12:00']); // prettier-ignore
    expect(lanes[1]!.pieces).toEqual([{ from: 0, width: expect.closeTo(59 / 60) }]);
    expect(now).toBeCloseTo(59 / 60);
    const before = dayLanes(day(), NOW, partBefore(hour.first - 1, 1));
    expect([before.first, before.last, before.now]).toEqual([9, 10, null]);
    expect(before.lanes.map(({ pieces }) => pieces.length)).toEqual([1, 0, 0, 0, 0]);
    expect([partBefore(0, 4), partBefore(27, 4)]).toEqual([{ first: 0, last: 4 }, { first: 20, last: 24 }]); // prettier-ignore
  });

  it('is widened by who comes early and stays late, and has no now when it is over', () => {
    const segments = [
      { state: 'ON' as const, from: '2026-11-20T11:30:00.000Z', to: '2026-11-21T05:30:00.000Z' },
    ];
    const drawn = dayLanes(day({ segments }), NOW + 86_400_000);
    expect([drawn.first, drawn.last, drawn.now]).toEqual([5, 24, null]);
  });
});

describe('the address of a day', () => {
  const now = new Date(NOW);
  it('names a person and a day that is over', () => {
    expect(readAddress({ collectorId: '5', date: '2026-11-19' }, now)).toEqual({
      collectorId: 5,
      date: '2026-11-19',
    });
    expect(readAddress({ collectorId: 'x', date: '2026-11-20' }, now)).toEqual({
      collectorId: undefined,
      date: undefined,
    });
    expect(readAddress({ date: '2026-02-30' }, now).date).toBeUndefined();
    expect([writeAddress(5, undefined), writeAddress(5, '2026-11-19')]).toEqual(['/presence/5', '/presence/5/2026-11-19']); // prettier-ignore
  });

  it('goes from day to day and not past today', () => {
    expect(dayBeside(undefined, -1, now)).toBe('2026-11-19');
    expect([dayBeside('2026-11-19', 1, now), dayBeside('2026-11-18', 1, now)]).toEqual([
      undefined,
      '2026-11-19',
    ]);
  });
});
