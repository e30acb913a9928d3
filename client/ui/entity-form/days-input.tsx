import { Select } from 'antd';
import { IsoDay } from '../../../contract/shared/date';
import { useLanguage } from '../../i18n/use-language';
import { formatDay } from '../../lib/format';
import type { Value } from './values';

interface DaysInputProps {
  id: string;
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  'aria-describedby': string;
  'aria-invalid': boolean;
  'aria-required': boolean;
}

/** Days, typed one by one or pasted as a list. What is no day stays as it was typed, for the form to refuse. */
export function DaysInput({ label, value, onChange, 'aria-required': _required, ...aria }: DaysInputProps) {
  const language = useLanguage();
  return (
    <Select<string[]>
      {...aria}
      mode="tags"
      className="entity-days"
      aria-label={label}
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', ';', ' ', '\n', '\t']}
      value={[...((value ?? []) as string[])]}
      onChange={(next) => onChange([...new Set(next.map(isoOf))].sort())}
      labelRender={({ value: day }) =>
        IsoDay.safeParse(day).success ? formatDay(String(day), language) : String(day)
      }
    />
  );
}

/** 24/12/2026 as 2026-12-24; anything else as it is. */
function isoOf(text: string): string {
  const [, day, month, year] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text) ?? [];
  return day ? `${year}-${month!.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}
