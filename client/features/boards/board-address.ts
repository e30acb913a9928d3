import { businessDay } from '../../../contract/shared/date';

/** `/dashboardInfo/{date}/{device}/{product}/{queue}/{institution}`: `all` leaves one open. */
const OPEN = 'all';
const NAMES = ['date', 'device', 'product', 'queue', 'institution'] as const;
type Name = (typeof NAMES)[number];
export type BoardParams = Readonly<Partial<Record<Name, string>>>;

export interface BoardAddress {
  /** Undefined is the live board of today. */
  date: string | undefined;
  queueId: number | undefined;
  /** Named in the address, but no board can be narrowed by them: the screen says so. */
  unused: string[];
  groupId: number | undefined;
  wall: boolean;
}

export function readAddress(params: BoardParams, search: URLSearchParams, now: Date): BoardAddress {
  const date = params.date ?? OPEN;
  const over = /^\d{4}-\d\d-\d\d$/.test(date) && date < businessDay(now);
  return {
    date: over ? date : undefined,
    queueId: positive(params.queue),
    unused: (['device', 'product', 'institution'] as const).filter((name) => (params[name] ?? OPEN) !== OPEN),
    groupId: positive(search.get('groupId')),
    wall: search.get('wall') === '1',
  };
}

function positive(text: string | null | undefined): number | undefined {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}

/** The address after a change of one of its parts; with all of them open it is the plain board. */
export function writeAddress(
  params: BoardParams,
  search: URLSearchParams,
  change: { date?: string | undefined; queue?: number | undefined; groupId?: number; wall?: boolean },
): string {
  const next: Partial<Record<Name, string>> = { ...params };
  if ('date' in change) next.date = change.date ?? OPEN;
  if ('queue' in change) next.queue = change.queue ? String(change.queue) : OPEN;
  const asked = new URLSearchParams(search);
  if (change.groupId) asked.set('groupId', String(change.groupId));
  if (change.wall !== undefined) {
    if (change.wall) asked.set('wall', '1');
    else asked.delete('wall');
  }
  const parts = NAMES.map((name) => next[name] ?? OPEN);
  const path = parts.every((part) => part === OPEN)
    ? '/dashboard'
    : `/dashboardInfo/${parts.map(encodeURIComponent).join('/')}`;
  const text = asked.toString();
  return text ? `${path}?${text}` : path;
}
