/** The list a case was opened from: Esc leads back to its row, and "save and next" to the case after it. */
export interface ListMemory {
  /** Path and search of the list. */
  address: string;
  cases: { id: number; loanId: string }[];
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

/** The case after this one in the list as the collector saw it; null at its end, or when it was opened by a link. */
export function nextCase(caseId: number): { id: number; loanId: string } | null {
  const at = memory?.cases.findIndex(({ id }) => id === caseId) ?? -1;
  const next = at < 0 ? undefined : memory?.cases[at + 1];
  if (memory && next) memory = { ...memory, openedId: next.id };
  return next ?? null;
}

export function casePath({ id, loanId }: { id: number; loanId: string }): string {
  return `/task/${id}/${encodeURIComponent(loanId)}`;
}
