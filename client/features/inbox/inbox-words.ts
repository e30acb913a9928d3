import type { TFunction } from 'i18next';
import type { InboxCause, InboxItem } from '../../../contract/inbox';

/** The features that `inboxText` takes words from. */
export const INBOX_WORDS = ['inbox', 'approvals', 'stops', 'requests', 'health'] as const;

type Details = 'approvals' | 'stops' | 'requests' | 'provider' | 'part';

interface CauseView {
  /** The feature that names the item's detail. */
  details?: Details;
  path: (item: InboxItem) => string | null;
  /** Its list, where the item stands for several. */
  many?: (item: InboxItem) => string;
}

const request: CauseView = { details: 'requests', path: taskPath };
const stop: CauseView = { details: 'stops', path: () => null };
const decided = (status: string): CauseView => ({
  details: 'approvals',
  path: ({ detail }) => `/system/approvals?status=${status}&kind=${detail}`,
});
const connection: CauseView = { details: 'provider', path: ({ detail }) => `/system/connection/${detail}` };
const complaint: CauseView = { path: ({ subjectId }) => `/complaint/${subjectId}` };
/** Its detail is the month and the institution. */
const month: CauseView = {
  path: ({ detail }) => `/complaint/month/${(detail ?? '').replace(' ', '?institutionId=')}`,
};
const sample: CauseView = { path: ({ subjectId }) => `/quality/sample/${subjectId}` };

const CAUSES: Record<InboxCause, CauseView> = {
  CASES_ASSIGNED: { path: (item) => taskPath(item) ?? '/task', many: () => '/task' },
  REQUEST_OPENED: { details: 'requests', path: ({ detail }) => `/requests?kind=${detail}` },
  REQUEST_GRANTED: request,
  REQUEST_REFUSED: request,
  MESSAGE_RECEIVED: { path: (item) => `${taskPath(item) ?? '/task'}?tab=messages` },
  STOPPED: stop,
  RESUMED: stop,
  LIFT_REQUESTED: {
    path: ({ subjectId }) => `/stop/${subjectId}`,
    many: () => '/stops?kind=NUMBER&state=LIVE',
  },
  APPROVAL_OPENED: decided('WAITING'),
  APPROVAL_APPROVED: decided('APPROVED'),
  APPROVAL_REFUSED: decided('REFUSED'),
  APPROVAL_ENDED: decided('ENDED'),
  CONNECTION_OPENED: connection,
  CONNECTION_APPROVED: connection,
  CONNECTION_REFUSED: connection,
  ERASURE_ASKED: { path: () => '/privacy?status=ASKED' },
  ANOMALY_ASSIGNED: { path: () => '/anomalies?mine=1' },
  COMPLAINT_OPENED: { ...complaint, many: () => '/complaints?status=PENDING' },
  COMPLAINT_ALLOCATED: complaint,
  COMPLAINT_RETURNED: complaint,
  COMPLAINT_UNALLOCATED: complaint,
  COMPLAINT_PROCESSED: complaint,
  CALLER_NUMBER_DIFFERED: { path: () => '/dataMonitoring?view=calls' },
  PART_FAILED: { details: 'part', path: () => '/system/health' },
  COMPLAINT_MONTH_DUE: month,
  COMPLAINT_MONTH_LATE: month,
  QUALITY_SCORED: sample,
  QUALITY_ANSWERED: sample,
  QUALITY_CLOSED: sample,
};

export function inboxText({ cause, times, detail }: InboxItem, t: TFunction): string {
  const { details } = CAUSES[cause];
  return t(`inbox:cause.${cause}`, { count: times, what: detailText(details, detail, t) });
}

function detailText(details: Details | undefined, detail: string | null, t: TFunction): string | null {
  if (details === 'provider') return t(`common:site.provider.${detail}`);
  if (details === 'part') return t(`health:part.${detail}`);
  return details ? t(`${details}:kind.${detail}`) : detail;
}

/** Null: it leads nowhere, or the viewer may not see the case any more. */
export function inboxPath(item: InboxItem): string | null {
  const { path, many } = CAUSES[item.cause];
  return item.times > 1 && many ? many(item) : path(item);
}

function taskPath({ taskId, loanId }: InboxItem): string | null {
  return taskId === null ? null : `/task/${taskId}/${encodeURIComponent(loanId ?? '')}`;
}

interface Day {
  day: string;
  items: InboxItem[];
}

/** Days of the reader's clock, in the order of the items. */
export function groupByDay(items: readonly InboxItem[], dayOf: (time: string) => string): Day[] {
  const days: Day[] = [];
  for (const item of items) {
    const day = dayOf(item.toldAt);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}

const HOUR_MS = 3_600_000;
const MORNING = 9;

/** Names of times to snooze until. */
export const SNOOZES = {
  hour: (now: Date) => new Date(now.getTime() + HOUR_MS),
  tomorrow: (now: Date) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, MORNING),
  week: (now: Date) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + 7, MORNING),
} as const;
export type Snooze = keyof typeof SNOOZES;
