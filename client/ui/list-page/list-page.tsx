import './list-page.css';
import type { TFunction } from 'i18next';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import type { Permission } from '../../../contract/permissions';
import { PAGE_SIZE, type Page } from '../../../contract/shared/page';
import type { QueryState } from '../../api/query-state';
import type { Call } from '../../api/http';
import { useMay } from '../../api/session-api';
import { usePageSize } from '../../state/preferences';
import { Button } from '../button';
import type { Options } from '../entity-form/value-text';
import { ExportButton } from '../exports/export-button';
import { BackLink } from '../visits/back-link';
import { GenericTable } from '../tables/generic-table';
import { PageHeader } from '../page-header';
import { EmptyState } from '../states';
import { type RowAction, Batch, useRowActions } from './acts';
import { actsColumn, actsWidth, DrawActs, drawActs } from './acts-column';
import { ACTS_ROOM } from './acts-room';
import { type Column, gridColumns } from './columns';
import { FilterBar } from './filter-bar';
import { type Filter, type ListQuery, readListQuery, writeListQuery } from './list-query';
import { useSortedRows } from './use-sorted-rows';

interface ListPageProps<Row, Data extends Page<Row>> {
  /** Names the table: its columns' widths, order and visibility are kept under it. */
  id: string;
  /** Namespace of its words: `list.title`, `list.empty`, `list.add`, `column.*`, `filter.*`, `act.*`, `ask.*`. */
  words: string;
  /** Instead of `list.title`. */
  title?: string | undefined;
  /** The list that this one is a part of. */
  back?: { to: string; label: string };
  useRows: (query: ListQuery) => QueryState<Data>;
  filters: readonly Filter[];
  /** Options of filters without choices of their own, by their names. */
  options?: (query: ListQuery) => Options;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** Where Enter, a double click or the row's name leads. */
  open?: (row: Row) => string;
  acts?: readonly RowAction<Row>[];
  /** Pixels of a row for their buttons, where its columns need the rest; those without room stand in a menu. */
  actsRoom?: number;
  /** A row's name among people; unless given, the value of its column `name`. */
  nameOf?: (row: Row, t: TFunction) => string;
  primary?: { to: string; may: Permission };
  /** The call that answers a question as a file, and the file's name. */
  exported?: { call: (query: ListQuery) => Call; file: (query: ListQuery) => string; may: Permission };
  /** Rows of a page when the address says nothing else. */
  size?: number;
  /** How many rows each choice of the segments would show. */
  counts?: (data: Data) => Readonly<Record<string, number>>;
  /** Centavos of a row, of which the marked ones are summed up. */
  sumOf?: (row: Row) => number;
  /** How often the reader has changed rows by other means than `acts`. */
  own?: number;
  /** Instead of `list.empty`. */
  empty?: string;
  /** The next step for an empty list. */
  emptyHint?: string;
  /** Over the filters, of the same answer. */
  above?: (answer: QueryState<Data>) => ReactNode;
}

/**
 * A list, described: filters, columns, what can be done to one row or several, what can be added. The address is its
 * state; the server filters, sorts and counts; what is pushed by tag changes the rows in place.
 */
