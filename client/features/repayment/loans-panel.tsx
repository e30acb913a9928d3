import './repayment.css';
import { Link } from 'react-router';
import type { CaseInfo } from '../../../contract/cases/cases';
import type { LoanRecordRow } from '../../../contract/money/loans';
import { type SmallColumn, PagedTable } from '../../ui/tables/small-table';
import { CaseStatusTag, LoanStatusTag } from '../../domain/cases/status-tags';
import { useLoanRecordsQuery } from './records-api';

export default function LoansPanel({ info }: { info: CaseInfo }) {
  return (
    <PagedTable
      useRows={useLoanRecordsQuery}
      taskId={info.id}
      words="repayment:loans"
      label="repayment:loans.title"
      nothing="repayment:loans.none"
      columns={columns(info.id)}
      rowKey={({ id }) => id}
    />
  );
}

function columns(shownCase: number): readonly SmallColumn<LoanRecordRow>[] {
  return [
    {
      field: 'loanId',
      draw: ({ taskId, loanId }) =>
        taskId !== null && taskId !== shownCase ? (
          <Link to={`/task/${taskId}/${loanId}`}>{loanId}</Link>
        ) : (
          loanId
        ),
    },
    { field: 'appName' },
    { field: 'productCategory', head: 'repayment:loans.product' },
    { field: 'disbursedAt', kind: 'day' },
    { field: 'contractAmount', kind: 'money' },
    { field: 'outstandingAmount', kind: 'money' },
    { field: 'loanStatus', draw: (row) => <LoanStatusTag status={row.loanStatus} /> },
    {
      field: 'caseStatus',
      draw: ({ caseStatus }) => (caseStatus === null ? '—' : <CaseStatusTag status={caseStatus} />),
    },
    { field: 'reloan', kind: 'code', words: 'codes:reloan' },
    { field: 'settledAt', kind: 'day' },
  ];
}
