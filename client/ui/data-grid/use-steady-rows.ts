import { useState } from 'react';
import { mergeRows, type SteadyRows } from './merge-rows';

interface Shown<Row> {
  queryKey: string;
  answer: readonly Row[];
  steady: SteadyRows<Row>;
  /** How often the reader had changed the rows. */
  own: number;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Holds the rows on screen steady while newer answers to the same question arrive. A new question (filter, sort, page)
 * or `apply` shows the newest answer as it is, and so does the first one after a change of the reader's own, which
 * `own` counts: what they did themselves is no news to them.
 */
export function useSteadyRows<Row>(
  answer: readonly Row[],
  queryKey: string,
  idOf: (row: Row) => string,
  own = 0,
) {
  const fresh = (): Shown<Row> => ({
    queryKey,
    answer,
    own,
    steady: { rows: [...answer], gone: NONE, pending: 0, came: 0 },
  });
  const [shown, setShown] = useState(fresh);
  let current = shown;
  if (shown.queryKey !== queryKey || (shown.answer.length === 0 && answer.length > 0)) current = fresh();
  else if (shown.answer !== answer) {
    const merged = () => ({
      queryKey,
      answer,
      own,
      steady: mergeRows(shown.steady.rows, answer, idOf),
    });
    current = shown.own === own ? merged() : fresh();
  }
  // Derived while rendering, as React asks for: an effect would paint the old rows once more.
  if (current !== shown) setShown(current);
  return { ...current.steady, apply: () => setShown(fresh()) };
}
