import { useTranslation } from 'react-i18next';
import type { BehaviourGroup, BehaviourGroupQuery } from '../../../contract/supervision/behaviour';
import type { CallGroup, CallGroupQuery } from '../../../contract/contact/calls';
import type { Page } from '../../../contract/shared/page';
import type { QueryState } from '../../api/query-state';
import { minutes } from '../../lib/format';
import { GenericTable } from '../../ui/tables/generic-table';
import { type Column, gridColumns } from '../../ui/list-page/columns';
import { DayAndTime } from './day-and-time';
import { Loan } from './feed-columns';
import type { BehaviourArgs, CallArgs } from './feed-rows';
import { useBehaviourGroupsQuery, useCallGroupsQuery } from './monitoring-api';

type Named = Pick<BehaviourGroup, 'key' | 'label' | 'taskId'>;
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

/** The newest records, one row for each person, case, address or number. */
function Grouped<Row extends Named>({ args, by, page, size, onPage, answer, columns }: TableProps<Row>) {
  const { t } = useTranslation('monitoring');
  return (
    <GenericTable<Row>
      id={`monitoring-by-${by}`}
      label={t(`monitoring:by.${by}`)}
      answer={answer}
      query={{ asked: args, by, page, size }}
      columns={gridColumns(columns, 'monitoring', t, undefined)}
      rowId={({ key }) => key}
      page={page}
      size={size}
      onPage={onPage}
      autoHeight
      toolbar={<span className="muted">{t('monitoring:by-note')}</span>}
    />
  );
}
