import { Input, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseInfo } from '../../../contract/cases/cases';
import {
  CODE_CHANNELS,
  type CodeChannel,
  type NewRepaymentCode,
  type RepaymentCodes,
} from '../../../contract/money/repayment-codes';
import { pesosToCentavos } from '../../../contract/shared/money';
import { useLanguage } from '../../i18n/use-language';
import { formatMoney } from '../../lib/format';
import { Button } from '../../ui/button';
import { Money } from '../../ui/money';
import { useNewCodeMutation } from './repayment-api';
import { useMoneyAct } from './use-money-act';

/** Asks for a code: by which channel, and for how much; nothing typed is the whole due. */
export function NewCode({ info, codes }: { info: CaseInfo; codes: RepaymentCodes }) {
  const { t } = useTranslation('repayment');
  const language = useLanguage();
  const [channel, setChannel] = useState<CodeChannel>('SPEI');
  const [typed, setTyped] = useState('');
  const [create, { isLoading }] = useNewCodeMutation();
  const act = useMoneyAct<Omit<NewRepaymentCode, 'clientRequestId'>>(create);
  const amount = typed.trim() === '' ? null : pesosToCentavos(typed);
  const whole = typed.trim() === '';
  const own = problemOf(whole, amount, codes.dueAmount);
  const problem = own ? t(own) : act.problems['amount'];
  const ask = () =>
    act.ask({
      title: t('repayment:new.title'),
      facts: [
        [t('repayment:fact.channel'), t(`repayment:channel.${channel}`)],
        [t('repayment:fact.amount'), <Money key="amount" value={amount ?? codes.dueAmount} />],
        [t('repayment:fact.due'), <Money key="due" value={codes.dueAmount} />],
      ],
      body: { taskId: info.id, payChannel: channel, ...(amount !== null && { amount }) },
      confirm: t('repayment:new.do'),
    });
  return (
    <form
      className="repay-form"
      aria-label={t('repayment:new.title')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!own && !isLoading) ask();
      }}
    >
      <Segmented
        aria-label={t('repayment:fact.channel')}
        value={channel}
        onChange={setChannel}
        options={CODE_CHANNELS.map((value) => ({ value, label: t(`repayment:channel.${value}`) }))}
      />
      <Input
        className="repay-amount"
        prefix="$"
        inputMode="decimal"
        autoComplete="off"
        aria-label={t('repayment:fact.amount')}
        placeholder={t('repayment:new.whole', { amount: formatMoney(codes.dueAmount, language) })}
        value={typed}
        status={problem ? 'error' : ''}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button primary type="submit" busy={isLoading} disabled={own !== null}>
        {t('repayment:new.do')}
      </Button>
      <Problem text={problem} />
    </form>
  );
}

/** A line that is always there, so that nothing moves when it has something to say. */
export function Problem({ text }: { text: string | null | undefined }) {
  return (
    <p className="repay-problem" role="alert">
      {text}
    </p>
  );
}

/** The words for what is wrong with an amount that must be a part of the due; null when nothing is. */
export function problemOf(whole: boolean, amount: number | null, due: number): string | null {
  if (whole) return null;
  if (amount === null || amount <= 0) return 'repayment:problem.amount';
  return amount >= due ? 'repayment:problem.less' : null;
}
