import type { ImportRun } from './import-run.entity.js';

/** A server looks every few hundred rows whether somebody has cancelled its import: one that has not ended since is gone. */
const GONE_MS = 60_000;

/** Cancelled before this moment, it is read by nobody any more. */
export const goneBefore = (now: Date): Date => new Date(now.getTime() - GONE_MS);

/** Whether no server reads the import any more. */
export function isOver(
  { status, cancelledAt }: Pick<ImportRun, 'status' | 'cancelledAt'>,
  now: Date,
): boolean {
  return status !== 'RUNNING' || (cancelledAt !== null && cancelledAt < goneBefore(now));
}
