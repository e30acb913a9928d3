import { PLATFORMS } from '../../../contract/codes';
import { businessDay } from '../../../contract/shared/date';
import type { DayFigure } from '../../../contract/team/board-cases';
import type { BoardQuery } from '../../../contract/team/boards';

/** `/dashboardInfo/{date}/{device}/{product}/{queue}/{institution}`: `all` leaves one open. */
const OPEN = 'all';
const NAMES = ['date', 'device', 'product', 'queue', 'institution'] as const;
type Name = (typeof NAMES)[number];
export type BoardParams = Readonly<Partial<Record<Name, string>>>;
export type Device = (typeof PLATFORMS)[number];

export interface BoardAddress {
  /** Undefined is today. */
  date: string | undefined;
  /** A minute of the day, "11:05", that the board is looked back to; undefined: live, or the whole of a day that is over. */
  at: string | undefined;
  device: Device | undefined;
  product: string | undefined;
  queueId: number | undefined;
  institutionId: number | undefined;
  groupId: number | undefined;
  wall: boolean;
}

export function readAddress(params: BoardParams, search: URLSearchParams, now: Date): BoardAddress {
  const date = params.date ?? OPEN;
  const over = /^\d{4}-\d\d-\d\d$/.test(date) && date < businessDay(now);
  const product = params.product ?? OPEN;
  return {
    date: over ? date : undefined,
    at: search.get('at') ?? undefined,
    device: PLATFORMS.find((platform) => platform === params.device),
    product: product === OPEN ? undefined : product,
    queueId: positive(params.queue),
    institutionId: positive(params.institution),
    groupId: positive(search.get('groupId')),
    wall: search.get('wall') === '1',
  };
}

function positive(text: string | null | undefined): number | undefined {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}

/** Where the cases behind a board's figures are, as it is narrowed; `countedAt` names a figure of it, or of a seat. */
export function casesFrom(board: BoardQuery): string {
  const named = Object.entries(board).filter(([, value]) => value !== undefined);
  return `/dashboard/cases?${new URLSearchParams(named.map(([name, value]) => [name, String(value)])).toString()}`;
}

export function countedAt(from: string, figure: DayFigure, collectorId?: number): string {
  return `${from}&figure=${figure}${collectorId === undefined ? '' : `&collectorId=${collectorId}`}`;
}

export interface BoardMove {
  date?: string | undefined;
  at?: string | undefined;
  device?: string | undefined;
  product?: string | undefined;
  queue?: number | undefined;
  institution?: number | undefined;
  /** Undefined: the first one there is. */
  groupId?: number | undefined;
  wall?: boolean;
}

/** The address after a change of some of its parts; with all of them open it is the plain board. */
export function writeAddress(params: BoardParams, search: URLSearchParams, change: BoardMove): string {
  const next = new URLSearchParams(search);
  const set = (name: string, value: string | number | undefined) =>
    value === undefined ? next.delete(name) : next.set(name, String(value));
  if ('groupId' in change) set('groupId', change.groupId);
  if ('at' in change) set('at', change.at);
  if (change.wall !== undefined) set('wall', change.wall ? '1' : undefined);
  const parts = NAMES.map((name) => (name in change ? change[name] : params[name]) ?? OPEN);
  const path = parts.every((part) => part === OPEN)
    ? '/dashboard'
    : `/dashboardInfo/${parts.map((part) => encodeURIComponent(part)).join('/')}`;
  const text = next.toString();
  return text ? `${path}?${text}` : path;
}
