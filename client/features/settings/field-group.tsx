import type { ReactNode } from 'react';
import { useWords } from '../../i18n/use-words';
import { FieldRow } from './field-row';
import type { Setting } from './use-setting';
import type { Field } from './values';

interface FieldGroupProps {
  /** Names it among the words: settings:group.<id>. */
  id: string;
  /** Beside the title, e.g. whether it is law. */
  extra?: ReactNode;
  tone?: 'law';
  fields: readonly Field[];
  setting: Setting;
}

export function FieldGroup({ id, extra, tone, fields, setting }: FieldGroupProps) {
  const { t } = useWords('settings');
  const title = t(`settings:group.${id}.title`);
  return (
    <fieldset className={tone ? `setting-card setting-${tone}` : 'setting-card'}>
      <legend className="visually-hidden">{title}</legend>
      <div className="setting-card-head" aria-hidden="true">
        <h2>{title}</h2>
      </div>
      <div className="setting-card-hint">
        {extra}
        <span className="muted">{t(`settings:group.${id}.hint`)}</span>
      </div>
      {fields.map((field) => (
        <FieldRow key={field.name} field={field} setting={setting} />
      ))}
    </fieldset>
  );
}
