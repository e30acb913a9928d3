/** Rows of a steady table, in the order the reader has seen, and how much of a newer answer is held back. */
export interface SteadyRows<Row> {
  rows: Row[];
  /** Ids of shown rows that the newest answer no longer has. */
  gone: ReadonlySet<string>;
  /** Rows that came, left or moved: shown only when the reader applies them. */
  pending: number;
  /** How many of them came. */
  came: number;
}

/**
 * Puts a newer answer to the same question into the rows on screen: values change in place, nothing appears, vanishes or
 * moves under the cursor.
 */
export function mergeRows<Row>(
  shown: readonly Row[],
  incoming: readonly Row[],
  idOf: (row: Row) => string,
): SteadyRows<Row> {
  const byId = new Map(incoming.map((row) => [idOf(row), row]));
  const shownIds = new Set(shown.map(idOf));
  const rows = shown.map((row) => byId.get(idOf(row)) ?? row);
  const gone = new Set([...shownIds].filter((id) => !byId.has(id)));
  const came = incoming.filter((row) => !shownIds.has(idOf(row))).length;
  const kept = incoming.filter((row) => shownIds.has(idOf(row))).map(idOf);
  return {
    rows,
    gone,
    came,
    pending:
      gone.size +
      came +
      moved(
        shown.map(idOf).filter((id) => byId.has(id)),
        kept,
      ),
  };
}

/** How many rows stand at another place among those that both have. */
function moved(before: readonly string[], after: readonly string[]): number {
  return after.filter((id, index) => before[index] !== id).length > 0
    ? after.length - longestRun(before, after)
    : 0;
}

/** The longest common subsequence of two permutations: what did not need to move. */
function longestRun(before: readonly string[], after: readonly string[]): number {
  const place = new Map(before.map((id, index) => [id, index]));
  const ends: number[] = [];
  for (const id of after) {
    const at = place.get(id) ?? 0;
    const found = ends.findIndex((end) => end >= at);
    if (found < 0) ends.push(at);
    else ends[found] = at;
  }
  return ends.length;
}
