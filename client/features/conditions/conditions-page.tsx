import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { PlanRow } from '../../../contract/cases/cases';
import type { PayLogRow } from '../../../contract/money/payments';
import { PAGE_SIZE } from '../../../contract/shared/page';
import { useWatch } from '../../realtime/hooks';
import { GenericTable } from '../../ui/tables/generic-table';
import { EmptyState } from '../../ui/states';
import { usePageTitle } from '../../ui/page-header';
import { BackLink } from '../../ui/visits/back-link';
import { payLogColumns, planColumns } from './conditions-columns';
import { usePayLogPageQuery, usePlanCaseQuery, usePlanPageQuery } from './conditions-api';

export function Component() {
  const { taskId = '' } = useParams();
  useWatch({ topic: 'case', caseId: Number(taskId) });
  return (
    <div className="page">
      <CaseLink taskId={taskId} />
      <Plan taskId={taskId} />
      <PayLog taskId={taskId} />
    </div>
  );
}

/** Link to the plan's case; its place is kept until both have loaded. */
function CaseLink({ taskId }: { taskId: string }) {
  const { t } = useTranslation('conditions');
  const { data } = usePlanCaseQuery(taskId);
  usePageTitle(data && `${t('conditions:plan')} ${data.loanId}`);
  if (!data) return <div className="page-back" />;
  const to = `/task/${taskId}/${encodeURIComponent(data.loanId)}`;
  return <BackLink to={to} label={`${data.borrowerName} · ${data.loanId}`} />;
}

const planId = (row: PlanRow) => String(row.period);

function Plan({ taskId }: { taskId: string }) {
  const { t } = useTranslation('conditions');
  const [page, setPage] = useState(1);
  const answer = usePlanPageQuery({ taskId, page });
  const columns = useMemo(() => planColumns(t), [t]);
  return (
    <GenericTable<PlanRow>
      id="plan"
      label={t('conditions:plan')}
      answer={answer}
      query={{ taskId, page }}
      columns={columns}
      rowId={planId}
      page={page}
      size={PAGE_SIZE.plan}
      onPage={setPage}
      autoHeight
      empty={<EmptyState title={t('conditions:no-plan')} />}
      toolbar={<h1 className="table-title">{t('conditions:plan')}</h1>}
    />
  );
}

const logId = (row: PayLogRow) => String(row.id);

function PayLog({ taskId }: { taskId: string }) {
  const { t } = useTranslation(['conditions', 'codes']);
  const [page, setPage] = useState(1);
  const answer = usePayLogPageQuery({ taskId, page });
  const columns = useMemo(() => payLogColumns(t), [t]);
  return (
    <GenericTable<PayLogRow>
      id="pay-log"
      label={t('conditions:log')}
      answer={answer}
      query={{ taskId, page }}
      columns={columns}
      rowId={logId}
      page={page}
      size={PAGE_SIZE.payLogs}
      onPage={setPage}
      autoHeight
      empty={<EmptyState title={t('conditions:no-log')} />}
      toolbar={<h2 className="table-title">{t('conditions:log')}</h2>}
    />
  );
}
