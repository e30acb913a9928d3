import './listening.css';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { LISTEN_MODES, type LiveCall } from '../../../contract/supervision/listening';
import { useCurrentUserQuery } from '../../api/session-api';
import { useWatch } from '../../realtime/hooks';
import { Button } from '../../ui/button';
import { PageHeader } from '../../ui/page-header';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import { Time } from '../../ui/dates/time';
import { useLiveCallsQuery } from './listening-api';
import { useListening } from './use-listening';

/** The running calls of one's people, to listen in, to whisper to the collector, or to speak to both. */
export function Component() {
  const { t } = useTranslation(['listening', 'calls']);
  useWatch({ topic: 'liveCalls' });
  const { data: me } = useCurrentUserQuery();
  const { data: running, error } = useLiveCallsQuery();
  // Pushes include the own call, which nobody can listen to.
  const data = running?.filter(({ agentId }) => agentId !== me?.id);
  const listening = useListening();
  const { now, trouble } = listening;
  const inCall = data?.find(({ callId }) => callId === now?.callId);
  return (
    <div className="page">
      <PageHeader title={t('listening:title')} />
      <div role="status">
        {now && (
          <p className="listening-now">
            <strong>{t(`listening:now.${now.mode}`, { name: inCall?.agentName ?? '' })}</strong>{' '}
            <span>{t(now.shown ? 'listening:shown' : 'listening:unseen')}</span>{' '}
            <Button small onClick={listening.end}>
              {t('listening:leave')}
            </Button>
          </p>
        )}
        {trouble && <p className="listening-trouble">{t(`listening:trouble.${trouble}`)}</p>}
      </div>
      {error && <ErrorState error={error} />}
      {!data && !error && <PanelSkeleton lines={6} />}
      {data?.length === 0 && <EmptyState title={t('listening:none')} />}
      {data && data.length > 0 && <Calls calls={data} listening={listening} />}
    </div>
  );
}

function Calls({
  calls,
  listening,
}: {
  calls: readonly LiveCall[];
  listening: ReturnType<typeof useListening>;
}) {
  const { t } = useTranslation(['listening', 'calls', 'codes']);
  const [search] = useSearchParams();
  const linkedCall = Number(search.get('call'));
  return (
    <table className="listening-calls">
      <thead>
        <tr>
          <th>{t('listening:column.agent')}</th>
          <th>{t('listening:column.contact')}</th>
          <th>{t('listening:column.state')}</th>
          <th>{t('listening:column.since')}</th>
          <th>{t('listening:column.acts')}</th>
        </tr>
      </thead>
      <tbody>
        {calls.map(({ callId, agentName, contactRelation, calledNumber, state, answerTime, callTime }) => (
          <tr key={callId} className={callId === linkedCall ? 'listening-asked' : ''}>
            <td>{agentName}</td>
            <td>
              {contactRelation && t(`codes:relation.${contactRelation}`)}{' '}
              <span className="figure muted">{calledNumber}</span>
            </td>
            <td>{t(`calls:state.${state}`)}</td>
            <td>
              <Time value={answerTime ?? callTime} as="stamp" />
            </td>
            <td className="listening-acts">
              {LISTEN_MODES.map((mode) => (
                <Button
                  key={mode}
                  small
                  aria-label={t(`listening:with.${mode}`, { name: agentName ?? '' })}
                  aria-pressed={listening.now?.callId === callId && listening.now.mode === mode}
                  against={state === 'ANSWERED' ? null : t('listening:unanswered')}
                  onClick={() => void listening.begin(callId, mode)}
                >
                  {t(`listening:mode.${mode}`)}
                </Button>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
