import './connections.css';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ProviderConnection } from '../../../contract/administration/connections';
import { useCurrentUserQuery } from '../../api/session-api';
import { RowActs, useRowActions, type RowAction } from '../../ui/list-page/acts';
import { newRequestId } from '../../lib/request-id';
import { PageHeader } from '../../ui/page-header';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import { BackLink } from '../../ui/visits/back-link';
import { ConnectionForm } from './connection-form';
import { ConnectionState } from './connection-state';
import { ConnectionTests } from './connection-tests';
import {
  useConnectionsQuery,
  useDecideConnectionMutation,
  useWithdrawConnectionMutation,
} from './connections-api';
import { HandOver } from './hand-over';
import { InForce, Wish } from './in-force';

/** One provider: what is in force, the change that waits or a form for one, a test, and what the provider is given. */
export function Component() {
  const { t } = useTranslation(['connections', 'site']);
  const { provider } = useParams();
  const { data, error, refetch } = useConnectionsQuery();
  const connection = data?.find((one) => one.provider === provider);
  return (
    <div className="page">
      <BackLink to="/system/connections" label={t('connections:title')} />
      {connection ? (
        <Connection key={connection.provider} of={connection} />
      ) : data ? (
        <EmptyState title={t('common:error.gone')} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PanelSkeleton lines={10} />
      )}
    </div>
  );
}

function Connection({ of }: { of: ProviderConnection }) {
  const { t } = useTranslation(['connections', 'site']);
  const isDemo = useCurrentUserQuery().data?.site.stage === 'DEMO';
  const acts = useRowActions(useActs(), 'connections', () => undefined);
  return (
    <>
      <PageHeader
        title={t('connections:one', { what: t(`common:site.provider.${of.provider}`) })}
        beside={<ConnectionState of={of} t={t} />}
        extra={of.waiting && <RowActs row={of} acts={acts} words="connections" />}
      />
      {acts.dialog}
      <div className="connection-parts">
        <div className="connection-part">
          {of.waiting ? (
            <Wish change={of.waiting} />
          ) : isDemo ? (
            <p className="muted">{t('connections:demo')}</p>
          ) : (
            <ConnectionForm of={of} />
          )}
        </div>
        <div className="connection-part">
          <InForce of={of} />
          <ConnectionTests key={of.waiting?.id ?? 0} of={of} />
          <HandOver of={of} />
        </div>
      </div>
    </>
  );
}

function useActs(): RowAction<ProviderConnection>[] {
  const [decide] = useDecideConnectionMutation();
  const [withdraw] = useWithdrawConnectionMutation();
  const deciding = {
    may: 'approval:decide',
    when: ({ waiting }: ProviderConnection) => waiting?.mine === false,
    about: ({ waiting }: ProviderConnection) => [waiting?.requestedBy, waiting?.reason].join(' · '),
    needs: [{ name: 'answer', most: 200 }],
  } as const;
  const facts = ({ waiting }: ProviderConnection) => ({
    ...{ id: waiting?.id ?? 0, version: waiting?.version ?? 0, clientRequestId: newRequestId() },
  });
  return [
    {
      ...{ ...deciding, id: 'approve' },
      act: (row, { answer = '' }) => decide({ ...facts(row), approve: true, answer }),
    },
    {
      ...{ ...deciding, id: 'refuse', danger: true },
      act: (row, { answer = '' }) => decide({ ...facts(row), approve: false, answer }),
    },
    {
      ...{ id: 'withdraw', may: 'approval:decide', ask: true, danger: true },
      when: ({ waiting }) => waiting?.mine === true,
      act: (row) => withdraw(facts(row)),
    },
  ];
}
