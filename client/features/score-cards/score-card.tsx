import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScoreCard } from '../../../contract/team/boards';
import { useLanguage } from '../../i18n/use-language';
import { formatRate } from '../../lib/format';
import { useUserId } from '../../state/session';
import { RefreshIcon } from '../../ui/icons';
import { Money, Rate } from '../../ui/money';
import { isCallError, PanelSkeleton } from '../../ui/states';
import { Button } from '../../ui/button';
import { useScoreCardQuery } from './score-card-api';

/** The safety net under the push. */
const REFRESH_MS = 300_000;

/** Today's results of the signed-in collector; nothing when the server answers code -2. */
export function ScoreCardPanel() {
  const { t } = useTranslation('score-card');
  const userId = useUserId();
  const [hasNone, setHasNone] = useState(false);
  const pollingInterval = hasNone ? 0 : REFRESH_MS;
  const { data, error, isFetching, refetch } = useScoreCardQuery(userId, { pollingInterval });
  const none = isCallError(error) && error.code === '-2';
  if (none !== hasNone) setHasNone(none);
  if (none) return null;
  return (
    <section className="score-card" aria-label={t('score-card:title')} aria-busy={isFetching}>
      <header>
        <h2>{t('score-card:title')}</h2>
        {data && <Rank card={data} t={t} />}
        <Button
          label={t('score-card:refresh')}
          icon={<RefreshIcon turning={isFetching} />}
          onClick={() => void refetch()}
        />
      </header>
      {data ? (
        <Figures card={data} t={t} />
      ) : error ? (
        <p className="muted">{t('score-card:away')}</p>
      ) : (
        <PanelSkeleton />
      )}
      {data && error !== undefined && <p className="muted score-card-old">{t('score-card:old')}</p>}
    </section>
  );
}

function Rank({ card, t }: { card: ScoreCard; t: TFunction }) {
  const rank = card.ranking === null ? '—' : `${card.ranking} / ${card.rankedCount}`;
  return (
    <span className="score-card-rank" title={t('score-card:rank')}>
      <span className="visually-hidden">{t('score-card:rank')}</span> {rank}
    </span>
  );
}

function Figures({ card, t }: { card: ScoreCard; t: TFunction }) {
  return (
    <>
      <dl className="score-card-big">
        <Figure label={t('score-card:urgent')} value={card.taskCount} />
        <Figure label={t('score-card:settled')} value={card.settleTaskCount} />
        <Figure
          label={t('score-card:recovered')}
          hint={t('score-card:recovered-hint')}
          value={<Money value={card.actualReceivedAmount} short />}
        />
      </dl>
      <Bar label={t('score-card:completion')} rate={card.finishPurposeRate} />
      <Bar label={t('score-card:recovery')} rate={card.actualReceivedRate} />
      <dl className="score-card-small">
        <Figure label={t('score-card:settlement')} value={<Rate value={card.settleTaskRate} />} />
        <Figure label={t('score-card:to-collect')} value={<Money value={card.payableAmount} short />} />
        <Figure label={t('score-card:target')} value={<Money value={card.purpose} />} />
      </dl>
    </>
  );
}

function Figure({ label, hint = label, value }: { label: string; hint?: string; value: ReactNode }) {
  return (
    <div>
      <dt title={hint}>{label}</dt>
      <dd className="figure">{value}</dd>
    </div>
  );
}

function Bar({ label, rate }: { label: string; rate: number | null }) {
  const language = useLanguage();
  const text = formatRate(rate, language);
  const percent = Math.max(0, Math.min(100, (rate ?? 0) * 100));
  return (
    <div className="score-card-bar">
      <span>{label}</span>
      <span className="figure">{text}</span>
      <div
        className={rate !== null && rate >= 1 ? 'progress progress-full' : 'progress'}
        role="progressbar"
        aria-label={`${label} ${text}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
      >
        <div style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
