import '../../../ui/pressed-choice.css';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CALL_STATUSES, CONTACT_TYPES } from '../../../../contract/codes';
import type { CallOutcome } from '../../../../contract/contact/call-results';
import { SHORTCUTS, useShortcut } from '../../../lib/keyboard/shortcuts';
import type { Draft } from './case-draft';
import { FieldProblem } from './case-problem';
import {
  chooseOutcome,
  chooseStatus,
  isChosen,
  outcomesOf,
  outcomeWords,
  WITHOUT_CALL,
} from './case-outcomes';

interface CaseResultsProps {
  draft: Draft;
  edit: (change: Partial<Draft>) => void;
  problem: string | undefined;
  canPromise: boolean;
}

/** The nine that have a key and the one beside the last stand in pairs, the rare rest under them. */
const PAIRED = 10;

export function CaseResults({ draft, edit, problem, canPromise }: CaseResultsProps) {
  const { t } = useTranslation(['case', 'codes']);
  const numbered = useRef<HTMLDivElement>(null);
  const outcomes = outcomesOf(draft.callStatus);
  const allowed = (outcome: CallOutcome) => !outcome.promise || canPromise;
  useShortcut(SHORTCUTS['result-number'], (event) => {
    const outcome = outcomes[Number(event.key) - 1];
    if (!outcome || !allowed(outcome)) return;
    edit(chooseOutcome(outcome));
    // Enter presses what has the focus: it must be what was chosen.
    numbered.current?.querySelectorAll<HTMLElement>('[data-result]')[Number(event.key) - 1]?.focus();
  });
  const button = (outcome: CallOutcome, key: number | null) => (
    <button
      key={`${outcome.result}${outcome.collectionResult}`}
      type="button"
      className="case-choice"
      title={outcome.result}
      data-result
      aria-pressed={isChosen(draft, outcome)}
      aria-keyshortcuts={key ? String(key) : undefined}
      disabled={!allowed(outcome)}
      onClick={() => edit(chooseOutcome(outcome))}
    >
      {key && <kbd aria-hidden="true">{key}</kbd>}
      <span className="case-choice-text">{t(outcomeWords(outcome))}</span>
    </button>
  );
  return (
    <>
      <div className="case-field">
        <div className="case-field-head">
          <span className="case-label">{t('case:form.status')}</span>
          <div role="group" aria-label={t('case:form.contact-type')} className="pressed-choice">
            {CONTACT_TYPES.map((type) => (
              <button
                key={type}
                type="button"
                aria-pressed={draft.contactType === type}
                onClick={() => edit({ contactType: type })}
              >
                {t(`codes:contact-type.${type}`)}
              </button>
            ))}
          </div>
        </div>
        <div role="group" aria-label={t('case:form.status')} className="case-choices case-choices-four">
          {CALL_STATUSES.map((status) => (
            <button
              key={status}
              type="button"
              className="case-choice case-choice-plain"
              aria-pressed={draft.callStatus === status}
              onClick={() => edit(chooseStatus(draft.callStatus === status ? null : status))}
            >
              <span className="case-choice-text">{t(`codes:call-status.${status}`)}</span>
            </button>
          ))}
        </div>
      </div>
      <div className="case-field">
        <span className="case-label case-label-result">{t('case:form.result')}</span>
        <div ref={numbered} role="group" aria-label={t('case:form.result')} className="case-choices">
          {outcomes.slice(0, PAIRED).map((outcome, index) => button(outcome, index < 9 ? index + 1 : null))}
        </div>
        <div role="group" aria-label={t('case:form.others')} className="case-choices case-choices-three">
          {[...outcomes.slice(PAIRED), ...WITHOUT_CALL].map((outcome) => button(outcome, null))}
        </div>
        <FieldProblem text={problem} />
      </div>
    </>
  );
}
