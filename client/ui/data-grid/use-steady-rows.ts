import { useState } from 'react';
import { mergeRows, type SteadyRows } from './merge-rows';

interface Shown<Row> {
  question: string;
  answer: readonly Row[];
  steady: SteadyRows<Row>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Holds the rows on screen steady while newer answers to the same question arrive. A new question (filter, sort, page)
 * or `apply` shows the newest answer as it is.
 */
export function useSteadyRows<Row>(answer: readonly Row[], question: string, idOf: (row: Row) => string) {
  const fresh = (): Shown<Row> => ({
    question,
    answer,
    steady: { rows: [...answer], gone: NONE, pending: 0, came: 0 },
  });
  const [shown, setShown] = useState(fresh);
  let current = shown;
  if (shown.question !== question || (shown.answer.length === 0 && answer.length > 0)) current = fresh();
  else if (shown.answer !== answer) {
    current = { question, answer, steady: mergeRows(shown.steady.rows, answer, idOf) };
  }
  // Derived while rendering, as React asks for: an effect would paint the old rows once more.
  if (current !== shown) setShown(current);
  return { ...current.steady, apply: () => setShown(fresh()) };
}
