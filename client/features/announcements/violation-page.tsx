import './announcements.css';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { ViolationInfo, ViolationReader } from '../../../contract/supervision/violations';
import { useViolationQuery } from '../../domain/announcements/violations-api';
import { FactList } from '../../ui/tables/fact-list';
import type { Column } from '../../ui/list-page/columns';
import { PageHeader } from '../../ui/page-header';
import { BackLink } from '../../ui/visits/back-link';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';
import { Tag } from '../../ui/status-tag';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { Penalty } from './penalty';
import { placeOf } from '../../domain/announcements/violation-places';

const FACTS: readonly Column<ViolationInfo>[] = [
  { field: 'name' },
  { field: 'reason' },
  { field: 'penalty', draw: ({ penalty }) => <Penalty text={penalty} /> },
  { field: 'announcedBy' },
  { field: 'announcedAt', kind: 'time' },
];
const READERS: readonly SmallColumn<ViolationReader>[] = [
  { field: 'name' },
  { field: 'readAt', kind: 'time' },
];

/** One violation that was announced, and who has read it, as they do. */
export function Component() {
  const { t } = useTranslation(['violations', 'notices', 'announcements']);
  const { data, error, refetch } = useViolationQuery(Number(useParams()['id']));
  const back = <BackLink to="/announcements" label={t('notices:list.title')} />;
  if (!data)
    return (
      <div className="page">
        {back}
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={8} />}
      </div>
    );
  const { name, source, sourceId, base64Image, read, of, readers } = data;
  const to = source && sourceId !== null ? placeOf(source, sourceId) : null;
  return (
    <div className="page">
      {back}
      <PageHeader
        title={t('violations:one', { name })}
        beside={<Tag tone={read > 0 ? 'good' : 'muted'}>{t('violations:read', { count: read, of })}</Tag>}
      />
      <section className="card">
        {base64Image && (
          <img className="announcement-photo" src={base64Image} alt={t('announcements:photo.of', { name })} />
        )}
        <FactList words="violations" columns={FACTS} row={data}>
          {source && (
            <div>
              <dt>{t('violations:seenIn')}</dt>
              <dd>
                {to ? (
                  <Link to={to}>{t(`violations:source.${source}`)}</Link>
                ) : (
                  t(`violations:source.${source}`)
                )}
              </dd>
            </div>
          )}
        </FactList>
      </section>
      <section className="card violation-readers">
        <h2>{t('violations:readers')}</h2>
        <SmallTable
          label="violations:readers"
          words="violations:column"
          columns={READERS}
          rows={readers}
          rowKey={({ userId }) => userId}
        />
      </section>
    </div>
  );
}
