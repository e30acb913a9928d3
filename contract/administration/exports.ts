import type { Permission } from '../permissions.js';

/** Every list that leaves as a file, and who may take it. */
export const EXPORTS = {
  cases: 'case:export',
  statistics: 'statistics:export',
  promises: 'promise:export',
  ranks: 'statistics:export',
  audit: 'audit:export',
  behaviours: 'monitor:export',
  calls: 'monitor:export',
  signIns: 'audit:export',
} as const satisfies Record<string, Permission>;
export type ExportedList = keyof typeof EXPORTS;
export const EXPORTED_LISTS = Object.keys(EXPORTS) as [ExportedList, ...ExportedList[]];

/** A list of up to so many rows is answered as a file at once; a longer one is written by a job. */
export const EXPORT_ROWS = 5_000;

/** Returned instead of a longer list: the job's place in `export/list`. */
export interface ExportRequested {
  jobId: number;
}

export const EXPORT_STATUSES = ['WAITING', 'RUNNING', 'READY', 'FAILED'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

export interface ExportFile {
  id: number;
  list: ExportedList;
  status: ExportStatus;
  rows: number;
  done: number;
  madeAt: string;
  /** From then on it is gone. */
  expiresAt: string;
}
