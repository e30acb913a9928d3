import { Checkbox, InputNumber, Select, Switch } from 'antd';
import { RELATIONS } from '../../../contract/codes';
import { useWords } from '../../i18n/use-words';
import type { Field, Value } from './values';
import { weekday, WEEKDAYS } from './value-text';

interface ValueInputProps {
  id: string;
  field: Field;
  value: Value;
  /** Ids of what says more about it: its explanation, and what is wrong with it. */
  describedBy: string;
  label: string;
  wrong: boolean;
  onChange: (value: Value) => void;
}

/** The fitting control for a field. */
export function ValueInput(props: ValueInputProps) {
  const { id, field, value, label, wrong, describedBy, onChange } = props;
  const { t } = useWords('settings');
  const common = { id, 'aria-describedby': describedBy, ...(wrong && { status: 'error' as const }) };
  if (field.kind === 'yes')
    return <Switch {...common} aria-label={label} checked={value === true} onChange={onChange} />;
  if (field.kind === 'clock')
    return (
      <Select<string>
        {...common}
        aria-label={label}
        className="setting-clock"
        value={String(value)}
        onChange={onChange}
        showSearch
        options={clocksOf(field, String(value)).map((clock) => ({ value: clock, label: clock }))}
      />
    );
  if (field.kind === 'days' || field.kind === 'relations')
    return <ManyOf {...props} chosen={value as readonly (number | string)[]} />;
  const scale = field.kind === 'money' ? CENTAVOS : 1;
  return (
    <InputNumber<number | string>
      {...common}
      className="setting-number"
      aria-invalid={wrong}
      value={value === null ? null : Number(value) / scale}
      precision={field.kind === 'money' ? 2 : 0}
      formatter={grouped}
      parser={(text) => (text ?? '').replace(/[^\d.-]/g, '')}
      step={field.kind === 'money' || field.unit === 'points' ? 10 : 1}
      {...(field.kind === 'money' && { prefix: '$' })}
      {...(field.unit && { suffix: t(`settings:unit.${field.unit}`) })}
      onChange={(next) => onChange(next === null || next === '' ? null : Math.round(Number(next) * scale))}
    />
  );
}

function ManyOf({
  field,
  chosen,
  label,
  describedBy,
  onChange,
}: ValueInputProps & { chosen: readonly (number | string)[] }) {
  const { t, language } = useWords('settings', 'codes');
  const choices: readonly (number | string)[] =
    field.kind === 'days'
      ? WEEKDAYS
      : RELATIONS.filter((relation) => relation !== 'R11' && relation !== 'R12');
  const nameOf = (one: number | string) =>
    field.kind === 'days' ? weekday(Number(one), language) : t(`codes:relation.${one}`);
  const flip = (one: number | string, on: boolean) =>
    onChange(choices.filter((each) => (each === one ? on : chosen.includes(each))));
  return (
    <div className="setting-many" role="group" aria-label={label} aria-describedby={describedBy}>
      {choices.map((one) => (
        <Checkbox
          key={one}
          checked={chosen.includes(one)}
          onChange={({ target }) => flip(one, target.checked)}
        >
          {nameOf(one)}
        </Checkbox>
      ))}
    </div>
  );
}

const CENTAVOS = 100;

/** 10000.00 as "10,000.00". */
function grouped(value: number | string | undefined): string {
  return String(value ?? '').replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

const STEP_MINUTES = 30;

/** Every half hour that the law leaves, and what is there already. */
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
