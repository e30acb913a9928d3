import './calls.css';
import './who-answers.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PARTIES, SKIP_REASON, type Party } from '../../../contract/contact/who-answers';
import { isLiveCall } from '../../../contract/contact/calls';
import { SHORTCUTS, useShortcut } from '../../lib/keyboard/shortcuts';
import { useCurrentUserQuery } from '../../api/session-api';
import { Button } from '../../ui/button';
import { AskForHelp } from './ask-for-help';
import { CallLamp, CallLine, HangUp } from './call-line';
import type { KnownCall } from './calls-slice';
import { useWhoAnswersMutation } from './calls-api';

/** Before anything of a debt is seen or said: whom one calls, what may be said, and who answers. */
export function WhoAnswers({ call }: { call: KnownCall }) {
  const { t } = useTranslation(['calls', 'codes']);
  const { data: user } = useCurrentUserQuery();
  const [say, { isLoading }] = useWhoAnswersMutation();
  const live = isLiveCall(call.state);
  const isAnswered = call.answerTime !== null;
  const answer = (party: Party) => void say({ callId: call.callId, answer: party });
  const byKey = ({ key }: KeyboardEvent) => {
    const party = PARTIES[Number(key) - 1];
    if (party) answer(party);
  };
  useShortcut(SHORTCUTS['result-number'], byKey, isAnswered && !isLoading);
  const name = call.contactName ?? t('calls:unknown');
  return (
    <div className="who-page">
      <section className="who-answers" aria-labelledby="who-title">
        <div className="call-panel who-head" data-state={call.state}>
          <CallLamp call={call} />
          <div className="call-words">
            <CallLine call={call} />
            {call.state === 'ANSWERED' && <AskForHelp callId={call.callId} />}
          </div>
          {live && <HangUp call={call} />}
        </div>
        <h1 id="who-title">{t('calls:who.title')}</h1>
        <p className="who-name">
          <strong>{name}</strong>{' '}
          <span className="muted">
            {call.contactRelation && t(`codes:relation.${call.contactRelation}`)} {call.calledNumber}
          </span>
        </p>
        <blockquote>{t('calls:who.ask', { name, own: user?.name ?? '' })}</blockquote>
        <p className="muted">{t('calls:who.not-yet')}</p>
        <div className="who-choices" role="group" aria-labelledby="who-title">
          {PARTIES.map((party, index) => (
            <button
              key={party}
              type="button"
              className="case-choice"
              aria-keyshortcuts={String(index + 1)}
              disabled={!isAnswered || isLoading}
              onClick={() => answer(party)}
            >
              <kbd aria-hidden="true">{index + 1}</kbd> {t(`calls:party.${party}`)}
            </button>
          ))}
        </div>
        <p className="muted" role="status">
          {isAnswered ? t('calls:who.keys') : t('calls:who.waiting')}
        </p>
        <Skip
          busy={isLoading}
          onSkip={(reason) => void say({ callId: call.callId, answer: 'SKIPPED', reason })}
        />
      </section>
    </div>
  );
}

const focus = (field: HTMLInputElement | null) => field?.focus();

/** For who knows it otherwise; supervisors see how often, by whom and why. */
function Skip({ busy, onSkip }: { busy: boolean; onSkip: (reason: string) => void }) {
  const { t } = useTranslation('calls');
  const [reason, setReason] = useState<string | null>(null);
  if (reason === null)
    return (
      <button type="button" className="case-link" onClick={() => setReason('')}>
        {t('calls:who.skip')}
      </button>
    );
  const isEnough = reason.trim().length >= SKIP_REASON.min;
  return (
    <form
      className="who-skip"
      onSubmit={(event) => {
        event.preventDefault();
        if (isEnough && !busy) onSkip(reason.trim());
      }}
    >
      <label>
        {t('calls:who.reason')}
        <input
          ref={focus}
          value={reason}
          maxLength={SKIP_REASON.max}
          onChange={({ target }) => setReason(target.value)}
        />
      </label>
      <Button type="submit" busy={busy} against={isEnough ? null : t('calls:who.reason-short')}>
        {t('calls:who.skip')}
      </Button>
    </form>
  );
}
