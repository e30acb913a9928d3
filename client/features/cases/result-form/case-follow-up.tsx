import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/use-language';
import { SHORTCUTS, useShortcut } from '../../../lib/keyboard/shortcuts';
import { useNow } from '../../../state/clock';
import { FieldProblem } from './case-problem';
import { DateInput } from '../../../ui/dates/date-input';
import { FOLLOW_UPS, followUpAt, followUpLabel, nextPreset } from './case-times';

interface CaseFollowUpProps {
  value: string | null;
  required: boolean;
  problem: string | undefined;
  onChange: (value: string | null) => void;
}

export function CaseFollowUp({ value, required, problem, onChange }: CaseFollowUpProps) {
  const { t } = useTranslation('case');
  const language = useLanguage();
  const now = new Date(useNow());
  const presets = useRef<HTMLDivElement>(null);
  useShortcut(SHORTCUTS['follow-up'], () => {
    const chosen = nextPreset(value, now);
    onChange(chosen);
    const at = FOLLOW_UPS.findIndex((preset) => chosen && followUpAt(preset, now)?.toISOString() === chosen);
    presets.current?.querySelectorAll('button')[Math.max(0, at)]?.focus();
  });
  return (
    <div className="case-field">
      <div className="case-field-head">
        <span className="case-label">
          {t('case:form.follow-up')}
          {required && <span className="case-required"> *</span>}
        </span>
        <DateInput
          kind="moment"
          small
          className="case-time"
          name="nextFollowUpAt"
          label={t('case:form.follow-up')}
          aria-required={required}
          value={value}
          onChange={onChange}
        />
      </div>
      <div
        ref={presets}
        role="group"
        aria-label={t('case:form.follow-up')}
        className="case-choices case-choices-three"
      >
        {FOLLOW_UPS.map((preset) => {
          const at = followUpAt(preset, now)?.toISOString() ?? null;
          const on = at !== null && at === value;
          return (
            <button
              key={preset}
              type="button"
              className="case-choice case-choice-plain"
              aria-pressed={on}
              disabled={at === null}
              onClick={() => onChange(on ? null : at)}
            >
              <span className="case-choice-text">{followUpLabel(preset, now, t, language)}</span>
            </button>
          );
        })}
      </div>
      <FieldProblem text={problem} />
    </div>
  );
}
