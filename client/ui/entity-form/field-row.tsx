import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language';
import { Button } from '../button';
import { type Field, labelKeys } from './fields';
import { FieldInput } from './field-input';
import { problemText } from './problems';
import type { FormState } from './use-form-state';
import { textOf } from './value-text';
import { same } from './values';

interface FieldRowProps {
  field: Field;
  draft: FormState;
}

/** A field with its name. What the reader may not change is text. */
export function FieldRow(props: FieldRowProps) {
  const { field, draft } = props;
  const isText = (draft.readOnly || field.fixed === true) && field.kind !== 'picture';
  return isText ? <ReadRow {...props} /> : <EditRow {...props} />;
}

function ReadRow({ field, draft }: FieldRowProps) {
  const { t } = useTranslation([draft.words, 'forms', 'codes']);
  const language = useLanguage();
  const id = `${draft.words}_${field.name}`;
  const value = draft.values[field.name] ?? null;
  return (
    <div className={field.sub ? 'entity-row entity-row-sub' : 'entity-row'} data-field={field.name}>
      <span id={`${id}_label`} className="entity-label">
        {t(labelKeys(draft.words, field))}
      </span>
      <div role="group" className="entity-value" aria-labelledby={`${id}_label`}>
        {textOf(field, value, t, language, draft.options)}
      </div>
    </div>
  );
}

/** A field, and under it what stands against it, its hint and what it was. */
function EditRow({ field, draft }: FieldRowProps) {
  const { t } = useTranslation([draft.words, 'forms', 'codes']);
  const language = useLanguage();
  const before = draft.base.values[field.name] ?? null;
  const value = draft.values[field.name] ?? null;
  const keys = labelKeys(draft.words, field);
  const label = t(keys);
  const hint = t(
    keys.map((key) => `${key}.hint`),
    { defaultValue: '' },
  );
  const changed = !same(before, value);
  const problem = draft.shown[field.name];
  const emptied = value === null ? draft.emptied[field.name] : undefined;
  const required = field.required && draft.base.isNew === true;
  const id = `${draft.words}_${field.name}`;
  const [problemId, hintId] = [`${id}_problem`, `${id}_hint`];
  const look = [
    'entity-row',
    field.sub && 'entity-row-sub',
    changed && 'entity-row-changed',
    problem && 'entity-row-wrong',
    draft.followed && 'entity-row-followed',
  ];
  return (
    <div className={look.filter(Boolean).join(' ')} data-field={field.name}>
      <label htmlFor={id} className={required ? 'entity-label entity-required' : 'entity-label'}>
        {label}
      </label>
      <div>
        <FieldInput
          field={field}
          label={label}
          options={draft.options}
          id={id}
          value={value}
          onChange={(next) => draft.change(field.name, next)}
          aria-describedby={problem ? `${problemId} ${hintId}` : hintId}
          aria-invalid={problem !== undefined}
          aria-required={required}
        />
        {problem && (
          <div id={problemId} className="entity-problem" role="alert">
            {problemText(problem, field, label, t, language)}
          </div>
        )}
        {emptied && (
          <div className="entity-emptied" role="status">
            {t('forms:emptied', { by: t(labelKeys(draft.words, { name: emptied.by })) })}{' '}
            <Button quiet onClick={() => draft.refill(field.name)}>
              {t('forms:refill')}
            </Button>
          </div>
        )}
        <div id={hintId} className="entity-hint">
          {hint && <span>{hint}</span>}
          {changed && !draft.base.isNew && (
            <span className="entity-was">
              {t('forms:was', { value: textOf(field, before, t, language, draft.named) })}
            </span>
          )}
        </div>
      </div>
    </div>
  );
}
