import './monitoring.css';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { BehaviourInfo } from '../../../contract/supervision/behaviour';
import { PageHeader } from '../../ui/page-header';
import { BackLink } from '../../ui/visits/back-link';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { Tag } from '../../ui/status-tag';
import { AnnounceButton } from '../../domain/announcements/announce-button';
import { useViolation } from '../../domain/announcements/use-violation';
import { aboutOf } from './about';
import { DayAndTime } from './day-and-time';
import { useBehaviourInfoQuery } from './monitoring-api';
import { seenInBehaviour } from './seen';

/** One record, with what its person did just before and after. */
export function Component() {
  const { t } = useTranslation(['monitoring', 'codes', 'borrowers']);
  const { data, error, refetch } = useBehaviourInfoQuery(Number(useParams()['id']));
  const violation = useViolation();
  return (
    <div className="page monitoring-page">
      <BackLink to="/dataMonitoring" label={t('monitoring:title')} />
      <PageHeader
        title={t('monitoring:one')}
        extra={data && <AnnounceButton seen={seenInBehaviour(data)} {...violation} />}
      />
      {violation.dialog}
      {data ? (
        <Record info={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PanelSkeleton lines={8} />
      )}
    </div>
  );
}

function Record({ info }: { info: BehaviourInfo }) {
  const { t } = useTranslation(['monitoring', 'codes', 'borrowers']);
  const { taskId, loanId, username, address, claimedAddress } = info;
  const facts: [string, React.ReactNode][] = [
    [t('monitoring:column.at'), <DayAndTime key="at" value={info.at} />],
    [t('monitoring:column.type'), t(`monitoring:type.${info.type}`)],
    [
      t('monitoring:column.name'),
      <Link key="name" to={`/dataMonitoring?username=${encodeURIComponent(username)}`}>
        {info.name} ({username})
      </Link>,
    ],
    [t('monitoring:column.groupName'), [info.institution, info.groupName].filter(Boolean).join(' · ')],
    [
      t('monitoring:column.loanId'),
      taskId && loanId ? (
        <Link key="loan" to={`/task/${taskId}/${encodeURIComponent(loanId)}`}>
          {loanId}
        </Link>
      ) : (
        '—'
      ),
    ],
    [t('monitoring:column.detail'), aboutOf(info, t) || '—'],
    [t('monitoring:source.label'), t(`monitoring:source.${info.source}`)],
    [
      t('monitoring:column.address'),
      <Link key="address" to={`/dataMonitoring?address=${encodeURIComponent(address)}`}>
        {address}
      </Link>,
    ],
    [
      t('monitoring:column.city'),
      <span key="city">
        {[info.city, info.network].filter(Boolean).join(' · ') || '—'}{' '}
        {info.isNew && <Tag tone="warn">{t('monitoring:new-place')}</Tag>}
      </span>,
    ],
    [t('monitoring:claimed'), claimedAddress ?? '—'],
  ];
  return (
    <>
      <dl className="behaviour-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h2>{t('monitoring:around')}</h2>
      <ol className="behaviour-around">
        {info.around.map((row) => (
          <li key={row.id} aria-current={row.id === info.id || undefined}>
            <DayAndTime value={row.at} />
            <Link to={`/behaviorDetail/${row.id}`}>{t(`monitoring:type.${row.type}`)}</Link>
            <span className="muted">
              {[row.loanId, aboutOf(row, t), row.address].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
