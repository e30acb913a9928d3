import { Input, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseInfo } from '../../../contract/cases/cases';
import type {
  DelayCode,
  ExtensionCount,
  ManualDelay,
  NewDelayCode,
} from '../../../contract/money/extensions';
import { CODE_CHANNELS, type CodeChannel } from '../../../contract/money/repayment-codes';
import { addDays } from '../../../contract/shared/date';
import { Button } from '../../ui/button';
import { Money } from '../../ui/money';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { Tag } from '../../ui/status-tag';
import { Day } from '../../ui/dates/time';
import { CodeView } from './code-view';
import { feeOf, percentOf } from './fee';
import { Problem } from './new-code';
import {
  useDelayCodeQuery,
  useExtensionCountQuery,
  useManualDelayMutation,
  useNewDelayCodeMutation,
} from './repayment-api';
import { useMoneyAct } from './use-money-act';

export function ExtensionPanel({ info, now }: { info: CaseInfo; now: number }) {
  const { t } = useTranslation('repayment');
  const { data: count, error, refetch } = useExtensionCountQuery(info.id);
  const { data: delay } = useDelayCodeQuery(info.id);
  return (
    <section className="repay-card" aria-label={t('repayment:extension.title')}>
      <h3>
        {t('repayment:extension.title')}
        {count && (
          <span className="muted">
            {t('repayment:extension.used', { used: count.used, allowed: count.allowed })}
          </span>
        )}
      </h3>
      {error && !count ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!count && !error && <PanelSkeleton lines={3} />}
      {count?.mayAct && count.used < count.allowed && (
        <ExtensionForm key={count.percent} info={info} count={count} now={now} />
      )}
      {count?.mayAct && count.used >= count.allowed && (
        <p className="muted">{t('repayment:extension.all-used')}</p>
      )}
      {delay?.extension && <Current info={info} delay={delay} mayAct={count?.mayAct ?? false} now={now} />}
    </section>
  );
}

function ExtensionForm({ info, count, now }: { info: CaseInfo; count: ExtensionCount; now: number }) {
  const { t } = useTranslation('repayment');
  const [typed, setTyped] = useState(String(count.percent));
  const [channel, setChannel] = useState<CodeChannel>('SPEI');
  const [request, { isLoading }] = useManualDelayMutation();
  const act = useMoneyAct<Omit<ManualDelay, 'clientRequestId'>>(request);
  const percent = percentOf(typed);
  const own = percent.problem;
  const fee = feeOf(percent.value, count.dueAmount);
  const until = addDays(new Date(now).toISOString().slice(0, 10), count.days);
  const ask = () =>
    act.ask({
      title: t('repayment:extension.confirm'),
      facts: [
        [t('repayment:fact.due'), <Money key="due" value={count.dueAmount} />],
        [t('repayment:fact.fee', { percent: percent.value }), <Money key="fee" value={fee} />],
        [t('repayment:fact.days'), t('repayment:extension.days', { count: count.days })],
        [t('repayment:fact.until'), <Day key="until" value={until} />],
        [t('repayment:fact.channel'), t(`repayment:channel.${channel}`)],
      ],
      body: { taskId: info.id, percent: percent.value, payChannel: channel },
      confirm: t('repayment:extension.do'),
    });
  const problem = own ? t(own) : act.problems['percent'];
  return (
    <form
      className="repay-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!own && !isLoading) ask();
      }}
    >
      <Input
        className="repay-percent"
        suffix="%"
        inputMode="decimal"
        autoComplete="off"
        aria-label={t('repayment:extension.percent')}
        value={typed}
        status={problem ? 'error' : ''}
        onChange={(event) => setTyped(event.target.value)}
      />
      <span className="repay-preview">
        <Money value={own ? null : fee} /> · {t('repayment:extension.days', { count: count.days })}
      </span>
      <Segmented
        aria-label={t('repayment:fact.channel')}
        value={channel}
        onChange={setChannel}
        options={CODE_CHANNELS.map((value) => ({ value, label: t(`repayment:channel.${value}`) }))}
      />
      <Button type="submit" busy={isLoading} disabled={own !== null}>
        {t('repayment:extension.do')}
      </Button>
      <Problem text={problem} />
    </form>
  );
}

const TONES = {
  REQUESTED: 'warn',
  APPLIED: 'good',
  CANCELLED: 'muted',
  EXPIRED: 'muted',
  REVOKED: 'bad',
} as const;

interface CurrentProps {
  info: CaseInfo;
  delay: DelayCode;
  mayAct: boolean;
  now: number;
}

function Current({ info, delay, mayAct, now }: CurrentProps) {
  const { t } = useTranslation('repayment');
  const { extension, codes } = delay;
  if (!extension) return null;
  const waits = extension.status === 'REQUESTED';
  return (
    <div className="repay-extension">
      <p>
        <Tag tone={TONES[extension.status]}>{t(`repayment:extension.status.${extension.status}`)}</Tag>{' '}
        <Money value={extension.fee} /> · {extension.percent}% ·{' '}
        {t('repayment:extension.days', { count: extension.days })}
        {extension.newDueDate !== null && (
          <>
            {' · '}
            {t('repayment:extension.new-due')} <Day value={extension.newDueDate} />
          </>
        )}
      </p>
      {waits && codes.map((code) => <CodeView key={code.id} code={code} now={now} />)}
      {waits && mayAct && <OtherChannel info={info} delay={delay} />}
    </div>
  );
}

/** The fee by the channel that has no live code yet. */
function OtherChannel({ info, delay: { codes, extension } }: { info: CaseInfo; delay: DelayCode }) {
  const { t } = useTranslation('repayment');
  const [request, { isLoading }] = useNewDelayCodeMutation();
  const act = useMoneyAct<Omit<NewDelayCode, 'clientRequestId'>>(request);
  const live = new Set(
    codes
      .filter(({ status }) => status === 'ACTIVE' || status === 'REQUESTED')
      .map((code) => code.payChannel),
  );
  return (
    <div className="repay-refresh">
      {CODE_CHANNELS.filter((channel) => !live.has(channel)).map((channel) => (
        <Button
          key={channel}
          small
          busy={isLoading}
          onClick={() =>
            act.ask({
              title: t('repayment:extension.code'),
              facts: [
                [t('repayment:fact.channel'), t(`repayment:channel.${channel}`)],
                [t('repayment:fact.amount'), <Money key="fee" value={extension!.fee} />],
              ],
              body: { taskId: info.id, payChannel: channel },
              confirm: t('repayment:extension.code'),
            })
          }
        >
          {t('repayment:extension.code-by', { channel: t(`repayment:channel.${channel}`) })}
        </Button>
      ))}
    </div>
  );
}
