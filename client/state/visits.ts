import type { DataRouter, Location, UIMatch } from 'react-router';
import { guardAnswer, sessionFlags } from '../lib/session';

/** A row of a list, and the address of the page that it opens. */
export interface ListedRow {
  id: string;
  path: string;
}

/** A list as its reader left it. */
export interface ListedRows {
  rows: readonly ListedRow[];
  /** How many rows stand before the first of `rows`, and how many the whole list has. */
  before: number;
  total: number;
  query: object;
  /** Where the list goes on behind the last of `rows`, when it is read by a cursor. */
  after: string | null;
}

/** One entry of the browser's history. */
export interface Visit {
  address: string;
  /** The same for addresses that differ only in what they filter. */
  page: string;
  /** The entry's place in the browser's history. */
  index: number | null;
  /** The page's title in the browser's tab. */
  title: string;
  /** The visit that this page was opened from. */
  origin: string | null;
  list: ListedRows | null;
  /** The row that was opened last, or has the focus. */
  row: string | null;
  marked: readonly string[];
  scrollTop: number;
}

/** Where a row stands in the list that its page was opened from. */
export interface ListPlace {
  /** From 1. */
  at: number;
  of: number;
  previous: ListedRow | null;
  next: ListedRow | null;
  /** More rows stand on the page of the list before this one, and on the one after it. */
  less: boolean;
  more: boolean;
}

type At = Pick<Location, 'key' | 'pathname' | 'search'>;
type PageOf = (match: UIMatch | undefined) => string;

const KEY = 'visits';
const MAX_VISITS = 60;
const visits = new Map<string, Visit>();

const addressOf = ({ pathname, search }: At) => pathname + search;
/** Addresses that were typed share one key: going to one again is another visit, and going back to one is not. */
const idOf = (at: At) => `${at.key} ${addressOf(at)}`;
const indexNow = () => (history.state as { idx?: number | null } | null)?.idx ?? null;

/**
 * Keeps for each entry of the browser's history which one its page was opened from, and how a list was left. It is stored
 * with the tab when the page is unloaded: a reload keeps it, and a link that is opened elsewhere has no origin.
 */
export function followVisits(router: Pick<DataRouter, 'state' | 'subscribe'>, pageOf: PageOf): void {
  restore();
  let here: string | null = null;
  const arrive = ({ location, historyAction, matches }: DataRouter['state']) => {
    const id = idOf(location);
    if (id === here) return;
    const left = here === null ? undefined : visits.get(here);
    if (left) left.title = document.title;
    const isTyped = history.state === null;
    if (isTyped) history.replaceState({ idx: (left?.index ?? -1) + 1 }, '');
    let origin = historyAction === 'PUSH' ? here : historyAction === 'REPLACE' ? left?.origin : null;
    here = id;
    // The one before shows to whom the browser belongs.
    if (location.pathname === '/login') visits.clear();
    if (historyAction === 'POP' && visits.has(id) && !isTyped) return;
    const page = pageOf(matches.at(-1) as unknown as UIMatch | undefined);
    while (origin && visits.get(origin)?.page === page) origin = visits.get(origin)?.origin;
    const from = origin ? visits.get(origin) : undefined;
    if (from) from.row = rowOf(from, location)?.id ?? from.row;
    const nothing = { title: '', list: null, row: null, marked: [], scrollTop: 0 };
    visits.set(id, {
      address: addressOf(location),
      page,
      index: indexNow(),
      origin: from ? origin! : null,
      ...nothing,
    });
    if (visits.size > MAX_VISITS) visits.delete(visits.keys().next().value!);
  };
  arrive(router.state);
  router.subscribe(arrive);
  addEventListener('pagehide', store);
}

export function changeVisit(visit: Visit, change: Partial<Visit>): void {
  Object.assign(visit, change);
}

export const visitAt = (at: At): Visit | undefined => visits.get(idOf(at));

export function originOf(at: At): Visit | undefined {
  const origin = visitAt(at)?.origin;
  return origin ? visits.get(origin) : undefined;
}

/** Leads to the visit: a number of steps in the browser's history, or its address where that is not known. */
export function wayTo({ index, address }: Visit): number | string {
  const now = indexNow();
  return index !== null && now !== null && index < now ? index - now : address;
}

export function placeOf(at: At): ListPlace | null {
  const origin = originOf(at);
  const row = origin && rowOf(origin, at);
  if (!origin?.list || !row) return null;
  const { rows, before, total } = origin.list;
  const index = rows.indexOf(row);
  const place = before + index + 1;
  // Two requests of one case lead to the same page.
  const isOther = ({ path }: ListedRow) => path !== row.path;
  const next = rows.slice(index + 1).find(isOther) ?? null;
  const previous = rows.slice(0, index).findLast(isOther) ?? null;
  return {
    at: place,
    of: Math.max(total, place),
    previous,
    next,
    less: !previous && before > 0,
    more: !next && (origin.list.after !== null || before + rows.length < total),
  };
}

function rowOf({ list, row: chosen }: Visit, at: At): ListedRow | undefined {
  const isHere = ({ path }: ListedRow) => path === at.pathname || path === addressOf(at);
  const rows = list?.rows.filter(isHere) ?? [];
  return rows.find(({ id }) => id === chosen) ?? rows[0];
}

function restore(): void {
  visits.clear();
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, Visit][];
    for (const [id, visit] of stored) visits.set(id, visit);
  } catch {
    // Not ours: as good as none.
  }
}

/** A page that is unloaded while its user signs out keeps nothing. */
function store(): void {
  if (guardAnswer(sessionFlags()) !== 'enter') return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...visits]));
  } catch {
    // Too much for the tab's storage: after the reload pages lead back to the list of their noun.
  }
}