export function ListPage<Row, Data extends Page<Row> = Page<Row>>(props: ListPageProps<Row, Data>) {
  const { words, filters, columns, open, rowId, primary, exported, actsRoom = ACTS_ROOM } = props;
  const { t } = useTranslation([words, 'lists', 'codes']);
  const title = props.title ?? t(`${words}:list.title`);
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const { size: defaultSize, keepSize } = usePageSize(props.size ?? PAGE_SIZE.table);
  const fields = columns.map(({ field }) => field);
  const query = readListQuery(search, filters, fields, defaultSize);
  const { page, size, sort, order } = query;
  const { answer, served, sortable, tooLong } = useSortedRows(props.useRows, query, columns);
  const [done, setDone] = useState(0);
  const named = columns.find(({ kind }) => kind === 'name') ?? columns.find(({ field }) => field === 'name');
  const nameOf = (row: Row) => props.nameOf?.(row, t) ?? (named ? String(row[named.field]) : '');
  const acts = useRowActions(
    props.acts ?? [],
    words,
    () => setDone(done + 1),
    props.nameOf || named ? nameOf : undefined,
  );
  const [markedIds, setMarkedIds] = useState<readonly string[]>([]);
  // As they are now: what is done to a row carries its version.
  const marked = (answer.data?.result ?? []).filter((row) => markedIds.includes(rowId(row)));
  const ask = (change: Parameters<typeof writeListQuery>[1]) => setSearch(writeListQuery(search, change));
  const mayAdd = useMay(primary?.may ?? 'case:read') && primary !== undefined;
  const mayExport = useMay(exported?.may ?? 'case:read') && exported !== undefined;
  // A page gives another function each time it is drawn: with new columns, the grid would draw all of its cells anew.
  const [leads] = useState(() => open);
  const grid = useMemo(
    () => gridColumns(columns, words, t, leads, sortable.split(' ')),
    [columns, words, t, leads, sortable],
  );
  const width = acts.allowed.length > 0 ? actsWidth(acts, answer.data?.result ?? [], words, t, actsRoom) : 0;
  const shown = useMemo(() => (width > 0 ? [...grid, actsColumn<Row>(width, t)] : grid), [grid, width, t]);
  const narrowed = filters.some(({ name, kind }) => kind !== 'segments' && query[name] !== undefined);
  const clear = () => ask(Object.fromEntries(filters.map(({ name }) => [name, undefined])));
  const bar = (
    <FilterBar
      filters={filters}
      words={words}
      options={props.options?.(query) ?? {}}
      query={query}
      counts={answer.data && props.counts?.(answer.data)}
      onFilter={ask}
    />
  );
  // Acts on marked rows take the place of the filters: nothing moves under the pointer.
  const marks = acts.allowed.some(({ many }) => many);
  return (
    <div className="page list-page">
      {props.back && <BackLink {...props.back} keys={false} />}
      <PageHeader
        title={title}
        extra={
          <>
            {mayExport && <ExportButton call={exported.call(served)} file={exported.file(query)} />}
            {mayAdd && (
              <Button primary onClick={() => void navigate(primary.to)}>
                {t(`${words}:list.add`)}
              </Button>
            )}
          </>
        }
      />
      {props.above?.(answer)}
      {tooLong && (
        <p className="muted" role="status">
          {t('lists:unsorted', { column: t(`${words}:column.${sort}`) })}
        </p>
      )}
      <DrawActs value={drawActs(acts, words, t, actsRoom)}>
        <GenericTable<Row>
          id={props.id}
          label={title}
          answer={answer}
          query={query}
          columns={shown}
          rowId={rowId}
          page={page}
          size={size}
          onPage={(next) => ask({ page: next })}
          onSize={(next) => {
            keepSize(next);
            ask({ size: next });
          }}
          {...(sort && !tooLong && { sort: { column: sort, order: order ?? 'desc' } })}
          onSort={(next) => ask({ sort: next?.column, order: next?.order })}
          isMain
          open={open}
          {...(marks && { onSelect: (rows: Row[]) => setMarkedIds(rows.map(rowId)) })}
          autoHeight
          own={done + (props.own ?? 0)}
          toolbar={
            <div className="list-bar">
              <div className={marked.length > 0 ? 'list-bar-away' : ''}>{bar}</div>
              {marked.length > 0 && <Batch rows={marked} acts={acts} words={words} sumOf={props.sumOf} />}
            </div>
          }
          empty={
            <EmptyState
              title={props.empty ?? t(`${words}:list.empty`)}
              {...(props.emptyHint && { hint: props.emptyHint })}
              {...(narrowed && {
                hint: t('common:empty.hint'),
                action: <Button onClick={clear}>{t('common:action.clear')}</Button>,
              })}
            />
          }
        />
      </DrawActs>
      {acts.dialog}
    </div>
  );
}
