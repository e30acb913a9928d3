import { describe, expect, it } from '@jest/globals';
import type { BehaviourRow } from '../../../contract/supervision/behaviour';
import type { MonitoredCall } from '../../../contract/contact/calls';
import {
  BEHAVIOURS,
  CALLS,
  KEPT,
  LATE_MS,
  fitsBehaviour,
  missedSince,
  newAmong,
  runs,
  withMore,
} from '../../../client/features/monitoring/feed-rows';

const NOON = Date.parse('2026-11-18T18:00:00Z');
const did = (id: number, second: number, isNew: boolean | null = false) =>
  ({ id, at: new Date(NOON + second * 1_000).toISOString(), isNew }) as BehaviourRow;
const said = (callId: number, second: number, version: number, state: string) =>
  ({ callId, callTime: new Date(NOON + second * 1_000).toISOString(), version, state }) as MonitoredCall;

describe('a feed', () => {
  it('has each record once, the newest first, whatever order they come in', () => {
    const rows = withMore(BEHAVIOURS, [did(2, 2), did(1, 1)], [did(4, 4), did(2, 2), did(3, 3)]);
    expect(rows.map(({ id }) => id)).toEqual([4, 3, 2, 1]);
  });

  it('stays the same when nothing is new', () => {
    const rows = [did(2, 2), did(1, 1)];
    expect(withMore(BEHAVIOURS, rows, [did(1, 1)])).toBe(rows);
  });

  it('takes over what became known of a record, and not what is older', () => {
    const [row] = withMore(BEHAVIOURS, [did(1, 1, null)], [did(1, 1, true)]);
    expect(row!.isNew).toBe(true);
    const ended = [said(1, 1, 3, 'ENDED')];
    expect(withMore(CALLS, ended, [said(1, 1, 2, 'ANSWERED')])).toBe(ended);
  });

  it('keeps two thousand rows', () => {
    const many = Array.from({ length: KEPT + 50 }, (_, at) => did(at + 1, at));
    const rows = withMore(BEHAVIOURS, [], many);
    expect([rows.length, rows[0]!.id, rows.at(-1)!.id]).toEqual([KEPT, KEPT + 50, 51]);
  });

  it('counts what is pushed once, and not what only became known of a row', () => {
    const rows = [did(2, 2), did(1, 1, null)];
    expect(newAmong(BEHAVIOURS, rows, [did(1, 1, true)])).toBe(0);
    expect(newAmong(BEHAVIOURS, rows, [did(3, 3), did(2, 2), did(3, 3), did(4, 4)])).toBe(2);
    const full = Array.from({ length: KEPT }, (_, at) => did(KEPT + 10 - at, KEPT + 10 - at));
    expect(newAmong(BEHAVIOURS, full, [did(3, 3, true), did(9_000, 9_000)])).toBe(1);
  });

  it('leaves page views out, unless they are asked for', () => {
    const viewed = { ...did(1, 1), type: 'PAGE' } as BehaviourRow;
    expect([fitsBehaviour(viewed, { without: 'PAGE' }), fitsBehaviour(viewed, {})]).toEqual([false, true]);
    expect(fitsBehaviour({ ...viewed, type: 'EXPORT' }, { without: 'PAGE' })).toBe(true);
  });

  it('asks again from before its newest record, and from before what still runs', () => {
    expect(missedSince(BEHAVIOURS, [], () => false)).toBeNull();
    expect(missedSince(BEHAVIOURS, [did(2, 60), did(1, 1)], () => false)).toBe(NOON + 60_000 - LATE_MS);
    const calls = [said(2, 60, 1, 'ENDED'), said(1, 5, 1, 'ANSWERED')];
    expect(missedSince(CALLS, calls, runs)).toBe(NOON + 5_000 - LATE_MS);
  });
});
