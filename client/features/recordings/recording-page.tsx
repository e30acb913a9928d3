import './recordings.css';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import type { RecordingInfo } from '../../../contract/supervision/recordings';
import { useRecordingQuery } from '../../domain/recordings/recordings-api';
import { useMay } from '../../api/session-api';
import { useWatch } from '../../realtime/hooks';
import { formatStamp, minutes } from '../../lib/format';
import { PageHeader } from '../../ui/page-header';
import { BackLink } from '../../ui/visits/back-link';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import { Time } from '../../ui/dates/time';
import { AnnounceButton } from '../../domain/announcements/announce-button';
import { useViolation } from '../../domain/announcements/use-violation';
import { NoteForm } from './note-form';

const Player = lazy(() => import('../../domain/recordings/player'));

/** One recording, with what was noted of it. `?at=` is the second that a link leads to. */
export function Component() {
  const callId = Number(useParams()['callId']);
  const { t } = useTranslation('monitoring');
  const { data, error, refetch } = useRecordingQuery(callId);
  useWatch(data?.state === 'PENDING' ? { topic: 'call', callId } : null);
  return (
    <div className="page">
      <BackLink to="/dataMonitoring?view=calls" label={t('monitoring:title')} />
      {data ? (
        <Recording info={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PanelSkeleton lines={10} />
      )}
    </div>
  );
}

function Recording({ info }: { info: RecordingInfo }) {
  const { t } = useTranslation(['recordings', 'codes']);
  const [second, setSecond] = useState(0);
  const [search] = useSearchParams();
  const { key } = useLocation();
  const startAt = Number(search.get('at') ?? 0);
  // Another visit to the same second goes there again.
  const goTo = useMemo(() => (startAt > 0 && key ? { second: startAt } : null), [startAt, key]);
  const mayNote = useMay('recording:note');
  const violation = useViolation();
  const { callId, callTime, agentId, agentName, sound, state, notes, listens } = info;
  const seen = { source: 'CALL', sourceId: callId, userId: agentId, name: agentName, at: callTime } as const;
  const label = t('recordings:of', { time: formatStamp(callTime) });
  return (
    <>
      <PageHeader
        title={label}
        beside={<Facts info={info} />}
        extra={<AnnounceButton seen={seen} {...violation} />}
      />
      {violation.dialog}
      {sound ? (
        <div className="recording-player">
          <Suspense fallback={<div className="player player-main" />}>
            <Player callId={callId} sound={sound} label={label} goTo={goTo} onTime={setSecond} isMain />
          </Suspense>
        </div>
      ) : (
        <EmptyState title={t(`recordings:state.${state}`)} />
      )}
      <div className="recording-columns">
        <section aria-labelledby="recording-notes">
          <h2 id="recording-notes">{t('recordings:note.title')}</h2>
          {notes.length === 0 && <p className="muted">{t('recordings:note.none')}</p>}
          <ol className="recording-notes">
            {notes.map((note) => (
              <li key={note.id}>
                <p>
                  <Link className="figure" to={`/recording/${callId}?at=${note.second}`}>
                    {minutes(note.second)}
                  </Link>{' '}
                  {note.text}
                </p>
                <p className="muted">
                  {note.by} <Time value={note.at} />
                </p>
              </li>
            ))}
          </ol>
          {mayNote && sound && <NoteForm callId={callId} second={second} />}
        </section>
        {listens && (
          <section aria-labelledby="recording-listens">
            <h2 id="recording-listens">{t('recordings:listens.title')}</h2>
            {listens.length === 0 && <p className="muted">{t('recordings:listens.none')}</p>}
            <ol className="recording-notes">
              {listens.map(({ by, at }) => (
                <li key={`${at} ${by}`}>
                  {by}{' '}
                  <span className="muted">
                    <Time value={at} />
                  </span>
                </li>
              ))}
            </ol>
          </section>
        )}
      </div>
    </>
  );
}

/** The call's collector, contact and case. */
function Facts({ info }: { info: RecordingInfo }) {
  const { t } = useTranslation(['recordings', 'codes']);
  const { agentName, contactName, contactRelation, calledNumber, duration, taskId, orderId } = info;
  return (
    <>
      {agentName && <span>{agentName}</span>}
      <span>
        {contactName} {contactRelation && t(`codes:relation.${contactRelation}`)}{' '}
        <span className="figure muted">{calledNumber}</span>
      </span>
      <span>
        {t('recordings:talked')} <span className="figure">{minutes(duration)}</span>
      </span>
      {taskId !== null && orderId !== null && (
        <Link to={`/task/${taskId}/${encodeURIComponent(orderId)}`}>{orderId}</Link>
      )}
    </>
  );
}
