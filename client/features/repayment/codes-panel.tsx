import './repayment.css';
import { useState } from 'react';
import type { CaseInfo } from '../../../contract/cases';
import type { RepaymentCodeRow } from '../../../contract/repayment-codes';
import { type Words, useWords } from '../../i18n/use-words';
import { SECOND_MS, useNow } from '../../state/clock';
import { Money } from '../../ui/money';
import { type SmallColumn, PagedTable } from '../../ui/small-table';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { Time } from '../../ui/time';
import { ChannelCard } from './channel-card';
import { CodeStatusTag } from './code-view';
import { DeductionPanel } from './deduction-panel';
import { ExtensionPanel } from './extension-panel';
import { NewCode } from './new-code';
import { useRepaymentCodesQuery } from './repayment-api';

/** How the borrower can pay: codes, the stored card, an extension. */
export default function CodesPanel({ info }: { info: CaseInfo }) {
  const { t } = useWords('repayment', 'codes');
  const now = useNow(SECOND_MS);
  const [page, setPage] = useState(1);
  const answer = useRepaymentCodesQuery({ taskId: info.id, page }, { refetchOnMountOrArgChange: true });
  const codes = answer.data;
  if (!codes) {
    return answer.error ? (
      <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
    ) : (
      <PanelSkeleton lines={10} />
    );
  }
  return (
    <div className="repay">
      {codes.mayAct && <NewCode key={info.id} info={info} codes={codes} />}
      <div className="repay-cards">
        {codes.channels.map((channel) => (
          <ChannelCard key={channel.payChannel} info={info} channel={channel} codes={codes} now={now} />
        ))}
        <DeductionPanel key={`card-${info.id}`} info={info} due={codes.dueAmount} mayAct={codes.mayAct} />
        <ExtensionPanel key={`extension-${info.id}`} info={info} now={now} />
      </div>
      <h3>{t('repayment:history')}</h3>
      <PagedTable
        answer={answer}
        page={page}
        onPage={setPage}
        nothing={t('repayment:no-history')}
        label={t('repayment:history')}
        columns={columns(t)}
        rowKey={({ id }) => id}
      />
    </div>
  );
}

function columns(t: Words): SmallColumn<RepaymentCodeRow>[] {
  const column = (
    key: string,
    draw: SmallColumn<RepaymentCodeRow>['draw'],
    figure = false,
  ): SmallColumn<RepaymentCodeRow> => ({ key, label: t(`repayment:column.${key}`), draw, figure });
  return [
    column('updateTime', (row) => <Time value={row.updateTime} />),
    column('appName', (row) => row.appName),
    column('payChannel', (row) => t(`repayment:channel.${row.payChannel}`)),
    column('type', (row) => t(`repayment:type.${row.type}`)),
    column('amount', (row) => <Money value={row.amount} />, true),
    column('maximumAmount', (row) => <Money value={row.maximumAmount} />, true),
    column('paidAmount', (row) => <Money value={row.paidAmount} />, true),
    column('status', (row) => <CodeStatusTag status={row.status} />),
    column('requestedBy', (row) => row.requestedBy ?? '—'),
  ];
}
