import './repayment.css';
import { useTranslation } from 'react-i18next';
import type { CaseInfo } from '../../../contract/cases/cases';
import type { RepaymentCodeRow } from '../../../contract/money/repayment-codes';
import { SECOND_MS, useNow } from '../../state/clock';
import { ProviderOff, useIsOff } from '../../domain/site/provider-off';
import { SimulatedTag } from '../../domain/site/simulated-tag';
import { type SmallColumn, PagedTable } from '../../ui/tables/small-table';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { ChannelCard } from './channel-card';
import { CodeStatusTag } from './code-view';
import { DeductionPanel } from './deduction-panel';
import { ExtensionPanel } from './extension-panel';
import { NewCode } from './new-code';
import { useRepaymentCodesQuery } from './repayment-api';

const COLUMNS: readonly SmallColumn<RepaymentCodeRow>[] = [
  { field: 'updateTime', kind: 'time' },
  { field: 'appName' },
  { field: 'payChannel', kind: 'code', words: 'repayment:channel' },
  { field: 'type', kind: 'code', words: 'repayment:type' },
  { field: 'amount', kind: 'money' },
  { field: 'maximumAmount', kind: 'money' },
  { field: 'paidAmount', kind: 'money' },
  {
    field: 'status',
    draw: ({ status, simulated }) => (
      <>
        <CodeStatusTag status={status} /> {simulated && <SimulatedTag />}
      </>
    ),
  },
  { field: 'requestedBy' },
];

export default function CodesPanel({ info }: { info: CaseInfo }) {
  const { t } = useTranslation(['repayment', 'codes']);
  const now = useNow(SECOND_MS);
  const args = { taskId: info.id, page: 1 };
  const answer = useRepaymentCodesQuery(args, { refetchOnMountOrArgChange: true });
  const off = useIsOff('rails');
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
      <ProviderOff of="rails" />
      {codes.mayAct && !off && <NewCode key={info.id} info={info} codes={codes} />}
      <div className="repay-cards">
        {codes.channels.map((channel) => (
          <ChannelCard key={channel.payChannel} info={info} channel={channel} codes={codes} now={now} />
        ))}
        <DeductionPanel key={`card-${info.id}`} info={info} due={codes.dueAmount} mayAct={codes.mayAct} />
        <ExtensionPanel key={`extension-${info.id}`} info={info} now={now} />
      </div>
      <h3>{t('repayment:history')}</h3>
      <PagedTable
        useRows={useRepaymentCodesQuery}
        taskId={info.id}
        words="repayment:column"
        label="repayment:history"
        nothing="repayment:no-history"
        columns={COLUMNS}
        rowKey={({ id }) => id}
      />
    </div>
  );
}
