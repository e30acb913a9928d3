import type { ReactNode } from 'react';
import { FieldRow } from './field-row';
import type { Setting } from './use-setting';
import type { Field } from './values';

interface FieldGroupProps {
  title: string;
  hint?: string;
  /** Beside the title, e.g. whether it is law. */
  extra?: ReactNode;
  tone?: 'law';
  fields: readonly Field[];
  setting: Setting;
}

export function FieldGroup({ title, hint, extra, tone, fields, setting }: FieldGroupProps) {
  return (
    <fieldset className={tone ? `setting-card setting-${tone}` : 'setting-card'}>
      <legend className="visually-hidden">{title}</legend>
      <div className="setting-card-head" aria-hidden="true">
        <h2>{title}</h2>
      </div>
      {(extra || hint) && (
        <div className="setting-card-hint">
          {extra}
          {hint && <span className="muted">{hint}</span>}
        </div>
      )}
      {fields.map((field) => (
        <FieldRow key={field.name} field={field} setting={setting} />
      ))}
    </fieldset>
  );
}
