import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type {
  ConnectionVersion,
  ProviderConnection,
  ProviderHour,
} from '../../../contract/administration/connections';
import type { Column } from '../../ui/list-page/columns';
import { Tag } from '../../ui/status-tag';
import { Time } from '../../ui/dates/time';
import { FactList } from '../../ui/tables/fact-list';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';
import { todayText } from './connection-state';

const FACTS: readonly Column<ProviderConnection>[] = [
  { field: 'source', draw: ({ source, variable }, t) => t(`connections:source.${source}`, { variable }) },
  { field: 'protocol', draw: ({ protocol, active }, t) => interfaceText({ ...active, protocol }, t) },
  { field: 'address', draw: ({ address }) => address ?? '—' },
  { field: 'timeoutMs', draw: ({ timeoutMs }, t) => t('connections:ms', { count: timeoutMs }) },
  {
    field: 'active',
    draw: ({ active }) =>
      active?.decidedAt ? (
        <>
          {active.requestedBy}, {active.decidedBy} · <Time value={active.decidedAt} />
        </>
      ) : (
        '—'
      ),
  },
  { field: 'formerUntil', kind: 'time' },
  { field: 'today', draw: (row, t) => todayText(row, t) ?? '—' },
  {
    field: 'last',
    draw: ({ last }, t) =>
      last ? (
        <>
          <Tag tone={last.failed ? 'bad' : 'good'}>
            {t(last.failed ? 'connections:last.failed' : 'connections:last.answered')}
          </Tag>{' '}
          <Time value={last.at} />
        </>
      ) : (
        '—'
      ),
  },
];

const HOURS: readonly SmallColumn<ProviderHour>[] = [
  { field: 'hour', draw: ({ hour }) => `${String(hour).padStart(2, '0')}:00` },
  { field: 'answered', kind: 'count' },
  { field: 'failed', kind: 'count' },
];

/** Work that groups of the identity provider stand for, as it was typed. */
function Places({ of: { groupsClaim, places } }: { of: ConnectionVersion }) {
  const { t } = useTranslation('connections');
  if (places === null) return null;
  return (
    <div className="connection-places">
      <h3>{t('connections:places', { claim: groupsClaim })}</h3>
      <pre>{places}</pre>
    </div>
  );
}

/** A provider as it is asked now, and the hours of today in which it failed. */
export function InForce({ of }: { of: ProviderConnection }) {
  const { t } = useTranslation('connections');
  const bad = of.today.filter(({ failed }) => failed > 0);
  return (
    <section className="card" aria-label={t('connections:inForce')}>
      <header className="card-head">
        <h2>{t('connections:inForce')}</h2>
      </header>
      <FactList words="connections" columns={FACTS} row={of} />
      {of.active && <Places of={of.active} />}
      {bad.length > 0 && (
        <SmallTable
          label="connections:failures"
          words="connections:column"
          columns={HOURS}
          rows={bad}
          rowKey={({ hour }) => hour}
        />
      )}
    </section>
  );
}

const WISH: readonly Column<ConnectionVersion>[] = [
  { field: 'protocol', draw: interfaceText },
  {
    field: 'address',
    draw: ({ address, isPrivate }, t) => (
      <>
        {address ?? t('connections:configured')}{' '}
        {isPrivate && <Tag tone="warn">{t('connections:private')}</Tag>}
      </>
    ),
  },
  { field: 'hasSecret', draw: ({ hasSecret }, t) => t(`connections:secret.${hasSecret ? 'own' : 'host'}`) },
  {
    field: 'keepFormer',
    draw: ({ keepFormer }, t) => t(`connections:former.${keepFormer ? 'kept' : 'ended'}`),
  },
  { field: 'timeoutMs', draw: ({ timeoutMs }, t) => t('connections:ms', { count: timeoutMs }) },
  { field: 'reason' },
  { field: 'requestedBy' },
  { field: 'requestedAt', kind: 'time' },
];

type Interface = Pick<ConnectionVersion, 'protocol'> &
  Partial<Pick<ConnectionVersion, 'account' | 'sender' | 'publicAddress'>>;

/** With the account, the sender and our address where the interface has them. */
function interfaceText({ protocol, account, sender, publicAddress }: Interface, t: TFunction): string {
  return [t(`connections:protocol.${protocol}`), account, sender, publicAddress].filter(Boolean).join(' · ');
}

/** A change that waits for a second administrator. */
export function Wish({ change }: { change: ConnectionVersion }) {
  const { t } = useTranslation('connections');
  return (
    <section className="card" aria-label={t('connections:wish')}>
      <header className="card-head">
        <h2>{t('connections:wish')}</h2>
      </header>
      <p className="muted">{t(change.mine ? 'connections:waitsForOther' : 'connections:waitsForYou')}</p>
      <FactList words="connections" columns={WISH} row={change} />
      <Places of={change} />
    </section>
  );
}
