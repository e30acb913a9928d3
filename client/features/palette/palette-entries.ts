import type { CaseRow } from '../../../contract/cases/cases';
import { normalised, type Scored, scoreOf } from './palette-match';

export interface PaletteRoute {
  path: string;
  label: string;
}

export type EntryGroup = 'case' | 'person' | 'here' | 'go' | 'filter' | 'setting';

export interface Entry {
  id: string;
  group: EntryGroup;
  label: string;
  hint?: string;
  keys?: string;
  act: () => void;
}

const ORDER: readonly EntryGroup[] = ['here', 'case', 'person', 'go', 'filter', 'setting'];
const MAX_ENTRIES = 40;

/**
 * Entries that match the text, the best of each group first and the groups in their order; without a text everything but
 * cases and people.
 * Cases were found by the server: they all fit.
 */
export function fitting(entries: readonly Entry[], text: string): Entry[] {
  const words = normalised(text);
  const scored = entries.flatMap((entry): Scored<Entry>[] => {
    if (entry.group === 'person' && words === '') return [];
    const score = entry.group === 'case' ? 1 : scoreOf(words, `${entry.label} ${entry.hint ?? ''}`);
    return score > 0 ? [{ entry, score }] : [];
  });
  scored.sort(
    (one, other) =>
      ORDER.indexOf(one.entry.group) - ORDER.indexOf(other.entry.group) || other.score - one.score,
  );
  return scored.slice(0, MAX_ENTRIES).map(({ entry }) => entry);
}

/** Queries for this text: a number by loan and, when it may be one, by phone; anything else by name and loan. */
export function queriesFor(
  text: string,
): Partial<Record<'loanId' | 'borrowerPhone' | 'borrowerName', string>>[] {
  const query = text.trim();
  if (query.length < 3 || query.length > 40) return [];
  const digits = query.replace(/[\s().+-]/g, '');
  if (/^\d+$/.test(digits))
    return digits.length >= 10 ? [{ loanId: query }, { borrowerPhone: query }] : [{ loanId: query }];
  return /\d/.test(query) ? [{ loanId: query }] : [{ borrowerName: query }, { loanId: query }];
}

export function distinct(rows: readonly CaseRow[]): CaseRow[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
