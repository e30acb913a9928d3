/** Milliseconds for which a file stands still before it counts as whole. */
export const STILL_MS = 60_000;

export interface Look {
  size: number;
  mtimeMs: number;
  /** Since when it has looked so, by this process's own watch. */
  since: number;
}

/** A look at a file; one that differs in size or time from the one before begins to stand still anew. */
export function lookAt(
  { size, mtimeMs }: Pick<Look, 'size' | 'mtimeMs'>,
  before: Look | undefined,
  at: number,
): Look {
  const isSame = before?.size === size && before.mtimeMs === mtimeMs;
  return { size, mtimeMs, since: isSame ? before.since : at };
}

/** Whether nobody writes to it any more: it stands still, or a `.done` beside it says so. */
export function isWhole({ size, since }: Look, at: number, isDone: boolean): boolean {
  return isDone || (size > 0 && at - since >= STILL_MS);
}
