import type { JobKind, JobRow } from '../../../contract/administration/jobs';

/** Pages that show a job of a kind by its id, and from which its file is sent again. */
const PAGES: Partial<Record<JobKind, { path: string; by: string; ownOnly?: true }>> = {
  IMPORT: { path: '/imports', by: 'run' },
  SCHEDULE: { path: '/seatingSchedule', by: 'upload' },
  PEOPLE_SHEET: { path: '/users/upload', by: 'upload', ownOnly: true },
  SOFTPHONE_SHEET: { path: '/softPhone/upload', by: 'upload', ownOnly: true },
};

/** Where the job is looked at and gone on with; a workbook's cells are shown to who sent it alone. */
export function placeOf({ kind, id, personId }: JobRow, viewerId: number): string | null {
  const page = PAGES[kind];
  if (!page || (page.ownOnly && personId !== viewerId)) return null;
  return `${page.path}?${page.by}=${id}`;
}

/** No file is kept once it was read: whoever has it sends it again, and what was taken in comes as unchanged. */
export function resendAt({ kind, state }: JobRow): string | null {
  return state === 'FAILED' || state === 'CANCELLED' ? (PAGES[kind]?.path ?? null) : null;
}
