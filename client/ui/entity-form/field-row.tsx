import { ConfigProvider, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language';
import { type Field, wordOf } from './fields';
import { FieldInput } from './field-input';
import type { Draft } from './use-draft';
import { textOf } from './value-text';
import { same } from './values';

export function FieldRow({ field, draft }: { field: Field; draft: Draft }) {
  const { t } = useTranslation([draft.words, 'forms', 'codes']);
  const language = useLanguage();
  const before = draft.base.values[field.name] ?? null;
  const key = `${draft.words}:field.${wordOf(field.name)}`;
  const label = t(key);
  const hint = t(`${key}.hint`, { defaultValue: '' });
  const changed = !same(before, draft.values[field.name]);
  const look = ['entity-row', field.sub && 'entity-row-sub', changed && 'entity-row-changed'].filter(Boolean);
  const row = (
    <div className={look.join(' ')} data-field={field.name}>
      <Form.Item
        name={field.name}
        label={label}
        required={field.required && draft.base.isNew === true}
        className={draft.followed ? 'entity-followed-value' : undefined}
        extra={
          <>
            {hint && <span>{hint}</span>}
            {changed && !draft.base.isNew && (
              <span className="entity-was">
                {t('forms:was', { value: textOf(field, before, t, language, draft.options) })}
              </span>
            )}
          </>
        }
      >
        <FieldInput field={field} label={label} options={draft.options} />
      </Form.Item>
    </div>
  );
  return field.fixed ? <ConfigProvider componentDisabled>{row}</ConfigProvider> : row;
}
