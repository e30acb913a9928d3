import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { MonitoredCall } from '../../../contract/contact/calls';
import { useCurrentUserQuery, useMay } from '../../api/session-api';
import { SECOND_MS, useNow } from '../../state/clock';
import { Running } from '../../ui/dates/time';
import { useCallFeedQuery } from './call-feed-api';

/** More are not seen at a glance; the list under them has all. */
const SHOWN = 24;

/**
 * Calls that run, each with its clock: since it was answered, or since it was dialled. The strip is as high with calls as
 * without, so that no row of the list under it moves.
 */
export function LiveCalls({ groupId }: { groupId: number | undefined }) {
  const { t } = useTranslation(['monitoring', 'calls']);
  const { currentData } = useCallFeedQuery({ live: '1', groupId });
  const mayListen = useMay('call:listen');
  const { data: me } = useCurrentUserQuery();
  const now = useNow(SECOND_MS);
  const calls = currentData?.rows ?? [];
  return (
    <section className="live-calls" aria-label={t('monitoring:live.title')}>
      <h2>
        {t('monitoring:live.title')} <span className="figure">{calls.length}</span>
      </h2>
      <div className="live-calls-strip">
        {calls.length === 0 && <p className="muted">{t('monitoring:live.none')}</p>}
        <ul hidden={calls.length === 0}>
          {calls.slice(0, SHOWN).map((call) => (
            <LiveCall
              key={call.callId}
              call={call}
              now={now}
              mayListen={mayListen && call.agentId !== me?.id}
            />
          ))}
        </ul>
        {calls.length > SHOWN && (
          <p className="muted">{t('monitoring:live.more', { count: calls.length - SHOWN })}</p>
        )}
      </div>
    </section>
  );
}

type LiveCallProps = { call: MonitoredCall; now: number; mayListen: boolean };

function LiveCall({ call, now, mayListen }: LiveCallProps) {
  const { t } = useTranslation(['monitoring', 'calls']);
  const { callId, agentName, state, answerTime, callTime, taskId, orderId } = call;
  return (
    <li className={`live-call live-call-${state.toLowerCase()}`} data-call={call.callId}>
      <span className="live-call-head">
        <strong>{call.agentName ?? call.extensionNumber}</strong>
        <span className="muted">{t(`calls:state.${state}`)}</span>
        <Running since={answerTime ?? callTime} now={now} />
      </span>
      <span className="live-call-foot">
        {taskId && orderId ? (
          <Link to={`/task/${taskId}/${encodeURIComponent(orderId)}`}>{orderId}</Link>
        ) : (
          <span className="muted">—</span>
        )}
        <span className="figure">{call.calledNumber ?? '—'}</span>
        {mayListen && state === 'ANSWERED' && (
          <Link
            to={`/listening?call=${callId}`}
            aria-label={t('monitoring:live.listenTo', { name: agentName ?? '' })}
          >
            {t('monitoring:live.listen')}
          </Link>
        )}
      </span>
    </li>
  );
}
