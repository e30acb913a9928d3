import './listening.css';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isLiveCall } from '../../../contract/contact/calls';
import type { HelpRequest } from '../../../contract/supervision/help';
import { LISTEN_MODES, type ListenMode } from '../../../contract/supervision/listening';
import { useMay } from '../../api/session-api';
import { useAnswerHelpMutation, useHelpRequestsQuery, useJoinCallMutation } from '../../domain/help/help-api';
import { usePush, useWatch } from '../../realtime/hooks';
import { SECOND_MS, useNow } from '../../state/clock';
import { Button } from '../../ui/button';
import { Running } from '../../ui/dates/time';
import { CaseOfCall } from './case-of-call';
import { DeclineHelp, PassHelp } from './help-acts';
import { ListeningBar } from './listening-bar';
import { useListening, type ListeningState } from './use-listening';

/** Over every page, as long as somebody waits for help in a call, or the viewer gives it. */
export default function HelpBar() {
  const { t } = useTranslation('listening');
  const mayAnswer = useMay('help:answer');
  const { data = [], refetch } = useHelpRequestsQuery(undefined, { skip: !mayAnswer });
  const listening = useListening();
  const { now, trouble } = listening;
  if (data.length === 0) return null;
  const heard = data.find(({ callId }) => callId === now?.callId);
  return (
    <section className="help-bar" aria-label={t('listening:help.title')}>
      {now && heard && (
        <ListeningBar now={now} call={{ ...heard, callTime: heard.askedAt }} listening={listening} />
      )}
      <div role="status">
        {trouble && <p className="listening-trouble">{t(`listening:trouble.${trouble}`)}</p>}
      </div>
      <ul>
        {data.map((request) => (
          <HelpRow key={request.id} request={request} listening={listening} onOver={() => void refetch()} />
        ))}
      </ul>
    </section>
  );
}

interface HelpRowProps {
  request: HelpRequest;
  listening: ListeningState;
  /** The call has ended. */
  onOver: () => void;
}

function HelpRow({ request, listening, onOver }: HelpRowProps) {
  const { t } = useTranslation('listening');
  const navigate = useNavigate();
  const [answer] = useAnswerHelpMutation();
  const [join] = useJoinCallMutation();
  const now = useNow(SECOND_MS);
  const { id, callId, agentName, taskId, orderId, askedAt, state, forMe, passedBy, passedTo } = request;
  useWatch({ topic: 'call', callId });
  usePush('call.changed', ({ data }) => {
    if (data.callId === callId && !isLiveCall(data.state)) onOver();
  });
  const enter = (mode: ListenMode) =>
    listening.begin(callId, mode, async () => {
      const refused = state === 'WAITING' && (await answer({ id })).error;
      if (refused) return {};
      if (state === 'WAITING' && taskId && orderId)
        void navigate(`/task/${taskId}/${encodeURIComponent(orderId)}`);
      return join({ id, mode });
    });
  return (
    <li className={forMe ? 'help-row help-row-mine' : 'help-row'}>
      <strong role={state === 'WAITING' ? 'alert' : undefined}>
        {t(state === 'ANSWERED' ? 'listening:help.yours' : 'listening:help.waits', { name: agentName })}
      </strong>
      <CaseOfCall call={request} />
      {state === 'WAITING' && <Running since={askedAt} now={now} />}
      {passedTo && state === 'WAITING' && (
        <span className="muted">
          {forMe
            ? t('listening:help.passed-to-you', { name: passedBy })
            : t('listening:help.passed', { name: passedTo })}
        </span>
      )}
      {LISTEN_MODES.map((mode) => (
        <Button
          key={mode}
          small
          primary={mode === 'LISTEN' && state === 'WAITING'}
          aria-label={t(`listening:with.${mode}`, { name: agentName })}
          aria-pressed={listening.now?.callId === callId && listening.now.mode === mode}
          onClick={() => void enter(mode)}
        >
          {t(`listening:mode.${mode}`)}
        </Button>
      ))}
      {state === 'WAITING' && (
        <>
          <PassHelp id={id} name={agentName} />
          <DeclineHelp id={id} name={agentName} />
        </>
      )}
    </li>
  );
}
