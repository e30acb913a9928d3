import { MAX_PAGE_SIZE } from '../../../contract/shared/page';

/** One filter of a list. Its label is `<words>:filter.<name>`. */
export interface Filter {
  name: string;
  /** `number` is a whole one that is typed; `segments` are always seen, and the first is meant when none is chosen; `kept` comes by a link and can only be taken away. */
  kind?: 'text' | 'number' | 'choice' | 'segments' | 'day' | 'kept';
  /** Values of a choice; without them the page hands over its options, whose values are ids. */
  choices?: readonly string[];
  /** Where the choices' names stand: `codes:role`. */
  words?: string;
}

/** A list's query: the address holds all of it, so that every state of a list is a link. */
export interface ListQuery {
  page: number;
  size: number;
  sort?: string;
  order?: 'asc' | 'desc';
  [filter: string]: string | number | undefined;
}

/** Anything unknown in the address is ignored. */
export function readListQuery(
  search: URLSearchParams,
  filters: readonly Filter[],
  sortable: readonly string[],
  defaultSize: number,
): ListQuery {
  const count = (name: string, min: number, fallback: number) => {
    const value = Number(search.get(name));
    return Number.isInteger(value) && value >= min ? value : fallback;
  };
  const sort = sortable.find((each) => each === search.get('sort'));
  const values = filters.flatMap((filter) => {
    const value = valueOf(filter, search.get(filter.name)?.trim() ?? '');
    return value === undefined ? [] : [[filter.name, value]];
  });
  return {
    page: count('page', 1, 1),
    size: Math.min(count('size', 1, defaultSize), MAX_PAGE_SIZE),
    ...(sort && { sort, order: search.get('order') === 'asc' ? 'asc' : 'desc' }),
    ...(Object.fromEntries(values) as Record<string, string>),
  };
}

function valueOf({ kind = 'text', choices }: Filter, text: string): string | undefined {
  if (kind === 'text' || kind === 'kept') return text || undefined;
  if (kind === 'day') return /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;
  if (choices) return choices.find((each) => each === text) ?? (kind === 'segments' ? choices[0] : undefined);
  return /^\d+$/.test(text) ? text : undefined;
}

/** The address after a change of the question; a new question begins at its first page. */
export function writeListQuery(
  search: URLSearchParams,
  change: Record<string, string | number | null | undefined>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  if (!('page' in change)) next.delete('page');
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === null || value === '' || (name === 'page' && value === 1))
      next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}
