import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseInfo } from '../../../../contract/cases/cases';
import { SCRIPT_RESULTS } from '../../../../contract/contact/first-contact';
import { isOpen } from '../../../../contract/codes';
import { useUnsaved } from '../../../lib/unsaved';
import { useRecording } from '../../../realtime/hooks';
import { Button } from '../../../ui/button';
import { type Draft, type DraftChange, isWritten } from './case-draft';
import { CaseFollowUp } from './case-follow-up';
import { useFormKeys } from './case-keys';
import { chosenOutcome } from './case-outcomes';
import { FieldProblem, focusProblem } from './case-problem';
import { CasePromise } from './case-promise';
import { CaseScript } from './case-script';
import { CaseResults } from './case-results';
import { useSave } from './case-save';

export interface CaseFormProps {
  info: CaseInfo;
  draft: Draft;
  edit: (change: DraftChange) => void;
  drop: () => void;
  restored: boolean;
  /** The case went to somebody else while it was open. */
  lost: boolean;
  hasNext: boolean;
  onNext: () => void;
}

export function CaseForm(props: CaseFormProps) {
  const { t } = useTranslation(['case', 'codes']);
  const { info, lost } = props;
  if (lost) return <p className="case-form-off">{t('case:off.lost')}</p>;
  if (!isOpen(info.status)) return <p className="case-form-off">{t('case:off.closed')}</p>;
  if (!info.actions.includes('record')) return <p className="case-form-off">{t('case:off.reader')}</p>;
  return <Recorder {...props} />;
}

function Recorder({ info, draft, edit, drop, restored, hasNext, onNext }: CaseFormProps) {
  const { t } = useTranslation(['case', 'codes']);
  const form = useRef<HTMLFormElement>(null);
  const written = isWritten(draft);
  useUnsaved(written);
  useRecording(info.id, written);
  const { save, saving, problems, unsaid, refusal } = useSave(info, draft, edit, drop);
  const saveOr = async (go: () => void) => {
    if (await save()) go();
    else focusProblem(form.current);
  };
  const saveAndGo = () => void saveOr(onNext);
  useFormKeys(form, edit, saveAndGo);
  const outcome = chosenOutcome(draft);
  return (
    <form
      ref={form}
      className="case-form"
      aria-label={t('case:form.label')}
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="case-form-body">
        {restored && written && (
          <p className="case-form-head muted">
            {t('case:form.restored')}
            <button type="button" className="case-link" onClick={drop}>
              {t('common:action.clear')}
            </button>
          </p>
        )}
        <CaseResults
          draft={draft}
          edit={edit}
          problem={problems.callResult}
          canPromise={info.actions.includes('promise')}
        />
        {outcome?.promise && <CasePromise info={info} draft={draft} edit={edit} problems={problems} />}
        {outcome && SCRIPT_RESULTS.includes(outcome.result) && (
          <CaseScript info={info} draft={draft} edit={edit} problems={unsaid} />
        )}
        <CaseFollowUp
          value={draft.nextFollowUpAt}
          required={outcome?.followUp === true}
          problem={problems.nextFollowUpAt}
          onChange={(nextFollowUpAt) => edit({ nextFollowUpAt })}
        />
        <div className="case-field">
          <textarea
            className="case-input case-notes"
            name="notes"
            rows={1}
            aria-label={t('case:form.notes')}
            placeholder={t('case:form.notes')}
            value={draft.notes}
            maxLength={1000}
            aria-invalid={problems.notes !== undefined}
            onChange={(event) => edit({ notes: event.target.value })}
          />
          <FieldProblem text={problems.notes} />
        </div>
      </div>
      <footer className="case-save">
        <p role="alert" className="case-refusal">
          {refusal}
        </p>
        <Button onClick={() => void saveOr(() => undefined)} disabled={saving}>
          {t('common:action.save')}
        </Button>
        <Button
          primary
          busy={saving}
          onClick={saveAndGo}
          aria-keyshortcuts="Control+Enter"
          title="Ctrl + Enter"
        >
          {t(hasNext ? 'case:form.save-next' : 'case:form.save-back')}
        </Button>
      </footer>
    </form>
  );
}
