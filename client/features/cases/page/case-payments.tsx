import { useState } from 'react';
import type { CaseInfo } from '../../../../contract/cases';
import type { PayLogRow } from '../../../../contract/payments';
import { PAGE_SIZE } from '../../../../contract/shared/page';
import { type Words, useWords } from '../../../i18n/use-words';
import { Money } from '../../../ui/money';
import { Tag } from '../../../ui/status-tag';
import { Time } from '../../../ui/time';
import { useCasePaymentsQuery } from '../case-api';
import { type SmallColumn, PagedTable } from '../../../ui/small-table';

const TONES = ['info', 'bad', 'good'] as const;

/** The deduction log: what was paid, taken or tried. */
export function CasePayments({ info }: { info: CaseInfo }) {
  const { t } = useWords('case', 'codes');
  const [page, setPage] = useState(1);
  const answer = useCasePaymentsQuery({ taskId: info.id, page });
  return (
    <PagedTable
      answer={answer}
      page={page}
      size={PAGE_SIZE.payLogs}
      onPage={setPage}
      nothing={t('case:payments.none')}
      label={t('case:section.payments')}
      columns={columns(t)}
      rowKey={({ id }) => id}
    />
  );
}

function columns(t: Words): SmallColumn<PayLogRow>[] {
  return [
    { key: 'opTime', label: t('case:payments.time'), draw: (row) => <Time value={row.opTime} /> },
    {
      key: 'type',
      label: t('case:payments.type'),
      draw: (row) => t(row.reversal ? 'case:payments.reversal' : `codes:pay-log-type.${row.type}`),
    },
    {
      key: 'amount',
      label: t('case:payments.amount'),
      figure: true,
      draw: (row) => <Money value={row.amount} />,
    },
    {
      key: 'status',
      label: t('case:payments.status'),
      draw: (row) => (
        <>
          <Tag tone={TONES[row.status] ?? 'plain'}>{t(`codes:pay-log-status.${row.status}`)}</Tag>
          {row.doubled > 0 && <Tag tone="bad">{t('case:payments.charged', { times: row.doubled + 1 })}</Tag>}
        </>
      ),
    },
    { key: 'remark', label: t('case:payments.remark'), draw: (row) => row.remark },
  ];
}
