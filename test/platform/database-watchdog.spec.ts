import { stat, type Stats } from 'node:fs';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { DatabaseWatchdog, STATEMENT_TIMEOUT_MS } from '../../server/platform/db/database-watchdog.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const ANSWERED_AFTER_MS = 200;

/** @returns what it is refused with, once it is */
function neverAnswered(watchdog: DatabaseWatchdog): { code?: unknown } {
  const refusal: { code?: unknown } = {};
  watchdog
    .wait(() => undefined)
    .catch((error: { code: unknown }) => Object.assign(refusal, { code: error.code }));
  return refusal;
}

it('waits for a database until its last answer is a limit ago, and no limit longer', async () => {
  const watchdog = new DatabaseWatchdog();
  const refusal = neverAnswered(watchdog);
  const answered = watchdog.wait<number>((done) => setTimeout(() => done(null, 1), ANSWERED_AFTER_MS));
  await jest.advanceTimersByTimeAsync(ANSWERED_AFTER_MS);
  expect(await answered).toBe(1);
  await jest.advanceTimersByTimeAsync(STATEMENT_TIMEOUT_MS - 10);
  expect(refusal.code).toBeUndefined();
  await jest.advanceTimersByTimeAsync(20);
  expect(refusal.code).toBe('PROTOCOL_SEQUENCE_TIMEOUT');
});

it('takes a connection that was free for no answer', async () => {
  const watchdog = new DatabaseWatchdog();
  const refusal = neverAnswered(watchdog);
  await jest.advanceTimersByTimeAsync(STATEMENT_TIMEOUT_MS - 10);
  await watchdog.wait((done) => done(null, 'connection'), { isAnswer: false });
  await jest.advanceTimersByTimeAsync(20);
  expect(refusal.code).toBe('PROTOCOL_SEQUENCE_TIMEOUT');
});

it('reads what came in while the process had no time to, before it says that nothing did', async () => {
  jest.useRealTimers();
  const answered = new DatabaseWatchdog().wait<Stats>((done) => stat(import.meta.filename, done));
  const free = performance.now() + STATEMENT_TIMEOUT_MS + 100;
  while (performance.now() < free);
  expect((await answered).isFile()).toBe(true);
});
