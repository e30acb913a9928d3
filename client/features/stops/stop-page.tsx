import { Link, useParams } from 'react-router';
import type { StopDetail, StoppedAct } from '../../../contract/stops';
import { useStopQuery } from '../../api/stops-api';
import { useWords } from '../../i18n/use-words';
import type { Column } from '../../ui/list-page/columns';
import { FactList } from '../../ui/fact-list';
import { RowActs, useActs } from '../../ui/list-page/acts';
import { PageHeader } from '../../ui/page-header';
import { SmallTable, type SmallColumn } from '../../ui/small-table';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { Time } from '../../ui/time';
import { StopTag } from './stop-tag';
import { useStopActs } from './use-stop-acts';

const FACTS: readonly Column<StopDetail>[] = [
  { field: 'kind', kind: 'code', words: 'stops:kind' },
  { field: 'institution' },
  { field: 'reason' },
  { field: 'stoppedBy' },
  { field: 'stoppedAt', kind: 'time' },
  { field: 'waiting', kind: 'count' },
  { field: 'liftedBy' },
  { field: 'liftedAt', kind: 'time' },
  { field: 'liftReason' },
];

/** One stop: why, by whom, since when, and what was at a supplier when it came. */
export function Component() {
  const { t } = useWords('stops');
  const { data, error, refetch } = useStopQuery(Number(useParams()['id']));
  return (
    <div className="page">
      <div className="page-back">
        <Link to="/stops">{t('stops:list.title')}</Link>
      </div>
      {data ? (
        <Stop stop={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PanelSkeleton lines={10} />
      )}
    </div>
  );
}

function Stop({ stop }: { stop: StopDetail }) {
  const { t } = useWords('stops', 'calls', 'messages');
  const acts = useActs(useStopActs(), 'stops', () => undefined);
  const columns: readonly SmallColumn<StoppedAct>[] = [
    { field: 'kind', draw: ({ kind }) => t(`stops:handed.${kind}`) },
    {
      field: 'state',
      draw: ({ kind, state }) => t(kind === 'CALL' ? `calls:state.${state}` : `messages:status.${state}`),
    },
    {
      field: 'reason',
      draw: ({ kind, reason }) =>
        reason && t(kind === 'CALL' ? `calls:reason.${reason}` : `messages:reason.${reason}`),
    },
    { field: 'endedAt', draw: ({ endedAt }) => endedAt && <Time value={endedAt} as="stamp" /> },
  ];
  return (
    <>
      <PageHeader
        title={t('stops:one', { id: stop.id, name: stop.subject })}
        beside={<StopTag stop={stop} />}
        extra={<RowActs row={stop} acts={acts} words="stops" />}
      />
      {acts.dialog}
      <FactList words="stops" columns={FACTS} row={stop} />
      <h2 className="fact-list-head">{t('stops:handed.title')}</h2>
      {stop.acts.length === 0 ? (
        <p className="muted">{t('stops:handed.none')}</p>
      ) : (
        <SmallTable
          label="stops:handed.title"
          words="stops:column"
          columns={columns}
          rows={stop.acts}
          rowKey={({ id }) => id}
        />
      )}
    </>
  );
}
