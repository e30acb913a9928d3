import './calls.css';
import type { TFunction } from 'i18next';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { callStatusOf, isLiveCall } from '../../../contract/contact/calls';
import type { CaseInfo } from '../../../contract/cases/cases';
import type { CallStatus } from '../../../contract/codes';
import { minutes } from '../../lib/format';
import { SHORTCUTS, useShortcut } from '../../lib/keyboard/shortcuts';
import { PhoneIcon } from '../../ui/icons';
import { Popup } from '../../ui/layers/popup';
import { AskForHelp } from './ask-for-help';
import { AutoDial } from './auto-dial';
import type { KnownCall } from './calls-slice';
import { useHangUpMutation } from './calls-api';
import { PaidNote } from './paid-note';
import { Recording } from '../../domain/recordings/recording';
import { useBusyCall, useCaseCall, useDial, useSecondsSince } from './use-calls';

interface CallPanelProps {
  info: CaseInfo;
  contactId: number | null;
  /** Why the chosen contact may not be called now, and when again. */
  against: string | null;
  onCallStatus: (status: CallStatus, contactId: number | null) => void;
}

/** The call on this case: how it stands, how long, and its end. Always as high, so that nothing moves when it rings. */
export function CallPanel({ info, contactId, against, onCallStatus }: CallPanelProps) {
  const { t } = useTranslation('calls');
  const { may, ready, dial } = useDial(info);
  const call = useCaseCall(info.id);
  const busy = useBusyCall();
  const live = call !== undefined && isLiveCall(call.state);
  useShortcut('c', () => contactId && void dial(contactId), may);
  useWrapUp(call, onCallStatus);
  if (!may) return null;
  const spoken = call?.state === 'ANSWERED' ? call : undefined;
  const other = busy && busy.taskId !== info.id ? busy : undefined;
  return (
    <section className="call-panel" aria-label={t('calls:panel')} data-state={call?.state ?? 'NONE'}>
      <span className={`call-lamp${live ? ` call-lamp-${call.state.toLowerCase()}` : ''}`} aria-hidden="true">
        <PhoneIcon />
      </span>
      <div className="call-words">
        {other ? <p className="muted">{t('calls:elsewhere')}</p> : call ? <CallLine call={call} /> : <Idle />}
        {call && !live && !other && <Summary call={call} info={info} />}
        <PaidNote info={info} speaking={live} />
        {spoken && <AskForHelp callId={spoken.callId} />}
      </div>
      {other || live ? (
        <HangUp call={other ?? call!} />
      ) : (
        <>
          <AutoDial info={info} ready={ready} dial={dial} />
          <button
            type="button"
            className="call-button"
            disabled={!ready || contactId === null}
            aria-disabled={against !== null}
            title={against ?? undefined}
            aria-keyshortcuts="c"
            onClick={() => contactId && against === null && void dial(contactId)}
          >
            {t('calls:call')} <kbd aria-hidden="true">c</kbd>
          </button>
        </>
      )}
    </section>
  );
}

function Idle() {
  const { t } = useTranslation('calls');
  return <p className="muted">{t('calls:none')}</p>;
}

function CallLine({ call }: { call: KnownCall }) {
  const { t } = useTranslation('calls');
  const spoken = useSecondsSince(call.state === 'ANSWERED' ? call.answerTime : null);
  const waited = useSecondsSince(
    call.state === 'REQUESTED' || call.state === 'RINGING' ? call.callTime : null,
  );
  const seconds = call.state === 'ANSWERED' ? spoken : isLiveCall(call.state) ? waited : call.duration;
  return (
    <p className="call-line">
      <strong role="status">{t(call.hangingUp ? 'calls:hanging-up' : `calls:state.${call.state}`)}</strong>
      <span className="figure" aria-live="off">
        {minutes(seconds)}
      </span>
      <span className="muted call-more">{moreOf(call, t)}</span>
    </p>
  );
}

/** Next steps after a call: its result, until there is one; and its recording, once it has come. */
function Summary({ call, info }: { call: KnownCall; info: CaseInfo }) {
  const { t } = useTranslation('calls');
  const recorded = info.lastCallTime !== null && info.lastCallTime >= call.callTime;
  return (
    <p className="call-summary">
      {call.contactName && <span className="call-more">{call.contactName}</span>}
      {!recorded && (
        <span className="muted">
          {t('calls:choose')} <kbd aria-hidden="true">{SHORTCUTS.result}</kbd>
        </span>
      )}
      {call.recording && (
        <Popup content={<Recording call={call} />} placement="left" title={t('calls:recording.title')}>
          <button type="button" className="case-link">
            {t('calls:recording.title')}
          </button>
        </Popup>
      )}
    </p>
  );
}

function moreOf(call: KnownCall, t: TFunction): string {
  if (isLiveCall(call.state)) return call.contactName ?? '';
  const by =
    call.reason === 'HUNG_UP' && call.hangUpDirection ? ` · ${t(`calls:by.${call.hangUpDirection}`)}` : '';
  return call.reason ? t(`calls:reason.${call.reason}`) + by : '';
}

function HangUp({ call }: { call: KnownCall }) {
  const { t } = useTranslation('calls');
  const [hangUp, { isLoading }] = useHangUpMutation();
  return (
    <button
      type="button"
      className="call-button call-button-end"
      disabled={isLoading || call.hangingUp}
      onClick={() => void hangUp(call.callId)}
    >
      {t('calls:hang-up')}
    </button>
  );
}

/** The form's status follows from how the call went, once for each call; what a person has chosen already stays. */
function useWrapUp(call: KnownCall | undefined, onCallStatus: CallPanelProps['onCallStatus']): void {
  const announced = useRef<string | null>(null);
  const seen = useRef<number | null>(null);
  const tell = useEffectEvent((ended: KnownCall) => {
    const status = callStatusOf(ended);
    const key = `${ended.callId} ${status}`;
    if (status === null || announced.current === key) return;
    announced.current = key;
    onCallStatus(status, ended.contactId);
  });
  useEffect(() => {
    if (!call) return;
    const live = isLiveCall(call.state);
    if (live) seen.current = call.callId;
    // A call that was over when the page opened has been recorded, or not: it fills nothing.
    else if (seen.current !== call.callId) return;
    if (call.answerTime !== null || !live) tell(call);
  }, [call]);
}
