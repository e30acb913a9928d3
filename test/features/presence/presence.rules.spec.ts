import { describe, expect, it } from '@jest/globals';
import { PRESENCE_LEASE_MS, type PresenceState } from '../../../contract/team/presence.js';
import {
  segmentsOf,
  stateOf,
  totalsOf,
  type PresenceChange,
  type Tab,
} from '../../../server/domain/presence/presence.rules.js';

const NOW = 1_000_000;
const IDLE = 180_000;
const tab = (more: Partial<Tab> = {}): Tab => ({ idleMs: 0, phone: 'FREE', at: NOW, ...more });
const silent = tab({ at: NOW - PRESENCE_LEASE_MS, phone: 'CALL' });

describe('what pages know of a person', () => {
  it.each<[string, Tab[], PresenceState]>([
    ['no page', [], 'AWAY'],
    ['a page', [tab()], 'ON'],
    ['a page that was heard just within its lease', [tab({ at: NOW - PRESENCE_LEASE_MS + 1 })], 'ON'],
    ['a page whose lease is over, whatever it said', [silent], 'AWAY'],
    ['one page of two that is heard', [silent, tab()], 'ON'],
    ['a quiet page', [tab({ idleMs: IDLE })], 'IDLE'],
    [
      'a page that has become quiet since it was heard',
      [tab({ idleMs: IDLE - 900, at: NOW - 1_000 })],
      'IDLE',
    ],
    ['a quiet page beside one where something is done', [tab({ idleMs: IDLE }), tab({ idleMs: 10 })], 'ON'],
    ['a call', [tab({ phone: 'CALL' })], 'CALL'],
    ['a call, with nothing done for long', [tab({ phone: 'CALL', idleMs: 10 * IDLE })], 'CALL'],
    ['a call on another page than the one in use', [tab(), tab({ phone: 'CALL', idleMs: IDLE })], 'CALL'],
    ['a call that is over and not recorded', [tab({ phone: 'WRAP_UP' })], 'WRAP_UP'],
    ['the same, left alone', [tab({ phone: 'WRAP_UP', idleMs: IDLE })], 'IDLE'],
    ['the next call before that', [tab({ phone: 'WRAP_UP' }), tab({ phone: 'CALL' })], 'CALL'],
  ])('%s', (_, tabs, state) => {
    expect(stateOf(tabs, NOW, IDLE)).toBe(state);
  });
});

/** 06:00 UTC is midnight in Mexico City. */
const DAY = '2026-11-20';
const at = (utc: string) => new Date(`2026-11-${utc}Z`);
const change = (state: PresenceState, utc: string): PresenceChange => ({ state, since: at(utc) });
const drawn = (changes: PresenceChange[], now: string) =>
  segmentsOf(changes, DAY, at(now)).map(({ state, from, to }) => [
    state,
    from.slice(8, 16),
    to && to.slice(8, 16),
  ]);

describe('a day', () => {
  it('goes from the first coming to the last going, with its breaks', () => {
    const changes = [
      change('AWAY', '20T02:00'),
      change('ON', '20T15:00'),
      change('CALL', '20T15:30'),
      change('AWAY', '20T16:00'),
      change('ON', '20T16:20'),
      change('AWAY', '20T23:00'),
    ];
    expect(drawn(changes, '21T12:00')).toEqual([
      ['ON', '20T15:00', '20T15:30'],
      ['CALL', '20T15:30', '20T16:00'],
      ['AWAY', '20T16:00', '20T16:20'],
      ['ON', '20T16:20', '20T23:00'],
    ]);
  });

  it('lasts while somebody is here', () => {
    expect(drawn([change('IDLE', '20T15:00')], '20T16:00')).toEqual([['IDLE', '20T15:00', null]]);
  });

  it('has who went as away, as long as the day lasts', () => {
    const gone = [change('ON', '20T15:00'), change('AWAY', '20T16:00')];
    expect(drawn(gone, '20T16:30')).toEqual([
      ['ON', '20T15:00', '20T16:00'],
      ['AWAY', '20T16:00', null],
    ]);
    expect(drawn(gone, '21T12:00')).toEqual([['ON', '20T15:00', '20T16:00']]);
  });

  it('is Mexico City’s: who works over midnight is on both days, and the day after begins at 00:00', () => {
    const late = [change('ON', '20T05:50'), change('AWAY', '20T06:10')];
    expect(drawn(late, '21T12:00')).toEqual([['ON', '20T06:00', '20T06:10']]);
    expect(drawn([change('ON', '21T05:50')], '21T12:00')).toEqual([['ON', '21T05:50', '21T06:00']]);
  });

  it('has nothing of who was away all day, of a day to come, or of what a clock ahead has stored', () => {
    expect(drawn([change('AWAY', '20T02:00')], '21T12:00')).toEqual([]);
    expect(drawn([change('ON', '19T15:00')], '19T16:00')).toEqual([]);
    expect(drawn([change('ON', '20T16:05')], '20T16:00')).toEqual([]);
  });

  it('sums what each state took, until now', () => {
    const changes = [change('ON', '20T15:00'), change('CALL', '20T15:30'), change('ON', '20T15:40')];
    const now = at('20T16:00');
    expect(totalsOf(segmentsOf(changes, DAY, now), now)).toEqual({
      ON: 3_000,
      CALL: 600,
      WRAP_UP: 0,
      IDLE: 0,
      AWAY: 0,
    });
  });
});
