import './calls.css';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../api/session-api';
import { minutes } from '../../lib/format';
import { PhoneIcon } from '../../ui/icons';
import { type KnownCall, useOwnCalls } from './calls-slice';
import { useAnswerCallMutation, useCurrentCallsQuery, useHangUpMutation } from './calls-api';
import { useOneTab } from './one-tab';
import { useRing } from './ring';
import { useSecondsSince } from './use-calls';

/** Keeps what this tab knows of the own calls, and shows who calls: in one tab only, with a sound and to be seen. */
export function IncomingCall() {
  return useMay('call:make') ? <Watch /> : null;
}

function Watch() {
  useCurrentCallsQuery();
  const ringing = useOwnCalls().find((call) => call.direction === 'IN' && call.state === 'RINGING');
  return ringing ? <Ringing key={ringing.callId} call={ringing} /> : null;
}

function Ringing({ call }: { call: KnownCall }) {
  const mine = useOneTab(`call-${call.callId}`);
  return mine ? <Pop call={call} /> : null;
}

function Pop({ call }: { call: KnownCall }) {
  const { t } = useTranslation(['calls', 'codes']);
  const [answer, answering] = useAnswerCallMutation();
  const [hangUp, hangingUp] = useHangUpMutation();
  const seconds = useSecondsSince(call.callTime);
  useRing();
  const who = call.contactName ?? t('calls:unknown');
  useTitle(t('calls:incoming.title', { who }));
  return (
    <div className="incoming-call" role="alertdialog" aria-label={t('calls:incoming.label')}>
      <span className="call-lamp call-lamp-ringing" aria-hidden="true">
        <PhoneIcon />
      </span>
      <div className="call-words">
        <p className="call-line">
          <strong>{who}</strong>
          {call.contactRelation && (
            <span className="muted">{t(`codes:relation.${call.contactRelation}`)}</span>
          )}
          <span className="figure" aria-live="off">
            {minutes(seconds)}
          </span>
        </p>
        <p className="muted figure">
          {call.calledNumber}
          {call.orderId && call.taskId && call.loanItemId && (
            <>
              {' · '}
              <Link to={`/task/${call.taskId}/${call.loanItemId}`}>{call.orderId}</Link>
            </>
          )}
        </p>
      </div>
      <button
        type="button"
        className="call-button call-button-take"
        disabled={answering.isLoading}
        onClick={() => void answer(call.callId)}
      >
        {t('calls:incoming.answer')}
      </button>
      <button
        type="button"
        className="call-button call-button-end"
        disabled={hangingUp.isLoading || call.hangingUp}
        onClick={() => void hangUp(call.callId)}
      >
        {t('calls:incoming.reject')}
      </button>
    </div>
  );
}

/** The tab's own words while it rings, for who looks elsewhere. */
function useTitle(title: string): void {
  const show = useEffectEvent(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  });
  useEffect(() => show(), [title]);
}
