import { useTranslation } from 'react-i18next';
import type { CaseInfo } from '../../../contract/cases/cases';
import type {
  ChannelState,
  RefreshRepaymentCode,
  RepaymentCodes,
} from '../../../contract/money/repayment-codes';
import { Button } from '../../ui/button';
import { Money } from '../../ui/money';
import { CodeView } from './code-view';
import { secondsUntil } from '../../lib/countdown';
import { useRefreshCodeMutation } from './repayment-api';
import { useMoneyAct } from './use-money-act';

interface ChannelCardProps {
  info: CaseInfo;
  channel: ChannelState;
  codes: RepaymentCodes;
  now: number;
}

export function ChannelCard({ info, channel, codes, now }: ChannelCardProps) {
  const { t } = useTranslation(['repayment', 'codes']);
  const { payChannel } = channel;
  const shown = codes.current.filter((code) => code.payChannel === payChannel);
  return (
    <section className="repay-card" aria-label={t(`codes:pay-channel.${payChannel}`)}>
      <h3>{t(`repayment:channel.${payChannel}`)}</h3>
      {shown.length === 0 && <p className="code-waiting">{t('repayment:none')}</p>}
      {shown.map((code) => (
        <CodeView key={code.id} code={code} now={now} due={codes.dueAmount} />
      ))}
      {codes.mayAct && shown.length > 0 && <Refresh info={info} channel={channel} codes={codes} now={now} />}
    </section>
  );
}

function Refresh({ info, channel, codes, now }: ChannelCardProps) {
  const { t } = useTranslation('repayment');
  const [refresh, { isLoading }] = useRefreshCodeMutation();
  const act = useMoneyAct<Omit<RefreshRepaymentCode, 'clientRequestId'>>(refresh);
  const { payChannel } = channel;
  const seconds = secondsUntil(channel.refreshAt, now);
  const newest = codes.current.find((code) => code.payChannel === payChannel);
  const amount =
    newest?.type === 'CUSTOM' && newest.amount < codes.dueAmount ? newest.amount : codes.dueAmount;
  const ask = () =>
    act.ask({
      title: t('repayment:refresh.title'),
      facts: [
        [t('repayment:fact.channel'), t(`repayment:channel.${payChannel}`)],
        [t('repayment:fact.amount'), <Money key="amount" value={amount} />],
      ],
      body: { taskId: info.id, payChannel },
      confirm: t('repayment:refresh.do'),
    });
  return (
    <div className="repay-refresh">
      <Button small disabled={seconds > 0} busy={isLoading} onClick={ask}>
        {seconds > 0 ? t('repayment:refresh.in', { seconds }) : t('repayment:refresh.do')}
      </Button>
      <span className="muted">{t('repayment:refresh.hint')}</span>
    </div>
  );
}
