import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { HEALTH_PARTS, type HealthPart, type PartHealth } from '../../../contract/administration/health';
import type { Language } from '../../../contract/codes';
import { useCurrentUserQuery } from '../../api/session-api';
import { useLanguage } from '../../i18n/use-language';
import { formatCount, formatSpan } from '../../lib/format';
import { PageHeader } from '../../ui/page-header';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { Tag } from '../../ui/status-tag';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';
import { useSystemHealthQuery } from './health-api';

const AGAIN_MS = 10_000;
const MINUTE_S = 60;
const HOUR_S = 3_600;
const ELSEWHERE: Partial<Record<HealthPart, string>> = {
  providers: '/system/site',
  jobs: '/jobs',
  failedJobs: '/jobs',
  messages: '/system/connections',
  webhooks: '/webhooks',
  answers: '/system/connections',
  telephone: '/system/connections',
};
/** There may be none of them yet. */
const NEVER_YET: readonly HealthPart[] = ['backup', 'seals'];
const TONES = { GOOD: 'good', WARN: 'warn', BAD: 'bad' } as const;

/** `advice`: by the state. */
type Row = PartHealth & { advice: PartHealth['state'] };

/** Parts of the site as they are now, each with what to do. It looks again by itself. */
export function Component() {
  const { t } = useTranslation('health');
  const language = useLanguage();
  const everywhere = useCurrentUserQuery().data?.everywhere;
  const { data, error, refetch } = useSystemHealthQuery(undefined, {
    pollingInterval: AGAIN_MS,
    skipPollingIfUnfocused: true,
  });
  if (!data)
    return (
      <div className="page">
        <PageHeader title={t('health:title')} />
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={8} />}
      </div>
    );
  const { parts, version, schema } = data;
  return (
    <div className="page">
      <PageHeader
        title={t('health:title')}
        extra={everywhere && <a href="/api/job/board">{t('health:queues')}</a>}
      />
      <section className="card" aria-label={t('health:title')}>
        <SmallTable
          label="health:title"
          words="health:column"
          columns={columnsIn(language)}
          rows={parts.map((part) => ({ ...part, advice: part.state }))}
          rowKey={({ part }) => HEALTH_PARTS.indexOf(part)}
        />
      </section>
      <p className="muted">{t('health:version', { version, schema })}</p>
    </div>
  );
}

const columnsIn = (language: Language): readonly SmallColumn<Row>[] => [
  { field: 'part', draw: ({ part }, t) => t(`health:part.${part}`) },
  { field: 'state', draw: ({ state }, t) => <Tag tone={TONES[state]}>{t(`health:state.${state}`)}</Tag> },
  { field: 'value', draw: (row, t) => measured(row, t, language) },
  { field: 'advice', draw: (row, t) => <Advice row={row} t={t} /> },
];

function Advice({ row: { part, advice }, t }: { row: Row; t: TFunction }) {
  if (advice === 'GOOD') return null;
  const text = t(`health:advice.${part}`);
  const to = ELSEWHERE[part];
  return to ? <Link to={to}>{text}</Link> : text;
}

function measured({ part, value }: PartHealth, t: TFunction, language: Language): string {
  if (value === null && (part === 'signedWords' || part === 'timeStamps')) return t('health:value.unset');
  if (value === null && part === 'telephone') return t('health:value.deaf');
  if (value === null) return t(NEVER_YET.includes(part) ? 'health:value.none' : 'health:value.silent');
  switch (part) {
    case 'database':
    case 'redis':
      return t('health:value.ms', { value: formatCount(value, language) });
    case 'relay':
    case 'jobs':
      return t('health:value.wait', { span: formatSpan(value, language) });
    case 'answers':
      return t(value === 0 ? 'health:value.answered' : 'health:value.failing', {
        value: formatCount(value, language),
      });
    case 'telephone':
      return t('health:value.calls');
    case 'messages':
      return value === 0 ? t('health:value.heard') : t('health:value.unheard', { count: value });
    case 'webhooks':
      if (value === 0) return t('health:value.taken');
      return t('health:value.untaken', { span: formatSpan(value * HOUR_S, language) });
    case 'failedJobs':
    case 'providers':
      return formatCount(value, language);
    case 'disk':
      return t('health:value.full', { value });
    case 'seals':
      if (value === 0) return t('health:value.signed');
      return t('health:value.unsigned', { span: formatSpan(value * MINUTE_S, language) });
    case 'signedWords':
      if (value === 0) return t('health:value.sent');
      return t('health:value.wait', { span: formatSpan(value * MINUTE_S, language) });
    case 'timeStamps':
      return value === 0 ? t('health:value.stamped') : t('health:value.unstamped', { count: value });
    case 'backup':
      return t('health:value.ago', { span: formatSpan(value * HOUR_S, language) });
  }
}
