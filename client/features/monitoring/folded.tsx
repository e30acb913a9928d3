import { useTranslation } from 'react-i18next';
import type { BehaviourFold, BehaviourFoldQuery } from '../../../contract/supervision/behaviour';
import type { CallFold, CallFoldQuery } from '../../../contract/contact/calls';
import type { Page } from '../../../contract/shared/page';
import type { QueryState } from '../../api/query-state';
import { minutes } from '../../lib/format';
import { GenericTable } from '../../ui/tables/generic-table';
import { type Column, gridColumns } from '../../ui/list-page/columns';
import { DayAndTime } from './day-and-time';
import { Loan } from './feed-columns';
import type { BehaviourArgs, CallArgs } from './feed-rows';
import { useBehaviourFoldQuery, useCallFoldQuery } from './monitoring-api';

type Named = Pick<BehaviourFold, 'key' | 'label' | 'taskId'>;
type Times = Pick<BehaviourFold, 'firstAt' | 'lastAt'>;

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
const OF_BEHAVIOUR: readonly Column<BehaviourFold>[] = [
  LABEL,
  { field: 'records', ...COUNTS },
  { field: 'people', ...COUNTS },
  { field: 'cases', ...COUNTS },
  { field: 'addresses', ...COUNTS },
  { field: 'reveals', ...COUNTS, width: 110 },
  { field: 'exports', ...COUNTS, width: 108 },
  ...TIMES,
];
const OF_CALLS: readonly Column<CallFold>[] = [
  LABEL,
  { field: 'records', ...COUNTS },
  { field: 'people', ...COUNTS },
  { field: 'cases', ...COUNTS },
  { field: 'numbers', ...COUNTS },
  { field: 'answered', ...COUNTS, width: 108 },
  { field: 'talk', ...COUNTS, width: 108, draw: ({ talk }) => minutes(talk) },
  ...TIMES,
];

interface FoldedProps<Args, By> {
  args: Args;
  by: By;
  page: number;
  size: number;
  onPage: (page: number) => void;
}

export function FoldedBehaviour(props: FoldedProps<BehaviourArgs, BehaviourFoldQuery['by']>) {
  const { args, by, page, size } = props;
  return (
    <Folded {...props} answer={useBehaviourFoldQuery({ ...args, by, page, size })} columns={OF_BEHAVIOUR} />
  );
}

export function FoldedCalls(props: FoldedProps<CallArgs, CallFoldQuery['by']>) {
  const { args, by, page, size } = props;
  return <Folded {...props} answer={useCallFoldQuery({ ...args, by, page, size })} columns={OF_CALLS} />;
}

interface TableProps<Row> extends FoldedProps<object, string> {
  answer: QueryState<Page<Row>>;
  columns: readonly Column<Row>[];
}

/** The newest records, one row for each person, case, address or number. */
function Folded<Row extends Named>({ args, by, page, size, onPage, answer, columns }: TableProps<Row>) {
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
