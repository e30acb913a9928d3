import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseInfo } from '../../../contract/cases/cases';
import type { PartDeduce } from '../../../contract/money/deductions';
import type { PayLogRow } from '../../../contract/money/payments';
import { pesosToCentavos } from '../../../contract/shared/money';
import { ProviderOff, useIsOff } from '../../domain/site/provider-off';
import { SimulatedTag } from '../../domain/site/simulated-tag';
import { Button } from '../../ui/button';
import { Money } from '../../ui/money';
import { Tag } from '../../ui/status-tag';
import { Time } from '../../ui/dates/time';
import { Problem, problemOf } from './new-code';
import { useDeductionsQuery, usePartDeduceMutation, useWholeDeductMutation } from './repayment-api';
import { useMoneyAct } from './use-money-act';

const TONES = ['info', 'bad', 'good'] as const;

interface DeductionPanelProps {
  info: CaseInfo;
  due: number;
  mayAct: boolean;
}

export function DeductionPanel({ info, due, mayAct }: DeductionPanelProps) {
  const { t } = useTranslation('repayment');
  const { data: deductions = [] } = useDeductionsQuery(info.id);
  const off = useIsOff('debit');
  const underWay = deductions.some(({ status }) => status === 0);
  return (
    <section className="repay-card" aria-label={t('repayment:deduct.title')}>
      <h3>
        {t('repayment:deduct.title')}
        <span className="muted">{info.deductionCard ?? t('repayment:deduct.no-card')}</span>
      </h3>
      <ProviderOff of="debit" />
      {mayAct && !off && info.deductionCard && <DeductionForm info={info} due={due} underWay={underWay} />}
      <ul className="repay-log" aria-live="polite">
        {deductions.slice(0, 3).map((row) => (
          <Deduction key={row.id} row={row} />
        ))}
      </ul>
      {deductions.length === 0 && <p className="muted">{t('repayment:deduct.none')}</p>}
    </section>
  );
}

function DeductionForm({ info, due, underWay }: { info: CaseInfo; due: number; underWay: boolean }) {
  const { t } = useTranslation('repayment');
  const [typed, setTyped] = useState('');
  const [deductPart, part] = usePartDeduceMutation();
  const [deductWhole, whole] = useWholeDeductMutation();
  const partly = useMoneyAct<Omit<PartDeduce, 'clientRequestId'>>(async (body) => {
    const answer = await deductPart(body);
    // A completed act must not stand ready to be repeated.
    if (!answer.error) setTyped('');
    return answer;
  });
  const wholly = useMoneyAct<{ taskId: number }>(deductWhole);
  const amount = typed.trim() === '' ? null : pesosToCentavos(typed);
  const own = problemOf(typed.trim() === '', amount, due);
  const problem = own ? t(own) : partly.problems['amount'];
  const busy = underWay || part.isLoading || whole.isLoading;
  const step = (taken: number) => ({
    title: t('repayment:deduct.confirm'),
    facts: [
      [t('repayment:fact.card'), info.deductionCard],
      [t('repayment:fact.amount'), <Money key="amount" value={taken} />],
      [t('repayment:fact.due'), <Money key="due" value={due} />],
      [t('repayment:fact.left'), <Money key="left" value={due - taken} />],
    ] as const,
    confirm: t('repayment:deduct.do'),
  });
  return (
    <form
      className="repay-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (amount !== null && !own && !busy)
          partly.ask({ ...step(amount), body: { taskId: info.id, amount }, done: () => setTyped('') });
      }}
    >
      <Input
        className="repay-amount"
        prefix="$"
        inputMode="decimal"
        autoComplete="off"
        aria-label={t('repayment:deduct.part-amount')}
        placeholder={t('repayment:deduct.part-amount')}
        value={typed}
        status={problem ? 'error' : ''}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" disabled={busy || amount === null || own !== null}>
        {t('repayment:deduct.part')}
      </Button>
      <Button disabled={busy} onClick={() => wholly.ask({ ...step(due), body: { taskId: info.id } })}>
        {t('repayment:deduct.whole')}
      </Button>
      <Problem text={problem} />
    </form>
  );
}

function Deduction({ row }: { row: PayLogRow }) {
  const { t } = useTranslation('repayment');
  const reason = row.status === 1 ? row.remark.replace(/^DEBIT /, '') : '';
  return (
    <li>
      <Tag tone={TONES[row.status] ?? 'plain'}>{t(`repayment:deduct.status.${row.status}`)}</Tag>
      <Money value={row.amount} />
      {row.simulated && <SimulatedTag />}
      {row.doubled > 0 && <Tag tone="bad">{t('repayment:deduct.charged', { times: row.doubled + 1 })}</Tag>}
      <span className="muted">
        {KNOWN_REASONS.has(reason) && `${t(`repayment:deduct.reason.${reason}`)} · `}
        <Time value={row.opTime} />
      </span>
    </li>
  );
}

const KNOWN_REASONS = new Set(['NO_FUNDS', 'REFUSED', 'NOT_DUE', 'NO_ANSWER', 'OTHER']);
