import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { DPD_BUCKETS, type IndicatorRow, type IndicatorState } from '../../../contract/team/indicators';
import { useLanguage } from '../../i18n/use-language';
import { formatMoney, formatRate } from '../../lib/format';
import type { Language } from '../../../contract/codes';
import { Tag, type Tone } from '../../ui/status-tag';

const TONES: Record<IndicatorState, Tone> = { PLANNED: 'info', IN_FORCE: 'good', PAST: 'muted', OFF: 'warn' };

export function IndicatorTag({ state }: { state: IndicatorState }) {
  const { t } = useTranslation('indicators');
  return <Tag tone={TONES[state]}>{t(`indicators:state.${state}`)}</Tag>;
}

/** "12.5%", "$40,000.00", "1+ 20% · 31+ 5%" */
export function targetOf({ method, percent, amount, buckets }: IndicatorRow, language: Language): string {
  if (method === 'FIXED_AMOUNT') return formatMoney(amount, language);
  if (method !== 'BUCKETED') return formatRate((percent ?? 0) / 100, language);
  const steps = DPD_BUCKETS.flatMap((from) => {
    const rate = buckets[`dpd${from}`];
    return rate === null ? [] : [`${from}+ ${formatRate(rate / 100, language)}`];
  });
  return steps.join(' · ');
}

export function TargetText({ row }: { row: IndicatorRow }) {
  const language = useLanguage();
  const text = targetOf(row, language);
  return (
    <span className="figure" title={text}>
      {text}
    </span>
  );
}

export function scopeOf({ institutionName, queueName }: IndicatorRow, t: TFunction): string {
  return `${institutionName ?? t('indicators:everyInstitution')} · ${queueName ?? t('indicators:everyQueue')}`;
}
