import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { isLiveCall } from '../../../contract/contact/calls';
import { minutes } from '../../lib/format';
import { PhoneIcon } from '../../ui/icons';
import type { KnownCall } from './calls-slice';
import { useCurrentCallsQuery, useHangUpMutation } from './calls-api';
import { useSecondsSince } from './use-calls';

/** Shows by its colour how a call stands; grey while there is none. */
export function CallLamp({ call }: { call: KnownCall | undefined }) {
  const colour = call && isLiveCall(call.state) ? ` call-lamp-${call.state.toLowerCase()}` : '';
  return (
    <span className={`call-lamp${colour}`} aria-hidden="true">
      <PhoneIcon />
    </span>
  );
}

/** How a call stands, for how long, and with whom. */
export function CallLine({ call }: { call: KnownCall }) {
  const { t } = useTranslation('calls');
  const spoken = useSecondsSince(call.state === 'ANSWERED' ? call.answerTime : null);
  const waited = useSecondsSince(
    call.state === 'REQUESTED' || call.state === 'RINGING' ? call.callTime : null,
  );
  const own = useCurrentCallsQuery().data?.collectorFirst === true && call.state === 'REQUESTED';
  const state = call.hangingUp ? 'calls:hanging-up' : own ? 'calls:pick-up' : `calls:state.${call.state}`;
  const seconds = call.state === 'ANSWERED' ? spoken : isLiveCall(call.state) ? waited : call.duration;
  return (
    <p className="call-line">
      <strong role="status">{t(state)}</strong>
      <span className="figure" aria-live="off">
        {minutes(seconds)}
      </span>
      <span className="muted call-more">{moreOf(call, t)}</span>
    </p>
  );
}

function moreOf(call: KnownCall, t: TFunction): string {
  if (isLiveCall(call.state)) return call.contactName ?? '';
  const by =
    call.reason === 'HUNG_UP' && call.hangUpDirection ? ` · ${t(`calls:by.${call.hangUpDirection}`)}` : '';
  return call.reason ? t(`calls:reason.${call.reason}`) + by : '';
}

export function HangUp({ call }: { call: KnownCall }) {
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
