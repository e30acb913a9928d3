import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { StopDetail } from '../../../contract/contact/stops';
import { useStopQuery } from '../../domain/stops/stops-api';
import type { Column } from '../../ui/list-page/columns';
import { FactList } from '../../ui/tables/fact-list';
import { HandedOver } from '../../domain/stops/handed-over';
import { RowActs, useRowActions } from '../../ui/list-page/acts';
import { PageHeader } from '../../ui/page-header';
import { BackLink } from '../../ui/visits/back-link';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { reasonOf, stopperOf } from './reason';
import { StopTag } from './stop-tag';
import { useStopActs } from './use-stop-acts';

const FACTS: readonly Column<StopDetail>[] = [
  { field: 'kind', kind: 'code', words: 'stops:kind' },
  { field: 'institution' },
  { field: 'reason', draw: reasonOf },
  { field: 'stoppedBy', draw: stopperOf },
  { field: 'stoppedAt', kind: 'time' },
  { field: 'waiting', kind: 'count' },
  { field: 'liftRequestedBy' },
  { field: 'liftRequestedAt', kind: 'time' },
  { field: 'evidence' },
  { field: 'liftedBy' },
  { field: 'liftedAt', kind: 'time' },
  { field: 'liftReason' },
];

/** One stop: why, by whom, since when, and what was at a supplier when it came. */
export function Component() {
  const { t } = useTranslation('stops');
  const { data, error, refetch } = useStopQuery(Number(useParams()['id']));
  return (
    <div className="page">
      <BackLink to="/stops" label={t('stops:list.title')} />
      {data ? (
        <Stop stop={data} onChanged={() => void refetch()} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PanelSkeleton lines={10} />
      )}
    </div>
  );
}

function Stop({ stop, onChanged }: { stop: StopDetail; onChanged: () => void }) {
  const { t } = useTranslation('stops');
  const acts = useRowActions(useStopActs(), 'stops', () => undefined);
  return (
    <>
      <PageHeader
        title={t('stops:one', { id: stop.id, name: stop.subject })}
        beside={<StopTag stop={stop} />}
        extra={<RowActs row={stop} acts={acts} words="stops" />}
      />
      {acts.dialog}
      <FactList words="stops" columns={FACTS} row={stop} />
      <HandedOver acts={stop.acts} words="stops:handed" onChanged={onChanged} />
    </>
  );
}
