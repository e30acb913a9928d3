import './connections.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ProviderConnection } from '../../../contract/administration/connections';
import { CONNECTED } from '../../../contract/administration/connections';
import { PageHeader } from '../../ui/page-header';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';
import { ConnectionState, todayText } from './connection-state';
import { useConnectionsQuery } from './connections-api';

const COLUMNS: readonly SmallColumn<ProviderConnection>[] = [
  {
    field: 'provider',
    draw: ({ provider }, t) => (
      <Link to={`/system/connection/${provider}`}>{t(`common:site.provider.${provider}`)}</Link>
    ),
  },
  { field: 'state', draw: (row, t) => <ConnectionState of={row} t={t} /> },
  { field: 'inUse', draw: ({ inUse }, t) => t(inUse ? 'site:used.yes' : 'site:used.no') },
  { field: 'address', draw: ({ address }) => address ?? '—' },
  { field: 'source', draw: ({ source, variable }, t) => t(`connections:source.${source}`, { variable }) },
  {
    field: 'today',
    draw: (row, t) => todayText(row, t) ?? '—',
  },
];

/** Providers, by what they do for us: who answers for each, and how that went today. */
export function Component() {
  const { t } = useTranslation(['connections', 'site']);
  const { data, error, refetch } = useConnectionsQuery();
  return (
    <div className="page">
      <PageHeader title={t('connections:title')} />
      {data ? (
        <section className="card" aria-label={t('connections:title')}>
          <p className="connections-hint muted">{t('connections:hint')}</p>
          <SmallTable
            label="connections:title"
            words="connections:column"
            columns={COLUMNS}
            rows={data}
            rowKey={({ provider }) => CONNECTED.indexOf(provider)}
          />
        </section>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PanelSkeleton lines={8} />
      )}
    </div>
  );
}
