import './site-page.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PROVIDER_NAMES, type SiteProvider, type SiteStatus } from '../../../contract/administration/site';
import { useCurrentUserQuery } from '../../api/session-api';
import { useLanguage } from '../../i18n/use-language';
import { formatDay } from '../../lib/format';
import { PageHeader } from '../../ui/page-header';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { Tag } from '../../ui/status-tag';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';
import { useSiteStatusQuery } from './site-api';

const TONES = { REAL: 'good', SIMULATED: 'warn', OFF: 'muted' } as const;

const COLUMNS: readonly SmallColumn<SiteProvider>[] = [
  { field: 'name', draw: ({ name }, t) => t(`common:site.provider.${name}`) },
  { field: 'state', draw: ({ state }, t) => <Tag tone={TONES[state]}>{t(`site:state.${state}`)}</Tag> },
  { field: 'inUse', draw: ({ inUse }, t) => t(inUse ? 'site:used.yes' : 'site:used.no') },
  { field: 'host', draw: ({ host }) => host ?? '—' },
  { field: 'variable', draw: ({ variable }) => <code>{variable}</code> },
];

/** Stage and providers of the site, and the way from a trial to live. */
export function Component() {
  const { t } = useTranslation('site');
  const { data, error, refetch } = useSiteStatusQuery();
  return (
    <div className="page">
      <PageHeader title={t('site:title')} />
      {data ? (
        <Status status={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PanelSkeleton lines={8} />
      )}
    </div>
  );
}

function Status({ status }: { status: SiteStatus }) {
  const { t } = useTranslation('site');
  const language = useLanguage();
  const everywhere = useCurrentUserQuery().data?.everywhere;
  const { stage, liveSince, providers } = status;
  return (
    <div className="site-parts">
      <p>{t(`site:stage.${stage}`, { day: liveSince ? formatDay(liveSince, language) : '' })}</p>
      <section className="card" aria-label={t('site:providers.title')}>
        <header className="card-head">
          <h2>{t('site:providers.title')}</h2>
        </header>
        <p className="muted">{t('site:providers.hint')}</p>
        {everywhere && (
          <p>
            <Link to="/system/connections">{t('site:providers.connect')}</Link>
          </p>
        )}
        <SmallTable
          label="site:providers.title"
          words="site:column"
          columns={COLUMNS}
          rows={providers}
          rowKey={({ name }) => PROVIDER_NAMES.indexOf(name)}
        />
      </section>
      {stage === 'TRIAL' && everywhere && <GoLive status={status} />}
    </div>
  );
}

function GoLive({ status: { providers, wish } }: { status: SiteStatus }) {
  const { t, i18n } = useTranslation('site');
  const lacking = providers.filter(({ inUse, state }) => inUse && state !== 'REAL');
  const names = lacking.map(({ name }) => t(`common:site.provider.${name}`));
  const text = new Intl.ListFormat(i18n.language).format(names);
  return (
    <section className="card" aria-label={t('site:live.title')}>
      <header className="card-head">
        <h2>{t('site:live.title')}</h2>
      </header>
      <p>{t('site:live.what')}</p>
      <p>{lacking.length > 0 ? t('site:live.lacks', { providers: text }) : t('site:live.ready')}</p>
      {wish?.status === 'WAITING' && <p>{t('site:live.waiting', { name: wish.requestedBy })}</p>}
      {wish?.status === 'APPROVED' && <p>{t('site:live.approved', { name: wish.decidedBy })}</p>}
      {wish ? (
        <Link to="/system/approvals?kind=GO_LIVE">{t('site:live.see')}</Link>
      ) : (
        lacking.length === 0 && <Link to="/add/approval?kind=GO_LIVE">{t('site:live.ask')}</Link>
      )}
    </section>
  );
}
