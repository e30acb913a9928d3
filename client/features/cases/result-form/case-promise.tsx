import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CaseInfo } from '../../../../contract/cases/cases';
import { PROMISE_DAYS } from '../../../../contract/cases/promises';
import { addDays } from '../../../../contract/shared/date';
import { useMay } from '../../../api/session-api';
import { useLanguage } from '../../../i18n/use-language';
import { formatMoney } from '../../../lib/format';
import { LANGUAGE_TAGS } from '../../../lib/language';
import { type Draft, type DraftField, promisedAmount } from './case-draft';
import { FieldProblem } from './case-problem';
import { DateInput } from '../../../ui/dates/date-input';
import { useToday } from './case-today';
import { LaterPromise } from './later-promise';

interface CasePromiseProps {
  info: CaseInfo;
  draft: Draft;
  edit: (change: Partial<Draft>) => void;
  problems: Partial<Record<DraftField, string>>;
}

export function CasePromise({ info, draft, edit, problems }: CasePromiseProps) {
  const { t } = useTranslation('case');
  const language = useLanguage();
  const today = useToday();
  const date = draft.promiseDate ?? today;
  const days = Array.from({ length: PROMISE_DAYS + 1 }, (_, later) => addDays(today, later));
  const mayExtend = useMay('promise:extend');
  return (
    <div className="case-promise-form" ref={bringIntoView}>
      <label className="case-field">
        <span className="case-label">{t('case:promise.amount')}</span>
        <Input
          name="promiseAmount"
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          value={draft.promiseAmount ?? (info.amount / 100).toFixed(2)}
          status={problems.promiseAmount ? 'error' : ''}
          onFocus={(event) => event.target.select()}
          onChange={(event) => edit({ promiseAmount: event.target.value })}
        />
        {draft.promiseAmount !== null && (
          <button type="button" className="case-link" onClick={() => edit({ promiseAmount: null })}>
            {t('case:promise.full', { amount: formatMoney(info.amount, language) })}
          </button>
        )}
        <FieldProblem text={problems.promiseAmount} />
      </label>
      <div className="case-field">
        <span className="case-label">{t('case:promise.date')}</span>
        <div role="group" aria-label={t('case:promise.date')} className="case-choices case-choices-four">
          {days.map((day, later) => (
            <button
              key={day}
              type="button"
              className="case-choice case-choice-plain case-choice-day"
              aria-pressed={date === day}
              onClick={() => edit({ promiseDate: day })}
            >
              <span className="case-choice-text">
                {later === 0 ? t('case:promise.today') : weekday(day, LANGUAGE_TAGS[language])}
              </span>
            </button>
          ))}
        </div>
        {mayExtend ? (
          <DateInput
            label={t('case:promise.later')}
            min={today}
            value={date}
            onChange={(promiseDate) => edit({ promiseDate })}
          />
        ) : (
          <LaterPromise taskId={info.id} amount={promisedAmount(draft, info.amount)} today={today} />
        )}
        <FieldProblem text={problems.promiseDate} />
      </div>
    </div>
  );
}

/** On a small screen the form is longer than its place: what has just been asked for comes into sight. */
function bringIntoView(node: HTMLElement | null): void {
  node?.scrollIntoView({ block: 'nearest' });
}

/** "Mon 23": a promise is spoken of by its day of the week. Chinese has no spaces: a narrow button breaks it between its parts. */
function weekday(day: string, tag: string): string {
  const format = new Intl.DateTimeFormat(tag, { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
  const parts = format.formatToParts(new Date(`${day}T00:00:00Z`));
  return parts.map(({ value }) => value).join('\u200b');
}
