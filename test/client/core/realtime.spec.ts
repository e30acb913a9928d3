import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Sequence } from '../../../client/realtime/sequence.js';
import { createTagQueue } from '../../../client/realtime/tag-queue.js';
import { Watches } from '../../../client/realtime/watches.js';

const frame = (seq: number, epoch = 1, room = 'user:1') => ({ room, epoch, seq });

describe('the sequence of a room', () => {
  it('begins with whatever frame comes first', () => {
    expect(new Sequence().accept(frame(41))).toBe('next');
  });

  it('goes on by one, drops what it has seen and notices what it has not', () => {
    const sequence = new Sequence();
    sequence.accept(frame(1));
    expect(sequence.accept(frame(2))).toBe('next');
    expect(sequence.accept(frame(2))).toBe('repeat');
    expect(sequence.accept(frame(1))).toBe('repeat');
    expect(sequence.accept(frame(5))).toBe('gap');
    expect(sequence.accept(frame(6))).toBe('next');
  });

  it("takes a relay's new lease for a gap, counts from there, and drops what the one before still sends", () => {
    const sequence = new Sequence();
    sequence.accept(frame(9));
    expect(sequence.accept(frame(1, 2))).toBe('gap');
    expect(sequence.accept(frame(2, 2))).toBe('next');
    expect(sequence.accept(frame(10, 1))).toBe('repeat');
    expect(sequence.accept(frame(3, 2))).toBe('next');
  });

  it('lets hints pass that stand outside the count', () => {
    const sequence = new Sequence();
    sequence.accept(frame(4));
    expect(sequence.accept(frame(0, 0))).toBe('next');
    expect(sequence.accept(frame(5))).toBe('next');
  });

  it('keeps rooms apart', () => {
    const sequence = new Sequence();
    sequence.accept(frame(7));
    expect(sequence.accept(frame(1, 1, 'board:2'))).toBe('next');
    expect(sequence.accept(frame(8))).toBe('next');
  });
});

describe('watches', () => {
  it('tell the server about the first and the last only', () => {
    const watches = new Watches();
    const topic = { topic: 'case', caseId: 5 } as const;
    expect([watches.add(topic), watches.add({ ...topic })]).toEqual([true, false]);
    expect(watches.all()).toEqual([topic]);
    expect([watches.remove(topic), watches.remove(topic), watches.remove(topic)]).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe('the queue of tags', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('turns a burst into one invalidation without repeats', () => {
    const invalidate = jest.fn();
    const queue = createTagQueue(invalidate, 250);
    queue([{ type: 'CaseList' }]);
    queue([{ type: 'CaseList' }, { type: 'CaseCounts' }, { type: 'Case', id: 3 }]);
    jest.advanceTimersByTime(250);
    queue([{ type: 'Plan' }]);
    jest.advanceTimersByTime(250);
    expect(invalidate.mock.calls).toEqual([
      [[{ type: 'CaseList' }, { type: 'CaseCounts' }, { type: 'Case', id: 3 }]],
      [[{ type: 'Plan' }]],
    ]);
  });
});
