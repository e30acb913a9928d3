import { AppError } from '../../platform/http/app-error.js';
import { rowsOf, sql, type Statement } from '../../platform/db/sql.js';
import type { RowError } from './loan-row.rules.js';

/** Errors of one import that are kept; beyond them bad rows are only counted. */
export const MAX_ERRORS = 1_000;
/** A file is hopeless when more than this part of its rows was refused, once there are many of them. */
const HOPELESS_PART = 0.9;

/** Rows of one import as they come, and whether it is worth going on. */
export class RowTally {
  private read = 0;
  private refused = 0;

  add(read: number, refused: number): void {
    this.read += read;
    this.refused += refused;
  }

  get isHopeless(): boolean {
    return this.refused >= MAX_ERRORS && this.refused > this.read * HOPELESS_PART;
  }
}

export function hopeless(): AppError {
  return new AppError('import.hopeless');
}

/** How many errors of the import there are: what `keepErrors` asks for. */
export function keptErrors(importId: number): Statement {
  return sql`SELECT COUNT(*) AS kept FROM import_error WHERE import_id = ${importId}`;
}

/** The insert of as many as there is room for; null when there is nothing to write. */
export function keepErrors(importId: number, errors: readonly RowError[], kept: number): Statement | null {
  const rows = errors.slice(0, Math.max(0, MAX_ERRORS - kept));
  if (rows.length === 0) return null;
  return sql`
    INSERT IGNORE INTO import_error (import_id, line, field, reason)
    VALUES ${rowsOf(rows.map(({ line, field, reason }) => [importId, line, field, reason]))}`;
}
