import './calls.css';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { callStatusOf, isLiveCall } from '../../../contract/contact/calls';
import type { CaseInfo } from '../../../contract/cases/cases';
import { PARTIES, type PartyAnswer } from '../../../contract/contact/who-answers';
import type { CallStatus } from '../../../contract/codes';
import { SHORTCUTS, useShortcut } from '../../lib/keyboard/shortcuts';
import { Popup } from '../../ui/layers/popup';
import { AskForHelp } from './ask-for-help';
import { AutoDial } from './auto-dial';
import { CallLamp, CallLine, HangUp } from './call-line';
import type { KnownCall } from './calls-slice';
import { PaidNote } from './paid-note';
import { Recording } from '../../domain/recordings/recording';
import { useBusyCall, useCaseCall, useDial } from './use-calls';

interface CallPanelProps {
  info: CaseInfo;
  contactId: number | null;
  /** Why the chosen contact may not be called now, and when again. */
  against: string | null;
  onCallStatus: (status: CallStatus, contactId: number | null, party: PartyAnswer | null) => void;
}

/** The call on this case: how it stands, how long, and its end. Always as high, so that nothing moves when it rings. */
export function CallPanel({ info, contactId, against, onCallStatus }: CallPanelProps) {
  const { t } = useTranslation('calls');
  const { may, ready, dial } = useDial(info);
  const call = useCaseCall(info.id);
  const busy = useBusyCall();
  const live = call !== undefined && isLiveCall(call.state);
  // The page is drawn anew behind the question who answers: it does not dial again.
  const isOpen = call !== undefined && !isRecorded(call, info);
  useShortcut('c', () => contactId && void dial(contactId), may);
  useWrapUp(call, info, onCallStatus);
  if (!may) return null;
  const spoken = call?.state === 'ANSWERED' ? call : undefined;
  const other = busy && busy.taskId !== info.id ? busy : undefined;
  return (
    <>
      <section className="call-panel" aria-label={t('calls:panel')} data-state={call?.state ?? 'NONE'}>
        <CallLamp call={call} />
        <div className="call-words">
          {other ? (
            <p className="muted">{t('calls:elsewhere')}</p>
          ) : call ? (
            <CallLine call={call} />
          ) : (
            <Idle />
          )}
          {call && !live && !other && <Summary call={call} info={info} />}
          <PaidNote info={info} speaking={live} />
          {spoken && <AskForHelp callId={spoken.callId} />}
        </div>
        {other || live ? (
          <HangUp call={other ?? call!} />
        ) : (
          <>
            {!isOpen && <AutoDial info={info} ready={ready} dial={dial} />}
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
      {live && isSomebodyElse(call) && <p className="call-only">{t('calls:who.only')}</p>}
    </>
  );
}

function Idle() {
  const { t } = useTranslation('calls');
  return <p className="muted">{t('calls:none')}</p>;
}

/** Next steps after a call: its result, until there is one; and its recording, once it has come. */
function Summary({ call, info }: { call: KnownCall; info: CaseInfo }) {
  const { t } = useTranslation('calls');
  const recorded = isRecorded(call, info);
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

/** The form's status follows from how the call went, once for each call; what a person has chosen already stays. */
function useWrapUp(
  call: KnownCall | undefined,
  info: CaseInfo,
  onCallStatus: CallPanelProps['onCallStatus'],
): void {
  const announced = useRef<string | null>(null);
  const tell = useEffectEvent((known: KnownCall) => {
    const status = callStatusOf(known);
    const key = `${known.callId} ${status}`;
    if (status === null || announced.current === key || isRecorded(known, info)) return;
    announced.current = key;
    onCallStatus(status, known.contactId, known.party);
  });
  useEffect(() => {
    // A call that was over when this tab opened has been recorded, or not: it fills nothing.
    if (call?.seen && (call.answerTime !== null || !isLiveCall(call.state))) tell(call);
  }, [call]);
}

const isSomebodyElse = ({ party }: KnownCall) =>
  party !== 'BORROWER' && PARTIES.some((each) => each === party);

const isRecorded = (call: KnownCall, { lastCallTime }: CaseInfo) =>
  lastCallTime !== null && lastCallTime >= call.callTime;
