import { Logger } from './logger/logger.js';

type Listened = 'uncaughtException' | 'unhandledRejection' | 'SIGTERM' | 'SIGINT';

/** The part of `process` that is needed here. */
export interface Guarded {
  on(event: Listened, listener: (reason: unknown) => void): unknown;
  exit(code: number): void;
}

/**
 * Errors that nobody caught. The process must not go on in an unknown state: it logs why and ends, and what runs it
 * starts it anew. While it shuts down, connections go before all that wait for them (the socket adapter's reader, say):
 * what is rejected then is logged, and the shutdown goes on.
 */
export function guardProcess(logger: Pick<Logger, 'error' | 'warn'>, guarded: Guarded = process): void {
  let stopping = false;
  guarded.on('SIGTERM', () => (stopping = true));
  guarded.on('SIGINT', () => (stopping = true));
  guarded.on('unhandledRejection', (reason) => {
    if (stopping) return logger.warn('Left unanswered by the shutdown', { error: reason });
    logger.error(asError(reason), { uncaught: 'rejection' });
    guarded.exit(1);
  });
  guarded.on('uncaughtException', (reason) => {
    logger.error(asError(reason), { uncaught: 'exception' });
    guarded.exit(1);
  });
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
