import './repayment.css';
import { useState } from 'react';
import { Link } from 'react-router';
import type { CaseInfo } from '../../../contract/cases';
import type { LoanRecordRow } from '../../../contract/loans';
import { type Words, useWords } from '../../i18n/use-words';
import { Money } from '../../ui/money';
import { type SmallColumn, PagedTable } from '../../ui/small-table';
import { CaseStatusTag, LoanStatusTag } from '../../ui/status-tag';
import { Day } from '../../ui/time';
import { useLoanRecordsQuery } from './records-api';

/** The borrower's loans, over all apps. */
export default function LoansPanel({ info }: { info: CaseInfo }) {
  const { t } = useWords('repayment', 'codes');
  const [page, setPage] = useState(1);
  const answer = useLoanRecordsQuery({ taskId: info.id, page });
  return (
    <PagedTable
      answer={answer}
      page={page}
      onPage={setPage}
      nothing={t('repayment:loans.none')}
      label={t('repayment:loans.title')}
      columns={columns(t, info.id)}
      rowKey={({ id }) => id}
    />
  );
}

function columns(t: Words, shownCase: number): SmallColumn<LoanRecordRow>[] {
  const column = (
    key: string,
    draw: SmallColumn<LoanRecordRow>['draw'],
    figure = false,
  ): SmallColumn<LoanRecordRow> => ({ key, label: t(`repayment:loans.${key}`), draw, figure });
  return [
    column('loanId', (row) =>
      row.taskId !== null && row.taskId !== shownCase ? (
        <Link to={`/task/${row.taskId}/${row.loanId}`}>{row.loanId}</Link>
      ) : (
        row.loanId
      ),
    ),
    column('appName', (row) => row.appName),
    column('product', (row) => row.productCategory),
    column('disbursedAt', (row) => <Day value={row.disbursedAt} />),
    column('contractAmount', (row) => <Money value={row.contractAmount} />, true),
    column('outstandingAmount', (row) => <Money value={row.outstandingAmount} />, true),
    column('loanStatus', (row) => <LoanStatusTag status={row.loanStatus} />),
    column('caseStatus', (row) =>
      row.caseStatus === null ? '—' : <CaseStatusTag status={row.caseStatus} />,
    ),
    column('reloan', (row) => t(`codes:reloan.${row.reloan}`)),
    column('settledAt', (row) => <Day value={row.settledAt} />),
  ];
}
