import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PAGE_SIZE } from '../../../contract/shared/page';
import type { RunCase } from '../../../contract/team/allocation';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import { Tag } from '../../ui/status-tag';
import { Pager } from '../../ui/tables/pager';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';
import { useRunCasesQuery } from './allocation-api';

/** The cases of a run, each with its collector, the rule that gave it, and what became of it. */
export function RunCases({ runId }: { runId: number }) {
  const { t } = useTranslation(['allocation', 'lists']);
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useRunCasesQuery({ runId, page });
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={4} />;
  if (data.totalCount === 0) return <EmptyState title={t('allocation:cases.none')} />;
  const columns: readonly SmallColumn<RunCase>[] = [
    {
      field: 'borrowerName',
      draw: ({ taskId, loanId, borrowerName }) => (
        <Link to={`/task/${taskId}/${encodeURIComponent(loanId)}`}>{borrowerName}</Link>
      ),
    },
    { field: 'loanId' },
    { field: 'amount', kind: 'money' },
    { field: 'agent' },
    { field: 'rule', kind: 'code', words: 'allocation:short-rule' },
    {
      field: 'state',
      draw: ({ state, reason }) => (
        <>
          <Tag tone={state === 'DONE' ? 'good' : 'muted'}>{t(`allocation:item.${state}`)}</Tag>{' '}
          {reason && t(`lists:reason.${reason.split('.')[1]}`)}
        </>
      ),
    },
  ];
  return (
    <>
      <SmallTable
        label="allocation:cases.title"
        words="allocation:cases"
        columns={columns}
        rows={data.result}
        rowKey={({ taskId }) => taskId}
      />
      {data.totalCount > data.result.length && (
        <Pager
          page={page}
          size={PAGE_SIZE.table}
          total={data.totalCount}
          shown={data.result.length}
          onPage={setPage}
        />
      )}
    </>
  );
}
