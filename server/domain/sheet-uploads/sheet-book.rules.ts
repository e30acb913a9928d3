import type { SheetChange, SheetKind, SheetReason } from '../../../contract/administration/sheet-uploads.js';
import type { Viewer } from '../../platform/auth/scope.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import type { SheetRow } from '../../platform/sheets/sheets.js';
import type { EndSessions } from '../session/sessions.writes.js';

/** The rights of who sent a workbook, as they were then: what the job that reads it goes by. */
export type SheetScope = Viewer;

export interface CellRefusal {
  column: string;
  /** As the workbook names it: "C12". */
  cell: string;
  reason: SheetReason;
}

/** The effect of a workbook's row. */
export interface Judged {
  name: string;
  /** None of a good row. */
  refusals: readonly CellRefusal[];
  /** Null: it says what stands already. */
  act: 'CREATED' | 'CHANGED' | null;
  /** Shown before it holds: no secrets. */
  changes: readonly SheetChange[];
  /** Input of `apply` for this row. */
  data: object;
  /** The thing it changes, at the version that was seen. */
  subject: { id: number; version: number } | null;
}

/** A good row, once it is confirmed. */
export interface Staged {
  at: number;
  act: 'CREATED' | 'CHANGED';
  data: string;
  subjectId: number | null;
  subjectVersion: number | null;
}

export interface Applying {
  tx: Tx;
  end: EndSessions;
  scope: SheetScope;
  /** Hash of a password that nobody has. */
  madeHash: string;
}

/** A kind of workbook. */
export interface SheetBook {
  /** @returns what judges the rows of one file, batch by batch and in their order */
  judge(scope: SheetScope): Promise<(rows: readonly SheetRow[]) => Promise<Judged[]>>;
  /** Part of the command that applies the file. @throws Stale when what it would change was changed since it was seen */
  apply(applying: Applying, rows: readonly Staged[]): Promise<void>;
}

/** By their kinds; given by the workers, which alone read. */
export const SHEET_BOOKS = Symbol('SHEET_BOOKS');
export type SheetBooks = Readonly<Record<SheetKind, SheetBook>>;

export class Stale extends Error {}
