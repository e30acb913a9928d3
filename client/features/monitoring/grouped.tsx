import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { BehaviourGroup, BehaviourGroupQuery } from '../../../contract/supervision/behaviour';
import type { CallGroup, CallGroupQuery } from '../../../contract/contact/calls';
import type { Page } from '../../../contract/shared/page';
import type { QueryState } from '../../api/query-state';
import { useLanguage } from '../../i18n/use-language';
import { formatCounted } from '../../lib/capped-count';
import { minutes } from '../../lib/format';
import { GenericTable } from '../../ui/tables/generic-table';
import { type Column, gridColumns } from '../../ui/list-page/columns';
import { writeListQuery } from '../../ui/list-page/list-query';
import { DayAndTime } from './day-and-time';
import { Loan } from './feed-columns';
import type { BehaviourArgs, CallArgs } from './feed-rows';
import { useBehaviourGroupsQuery, useCallGroupsQuery } from './monitoring-api';

type Named = Pick<BehaviourGroup, 'key' | 'label' | 'username' | 'taskId' | 'records'>;
type Times = Pick<BehaviourGroup, 'firstAt' | 'lastAt'>;

const COUNTS = { kind: 'count', width: 92 } as const;
const LABEL: Column<Named> = {
  field: 'label',
  width: 150,
  draw: ({ label, taskId }, t) =>
    label === null ? (
      <span className="muted">{t('monitoring:folded-none')}</span>
    ) : taskId === null ? (
      label
    ) : (
      <Loan taskId={taskId} loanId={label} />
    ),
};
const TIMES: readonly Column<Times>[] = [
  { field: 'firstAt', width: 152, draw: ({ firstAt }) => <DayAndTime value={firstAt} /> },
  { field: 'lastAt', width: 152, draw: ({ lastAt }) => <DayAndTime value={lastAt} /> },
];
const OF_BEHAVIOUR: readonly Column<BehaviourGroup>[] = [
  LABEL,
  { field: 'records', ...COUNTS },
  { field: 'people', ...COUNTS },
  { field: 'cases', ...COUNTS },
  { field: 'addresses', ...COUNTS },
  { field: 'reveals', ...COUNTS, width: 110 },
  { field: 'exports', ...COUNTS, width: 108 },
  ...TIMES,
];
const OF_CALLS: readonly Column<CallGroup>[] = [
  LABEL,
  { field: 'records', ...COUNTS },
  { field: 'people', ...COUNTS },
  { field: 'cases', ...COUNTS },
  { field: 'numbers', ...COUNTS },
  { field: 'answered', ...COUNTS, width: 108 },
  { field: 'talk', ...COUNTS, width: 108, draw: ({ talk }) => minutes(talk) },
  { field: 'asked', ...COUNTS, width: 108 },
  { field: 'skipped', ...COUNTS, width: 108 },
  { field: 'wrongNumber', ...COUNTS, width: 120 },
  { field: 'noScript', ...COUNTS, width: 120 },
  {
    field: 'secondsToSay',
    ...COUNTS,
    width: 120,
    draw: ({ secondsToSay }) => (secondsToSay === null ? null : minutes(secondsToSay)),
  },
  ...TIMES,
];

interface GroupedProps<Args, By> {
  args: Args;
  by: By;
  page: number;
  size: number;
  onPage: (page: number) => void;
}

export function GroupedBehaviour(props: GroupedProps<BehaviourArgs, BehaviourGroupQuery['by']>) {
  const { args, by, page, size } = props;
  return (
    <Grouped
      {...props}
      answer={useBehaviourGroupsQuery({ ...args, by, page, size })}
      columns={OF_BEHAVIOUR}
    />
  );
}

export function GroupedCalls(props: GroupedProps<CallArgs, CallGroupQuery['by']>) {
  const { args, by, page, size } = props;
  return <Grouped {...props} answer={useCallGroupsQuery({ ...args, by, page, size })} columns={OF_CALLS} />;
}

interface TableProps<Row> extends GroupedProps<object, string> {
  answer: QueryState<Page<Row>>;
  columns: readonly Column<Row>[];
}

/** The newest records, one row for each person, case, address or number, which opens its records. */
function Grouped<Row extends Named>({ args, by, page, size, onPage, answer, columns }: TableProps<Row>) {
  const { t } = useTranslation('monitoring');
  const [search] = useSearchParams();
  const open = (row: Row) => feedOf(row, by, search);
  const drawn = columns.map((column) =>
    column.field === 'records'
      ? { ...column, draw: (row: Row) => <Records count={row.records} to={open(row)} /> }
      : column,
  );
  return (
    <GenericTable<Row>
      id={`monitoring-by-${by}`}
      label={t(`monitoring:by.${by}`)}
      answer={answer}
      query={{ asked: args, by, page, size }}
      columns={gridColumns(drawn, 'monitoring', t, undefined)}
      rowId={({ key }) => key}
      isMain
      open={open}
      page={page}
      size={size}
      onPage={onPage}
      autoHeight
      toolbar={<span className="muted">{t('monitoring:by-note')}</span>}
    />
  );
}

const FILTERS: Record<string, (row: Named) => Record<string, string | null>> = {
  person: ({ username }) => ({ username }),
  case: ({ label }) => ({ loanId: label }),
  address: ({ key }) => ({ address: key }),
  number: ({ key }) => ({ number: key }),
};

/** The records of one row, narrowed as the whole was; null for those of nobody and about nothing, which no filter names. */
function feedOf(row: Named, by: string, search: URLSearchParams): string | null {
  if (row.label === null) return null;
  const narrowed = writeListQuery(search, { ...FILTERS[by]?.(row), by: null, page: null, size: null });
  return `/dataMonitoring?${narrowed.toString()}`;
}

function Records({ count, to }: { count: number; to: string | null }) {
  const text = formatCounted(count, useLanguage());
  return to === null ? text : <Link to={to}>{text}</Link>;
}
