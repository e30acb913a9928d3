import type { BehaviourFilter, BehaviourRow } from '../../../contract/supervision/behaviour';
import { isLiveCall, type MonitoredCall } from '../../../contract/contact/calls';

/** Filters of a feed, as the address has them. */
export type BehaviourArgs = Omit<BehaviourFilter, 'groupId'> & { groupId?: number | undefined };
export interface CallArgs {
  username?: string | undefined;
  loanId?: string | undefined;
  phone?: string | undefined;
  number?: string | undefined;
  groupId?: number | undefined;
  live?: '1' | undefined;
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
}

/** How many rows a page keeps, however long it is open. */
export const KEPT = 2_000;
/** A record may be committed so long after its own time. */
export const LATE_MS = 10_000;

interface Kind<Row> {
  id: (row: Row) => number;
  at: (row: Row) => string;
  /** True if the row replaces the known one. */
  isNewer: (row: Row, known: Row) => boolean;
}

export const BEHAVIOURS: Kind<BehaviourRow> = {
  id: ({ id }) => id,
  at: ({ at }) => at,
  isNewer: (row, known) => known.isNew === null && row.isNew !== null,
};
export const CALLS: Kind<MonitoredCall> = {
  id: ({ callId }) => callId,
  at: ({ callTime }) => callTime,
  isNewer: (row, known) => row.version > known.version,
};

/** The rows with more of them: each once, the newest first, and no more than are kept. The same array when nothing is new. */
export function withMore<Row>(kind: Kind<Row>, rows: readonly Row[], more: readonly Row[]): readonly Row[] {
  const known = new Map(rows.map((row) => [kind.id(row), row]));
  let changed = false;
  for (const row of more) {
    const before = known.get(kind.id(row));
    if (before && !kind.isNewer(row, before)) continue;
    known.set(kind.id(row), row);
    changed = true;
  }
  if (!changed) return rows;
  return [...known.values()].sort((one, other) => newestFirst(kind, one, other)).slice(0, KEPT);
}

/** How many of the pushed rows the list did not have: what only became known of a row is not one more. */
export function newAmong<Row>(kind: Kind<Row>, rows: readonly Row[], pushed: readonly Row[]): number {
  const known = new Set(rows.map(kind.id));
  const oldest = rows.length < KEPT ? undefined : rows.at(-1);
  const isKept = (row: Row) => oldest === undefined || newestFirst(kind, row, oldest) < 0;
  return new Set(pushed.filter((row) => !known.has(kind.id(row)) && isKept(row)).map(kind.id)).size;
}

/** Times of one form are ordered as plain text: two thousand are, ten times a second. */
function newestFirst<Row>(kind: Kind<Row>, one: Row, other: Row): number {
  const [at, than] = [kind.at(one), kind.at(other)];
  if (at !== than) return at < than ? 1 : -1;
  return kind.id(other) - kind.id(one);
}

/** From when on a page that was away has to ask again: what runs may have ended meanwhile. Null when it knows nothing. */
export function missedSince<Row>(
  kind: Kind<Row>,
  rows: readonly Row[],
  runs: (row: Row) => boolean,
): number | null {
  const [newest] = rows;
  if (!newest) return null;
  const times = [newest, ...rows.filter(runs)].map((row) => Date.parse(kind.at(row)));
  return Math.min(...times) - LATE_MS;
}

export function fitsBehaviour(row: BehaviourRow, args: BehaviourArgs): boolean {
  const { username, loanId, address, groupId, type, without } = args;
  return (
    row.type !== without &&
    (username === undefined || row.username === username) &&
    (loanId === undefined || row.loanId === loanId) &&
    (address === undefined || row.address === address) &&
    (groupId === undefined || row.groupId === groupId) &&
    (type === undefined || row.type === type)
  );
}

/** All but the number, which is never pushed in full. */
export function fitsCall(row: MonitoredCall, args: CallArgs): boolean {
  const { username, loanId, groupId } = args;
  return (
    (username === undefined || row.seatAccount === username) &&
    (loanId === undefined || row.orderId === loanId) &&
    (groupId === undefined || row.groupId === groupId)
  );
}

export const runs = ({ state }: MonitoredCall): boolean => isLiveCall(state);
