import type { CaseInfo } from '../../../../contract/cases/cases';
import type { PayLogRow } from '../../../../contract/money/payments';
import { PAGE_SIZE } from '../../../../contract/shared/page';
import { type SmallColumn, PagedTable } from '../../../ui/tables/small-table';
import { Tag } from '../../../ui/status-tag';
import { useCasePaymentsQuery } from '../case-api';

const TONES = ['info', 'bad', 'good'] as const;

const COLUMNS: readonly SmallColumn<PayLogRow>[] = [
  { field: 'opTime', kind: 'time', head: 'case:payments.time' },
  {
    field: 'type',
    draw: (row, t) => t(row.reversal ? 'case:payments.reversal' : `codes:pay-log-type.${row.type}`),
  },
  { field: 'amount', kind: 'money' },
  {
    field: 'status',
    draw: (row, t) => (
      <>
        <Tag tone={TONES[row.status] ?? 'plain'}>{t(`codes:pay-log-status.${row.status}`)}</Tag>
        {row.doubled > 0 && <Tag tone="bad">{t('case:payments.charged', { times: row.doubled + 1 })}</Tag>}
      </>
    ),
  },
  { field: 'remark', draw: ({ remark }) => remark },
];

export function CasePayments({ info }: { info: CaseInfo }) {
  return (
    <PagedTable
      useRows={useCasePaymentsQuery}
      taskId={info.id}
      size={PAGE_SIZE.payLogs}
      words="case:payments"
      label="case:section.payments"
      nothing="case:payments.none"
      columns={COLUMNS}
      rowKey={({ id }) => id}
    />
  );
}
