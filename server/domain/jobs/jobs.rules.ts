import type { JobKind, JobRow } from '../../../contract/administration/jobs.js';
import type { Actor } from '../../platform/auth/actor.js';

type Judged = Pick<JobRow, 'kind' | 'state' | 'personId' | 'refused'>;

/**
 * How a job of each kind is begun again. `again`: by its own person, whose quota pays. `resend`: its file is not kept, because
 * it is personal data; whoever has it sends it again, and what was taken in is taken as unchanged. `itself`: its plan is
 * stored, and the minute's sweep goes on with it; a policy is tried out anew on its own screen. A message is no job: `message/retry` has its own rule, and sends none twice.
 */
export const RETRY: Record<JobKind, 'again' | 'resend' | 'itself'> = {
  IMPORT: 'resend',
  EXPORT: 'again',
  ALLOCATION: 'itself',
  SCHEDULE: 'resend',
  POLICY_LAB: 'itself',
  PEOPLE_SHEET: 'resend',
  SOFTPHONE_SHEET: 'resend',
};

/** Handed-over cases stay handed over: a plan is undone by unbinding. */
const STOPPED: readonly JobKind[] = ['IMPORT', 'EXPORT', 'SCHEDULE', 'PEOPLE_SHEET', 'SOFTPHONE_SHEET'];

/** A workbook's cells are shown to who sent it alone. */
const SHEET_PATHS: Partial<Record<JobKind, string>> = {
  PEOPLE_SHEET: 'manage/user',
  SOFTPHONE_SHEET: 'softPhone',
};

export function mayRetry({ kind, state, personId }: Judged, { userId }: Pick<Actor, 'userId'>): boolean {
  return RETRY[kind] === 'again' && state === 'FAILED' && personId === userId;
}

/** One's own, and whoever manages jobs: everybody's that they see. */
export function mayCancel(
  { kind, state, personId }: Judged,
  { userId, permissions }: Pick<Actor, 'userId' | 'permissions'>,
): boolean {
  const runs = state === 'WAITING' || state === 'RUNNING';
  return runs && STOPPED.includes(kind) && (personId === userId || permissions.has('job:manage'));
}

/** Where the viewer may fetch the rows that were refused. */
export function errorFileOf(
  { kind, refused, personId }: Judged,
  id: number,
  { userId, permissions }: Pick<Actor, 'userId' | 'permissions'>,
): string | null {
  if (refused === 0) return null;
  if (kind === 'IMPORT' && permissions.has('case:import')) return `management/task/import/${id}/errors`;
  const sheets = SHEET_PATHS[kind];
  if (sheets) return personId === userId ? `${sheets}/uploadResult/${id}/errors` : null;
  const isTheirs = personId === userId || permissions.has('user:manage');
  return kind === 'SCHEDULE' && isTheirs ? `workSchedule/uploadResult/${id}/errors` : null;
}
