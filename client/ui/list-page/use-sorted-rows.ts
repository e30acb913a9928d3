import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COUNT_CAP, MAX_PAGE_SIZE, type Page } from '../../../contract/shared/page';
import type { QueryState } from '../../api/query-state';
import { useLanguage } from '../../i18n/use-language';
import { type Column, valueOf, wordOf } from './columns';
import type { ListQuery } from './list-query';

type Value = string | number | boolean | null;

/**
 * A list's rows in the order that was asked for. The server sorts lists of any length by what it has an index for; a list
 * that one page can hold is read whole and sorted here, by every column of single values.
 *
 * @returns `served`: the query as the server may be asked it, also for a file. `sortable`: fields that sort now. `tooLong`: the
 * list has more rows than the column that was asked for can sort
 */
export function useSortedRows<Row, Data extends Page<Row>>(
  useRows: (query: ListQuery) => QueryState<Data>,
  query: ListQuery,
  columns: readonly Column<Row>[],
) {
  const [total, setTotal] = useState(0);
  const { sort, order: _, ...unsorted } = query;
  const column = columns.find(({ field }) => field === sort);
  const isHere = column !== undefined && !column.sortable;
  const isLong = column !== undefined && total > longest(column);
  const served = isHere || isLong ? unsorted : query;
  const answer = useRows(isHere && !isLong ? { ...served, page: 1, size: MAX_PAGE_SIZE } : served);
  const { data, currentData } = answer;
  if (data && data.totalCount !== total) setTotal(data.totalCount);
  const sorted = useSortedPage(currentData, isHere && !isLong ? column : undefined, query);
  const rows = data?.result;
  const sortable = columns
    .filter(
      (each) =>
        total <= longest(each) && (each.sortable || rows?.every((row) => isSingle(valueOf(each, row)))),
    )
    .map(({ field }) => field)
    .join(' ');
  const shown: QueryState<Data> =
    sorted === currentData ? answer : { ...answer, data: sorted, currentData: sorted };
  return { answer: shown, served, sortable, tooLong: isLong };
}

/** A page cut from all rows in the column's order; as it came without a column. */
function useSortedPage<Row, Data extends Page<Row>>(
  all: Data | undefined,
  column: Column<Row> | undefined,
  { order, page, size }: ListQuery,
): Data | undefined {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(() => {
    if (!column || !all) return all;
    const { compare } = new Intl.Collator(language, { numeric: true });
    const keyed = all.result.map((row) => ({ row, key: wordOf(column, valueOf(column, row) as Value, t) }));
    const byKey = (one: Value, other: Value) => {
      // Without a value: behind all others, whichever way.
      if (one === null || other === null) return Number(one === null) - Number(other === null);
      const found = typeof one === 'string' ? compare(one, String(other)) : Number(one) - Number(other);
      return order === 'asc' ? found : -found;
    };
    const rows = keyed.sort((one, other) => byKey(one.key, other.key)).map(({ row }) => row);
    return { ...all, result: rows.slice((page - 1) * size, page * size) };
  }, [all, column, order, page, size, language, t]);
}

/** How many rows may be sorted by the column. */
function longest<Row>({ sortable }: Column<Row>): number {
  return sortable === true ? Infinity : sortable === 'counted' ? COUNT_CAP : MAX_PAGE_SIZE;
}

const isSingle = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value);
