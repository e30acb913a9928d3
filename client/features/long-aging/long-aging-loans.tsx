import { useTranslation } from 'react-i18next';
import type { CaseInfo } from '../../../contract/cases/cases';
import type { LongAgingItem } from '../../../contract/cases/long-aging';
import { PAGE_SIZE } from '../../../contract/shared/page';
import { type SmallColumn, PagedTable } from '../../ui/tables/small-table';
import { LoanStatusTag } from '../../domain/cases/status-tags';
import { useLongAgingItemsQuery } from './long-aging-api';

const COLUMNS: readonly SmallColumn<LongAgingItem>[] = [
  { field: 'loanId', head: 'case:fact.loan', draw: ({ loanId }) => <span className="figure">{loanId}</span> },
  { field: 'appName', head: 'case:fact.app' },
  { field: 'productCategory', head: 'case:fact.product' },
  {
    field: 'loanStatus',
    head: 'case:fact.loan-status',
    draw: ({ loanStatus }) => <LoanStatusTag status={loanStatus} />,
  },
  { field: 'penaltyDate', kind: 'day', head: 'case:fact.overdue-date' },
  { field: 'penaltyDay', kind: 'count', head: 'case:long-aging.days' },
  { field: 'amount', kind: 'money', head: 'case:fact.due' },
];

export function LongAgingLoans({ info }: { info: CaseInfo }) {
  const { t } = useTranslation(['case', 'codes']);
  if (info.kind !== 'LONG_AGING') return null;
  return (
    <div className="case-loan-wide">
      <h3>{t('case:long-aging.title')}</h3>
      <PagedTable
        useRows={useLongAgingItemsQuery}
        taskId={info.id}
        size={PAGE_SIZE.tasks}
        words="case:fact"
        label="case:long-aging.title"
        nothing="case:long-aging.none"
        columns={COLUMNS}
        rowKey={({ loanItemId }) => loanItemId}
      />
    </div>
  );
}
