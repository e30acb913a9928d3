import type { CaseListArgs } from './cases-api';

/** The list a case was opened from: Esc leads back to its row, and "save and next" to the case after it. */
export interface ListMemory {
  /** Path and search of the list. */
  address: string;
  /** The list's query: its next page is fetched with it. */
  query: CaseListArgs & { page: number; size: number };
  cases: { id: number; loanId: string }[];
  /** How many rows stand before the first of `cases`, and how many the whole list has. */
  before: number;
  total: number;
  /** Where the list goes on behind the last of `cases`; null at its end. */
  after: string | null;
  openedId: number | null;
}

let memory: ListMemory | null = null;

export function rememberList(list: ListMemory): void {
  memory = list;
}

export function lastList(): ListMemory | null {
  return memory;
}

/** The row to stand on when this list is shown again. */
export function openedRow(address: string): number | null {
  return memory?.address === address ? memory.openedId : null;
}

export function casePath({ id, loanId }: { id: number; loanId: string }): string {
  return `/task/${id}/${encodeURIComponent(loanId)}`;
}
