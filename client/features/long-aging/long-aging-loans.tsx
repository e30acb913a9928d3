import { useState } from 'react';
import type { CaseInfo } from '../../../contract/cases';
import type { LongAgingItem } from '../../../contract/long-aging';
import { PAGE_SIZE } from '../../../contract/shared/page';
import { useWords, type Words } from '../../i18n/use-words';
import { Money } from '../../ui/money';
import { type SmallColumn, PagedTable } from '../../ui/small-table';
import { LoanStatusTag } from '../../ui/status-tag';
import { Day } from '../../ui/time';
import { useLongAgingItemsQuery } from './long-aging-api';

/** The loan items that a long-aging case holds, the leading one first. */
export function LongAgingLoans({ info }: { info: CaseInfo }) {
  return info.kind === 'LONG_AGING' ? <Loans taskId={info.id} /> : null;
}

function Loans({ taskId }: { taskId: number }) {
  const { t } = useWords('case', 'codes');
  const [page, setPage] = useState(1);
  const answer = useLongAgingItemsQuery({ taskId, page });
  return (
    <div className="case-loan-wide">
      <h3>{t('case:long-aging.title')}</h3>
      <PagedTable
        answer={answer}
        page={page}
        size={PAGE_SIZE.tasks}
        onPage={setPage}
        nothing={t('case:long-aging.none')}
        label={t('case:long-aging.title')}
        columns={columns(t)}
        rowKey={({ loanItemId }) => loanItemId}
      />
    </div>
  );
}

function columns(t: Words): SmallColumn<LongAgingItem>[] {
  return [
    {
      key: 'loanId',
      label: t('case:fact.loan'),
      draw: (row) => <span className="figure">{row.loanId}</span>,
    },
    { key: 'app', label: t('case:fact.app'), draw: (row) => row.appName },
    { key: 'product', label: t('case:fact.product'), draw: (row) => row.productCategory },
    {
      key: 'status',
      label: t('case:fact.loan-status'),
      draw: (row) => <LoanStatusTag status={row.loanStatus} />,
    },
    { key: 'due', label: t('case:fact.overdue-date'), draw: (row) => <Day value={row.penaltyDate} /> },
    { key: 'days', label: t('case:long-aging.days'), figure: true, draw: (row) => row.penaltyDay ?? '—' },
    {
      key: 'amount',
      label: t('case:fact.due'),
      figure: true,
      draw: (row) => <Money value={row.amount} />,
    },
  ];
}
