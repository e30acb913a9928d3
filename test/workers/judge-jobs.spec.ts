import { expect, it } from '@jest/globals';
import type { AnyEvent } from '../../contract/events/events.js';
import { judgeJobs } from '../../workers/jobs/judge-jobs.js';

const AT = Date.parse('2026-11-18T18:00:00Z');
const EVERY_MS = 5_000;

function dueOf(userId: number, ms: number): { id: string; at: number } {
  const recordedAt = new Date(AT + ms);
  const payload = { behaviourId: 1, type: 'PAGE', userId, placed: true };
  const [job] = judgeJobs({ name: 'behaviour.recorded', payload, actorId: userId, recordedAt } as AnyEvent);
  return { id: job!.options.jobId!, at: recordedAt.getTime() + job!.options.delay! };
}

it('one person is judged once for what they do within five seconds, and soon after it', () => {
  const all = Array.from({ length: 200 }, (_, n) => dueOf(7, n * 100));
  expect(new Set(all.map(({ id }) => id)).size).toBeLessThanOrEqual(20_000 / EVERY_MS + 1);
  for (const [n, { at }] of all.entries()) {
    expect(at).toBeGreaterThan(AT + n * 100);
    expect(at - (AT + n * 100)).toBeLessThanOrEqual(EVERY_MS + 500);
  }
  expect(new Set(all.map(({ id, at }) => `${id} ${at}`)).size).toBe(new Set(all.map(({ id }) => id)).size);
});

it('many people who do something at one moment are not judged at one moment', () => {
  const times = Array.from({ length: 500 }, (_, n) => dueOf(8_000 + n, 0).at);
  const inHalfASecond = (from: number) => times.filter((at) => at >= from && at < from + 500).length;
  expect(Math.max(...times.map(inHalfASecond))).toBeLessThan(100);
});
