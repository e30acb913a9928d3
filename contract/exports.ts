/** A list of up to so many rows is answered as a file at once; a longer one is written by a job. */
export const EXPORT_ROWS = 5_000;

/** What is answered instead of a longer list: its place in `export/list`. */
export interface ExportAsked {
  jobId: number;
}

export const EXPORT_STATUSES = ['WAITING', 'RUNNING', 'READY', 'FAILED'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

export interface ExportFile {
  id: number;
  status: ExportStatus;
  rows: number;
  done: number;
  madeAt: string;
  /** From then on it is gone. */
  expiresAt: string;
}
