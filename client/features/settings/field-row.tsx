import { useId } from 'react';
import { useWords, type Words } from '../../i18n/use-words';
import { formatCount } from '../../lib/format';
import type { Language } from '../../../contract/codes';
import type { Problem } from './problems';
import type { Setting } from './use-setting';
import { ValueInput } from './value-input';
import { textOf, wordOf } from './value-text';
import { same, type Field } from './values';

/** One field: its name, what it does, its control, what it was, and what is wrong with it. */
export function FieldRow({ field, setting }: { field: Field; setting: Setting }) {
  const { t, language } = useWords('settings', 'codes');
  const id = useId();
  const value = setting.values[field.name] ?? null;
  const before = setting.base.values[field.name] ?? null;
  const problem = setting.problems[field.name];
  const label = t(`settings:field.${wordOf(field.name)}.label`);
  const changed = !same(before, value);
  const isMany = field.kind === 'days' || field.kind === 'relations';
  const followed = setting.followed !== null;
  const look = ['setting-row', field.sub && 'setting-row-sub', changed && 'setting-row-changed'].filter(
    Boolean,
  );
  return (
    <div className={look.join(' ')} data-field={field.name}>
      <div className="setting-what">
        {isMany ? <span>{label}</span> : <label htmlFor={id}>{label}</label>}
        <p id={`${id}-hint`} className="muted">
          {t(`settings:field.${wordOf(field.name)}.hint`)}
        </p>
      </div>
      <div className={followed ? 'setting-value setting-value-followed' : 'setting-value'}>
        <ValueInput
          id={id}
          field={field}
          value={value}
          label={label}
          wrong={problem !== undefined}
          describedBy={`${id}-hint ${id}-more`}
          onChange={(next) => setting.change(field.name, next)}
        />
        <p id={`${id}-more`} className="setting-more" aria-live="polite">
          {problem ? (
            <span className="setting-problem">{problemText(problem, field, t, language)}</span>
          ) : (
            changed && t('settings:form.was', { value: textOf(field, before, t, language) })
          )}
        </p>
      </div>
    </div>
  );
}

function problemText(problem: Problem, field: Field, t: Words, language: Language): string {
  switch (problem.kind) {
    case 'missing':
      return t('settings:problem.missing');
    case 'range': {
      const shown = (count: number) =>
        field.kind === 'money' ? textOf(field, count, t, language) : formatCount(count, language);
      return t('settings:problem.range', { least: shown(problem.least), most: shown(problem.most) });
    }
    case 'order':
      return t('settings:problem.order');
    case 'law':
      return t('settings:problem.law', { from: problem.from, to: problem.to });
    case 'refused':
      return t('settings:problem.refused');
  }
}
