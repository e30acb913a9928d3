import { Checkbox, Input, InputNumber, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language';
import { DateInput } from '../dates/date-input';
import { DaysInput } from './days-input';
import type { Field } from './fields';
import { PictureInput } from './picture-input';
import { choicesOf, type Options } from './value-text';
import type { Value } from './values';
import { WeightedLines } from './weighted-lines';

export interface FieldInputProps {
  field: Field;
  label: string;
  options: Options;
  id: string;
  value: Value;
  onChange: (value: Value) => void;
  'aria-describedby': string;
  'aria-invalid': boolean;
  'aria-required': boolean;
}

export function FieldInput({ field, label, options, value, onChange, ...aria }: FieldInputProps) {
  const { t } = useTranslation(['forms', 'codes']);
  const language = useLanguage();
  switch (field.kind) {
    case 'yes':
      return <Switch {...aria} aria-label={label} checked={value === true} onChange={onChange} />;
    case 'clock': {
      const clocks = clocksOf(field, String(value)).map((clock) => ({ value: clock, label: clock }));
      return (
        <Select
          {...aria}
          aria-label={label}
          value={String(value)}
          onChange={onChange}
          showSearch
          options={clocks}
        />
      );
    }
    case 'choice':
      return (
        <Select<string | number>
          {...aria}
          aria-label={label}
          value={value as string | number | null}
          onChange={(next) => onChange(next ?? null)}
          allowClear={!field.required}
          showSearch={{ optionFilterProp: 'label' }}
          options={choicesOf(field, t, language, options).map((each) => ({ ...each }))}
        />
      );
    case 'many':
    case 'weekdays': {
      // A group is neither required nor invalid to a screen reader: its hint and its refusal describe it.
      const { 'aria-required': _required, 'aria-invalid': _invalid, ...described } = aria;
      return (
        <Checkbox.Group
          {...described}
          className="entity-many"
          aria-label={label}
          value={(value ?? []) as (string | number)[]}
          onChange={(next) => onChange(next)}
          options={choicesOf(field, t, language, options).map((each) => ({ ...each }))}
        />
      );
    }
    case 'time':
      return (
        <DateInput
          {...aria}
          kind="moment"
          label={label}
          value={value === null ? null : String(value)}
          onChange={onChange}
        />
      );
    case 'day':
      return (
        <DateInput
          {...aria}
          kind="day"
          label={label}
          value={value === null ? null : String(value)}
          onChange={onChange}
        />
      );
    case 'days':
      return <DaysInput {...aria} label={label} value={value} onChange={onChange} />;
    case 'number':
    case 'money':
      return <NumberInput {...aria} field={field} value={value} onChange={onChange} />;
    case 'area':
      return (
        <Input.TextArea
          {...aria}
          rows={3}
          {...(field.max !== undefined && { showCount: true, maxLength: field.max })}
          value={String(value ?? '')}
          onChange={({ target }) => onChange(target.value || null)}
        />
      );
    case 'lines':
      return <WeightedLines {...aria} label={label} value={value} onChange={onChange} />;
    case 'picture':
      return <PictureInput {...aria} label={label} value={value} onChange={onChange} />;
    case 'text':
      return (
        <Input
          {...aria}
          autoComplete="off"
          value={String(value ?? '')}
          onChange={({ target }) => onChange(target.value || null)}
        />
      );
  }
}

const CENTAVOS = 100;

function NumberInput({ field, value, onChange, ...aria }: Omit<FieldInputProps, 'label' | 'options'>) {
  const { t } = useTranslation('forms');
  const scale = field.kind === 'money' ? CENTAVOS : 1;
  const decimals = field.kind === 'money' ? 2 : (field.decimals ?? 0);
  return (
    <InputNumber<number | string>
      {...aria}
      className="entity-number"
      value={value === null ? null : Number(value) / scale}
      precision={decimals}
      formatter={grouped}
      parser={(text) => (text ?? '').replace(/[^\d.-]/g, '')}
      step={field.kind === 'money' || field.unit === 'points' ? 10 : 1}
      {...(field.kind === 'money' && { prefix: '$' })}
      {...(field.unit && { suffix: t(`forms:unit.${field.unit}`) })}
      onChange={(next) =>
        onChange(next === null || next === '' ? null : Number((Number(next) * scale).toFixed(decimals)))
      }
    />
  );
}

/** 10000.00 as "10,000.00". */
function grouped(value: number | string | undefined): string {
  return String(value ?? '').replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

const STEP_MINUTES = 30;

/** Every half hour that the span leaves, and what is there already. */
function clocksOf({ span }: Field, value: string): string[] {
  const all = Array.from({ length: (24 * 60) / STEP_MINUTES + 1 }, (_, index) =>
    clockOf(index * STEP_MINUTES),
  );
  const left = all.filter((clock) => !span || (clock >= span.from && clock <= span.to));
  return [...new Set([...left, value])].sort();
}

function clockOf(minutes: number): string {
  const two = (count: number) => String(count).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
