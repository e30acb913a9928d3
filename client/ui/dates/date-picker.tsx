import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/es';
import 'dayjs/locale/zh-cn';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { useNow } from '../../state/clock';

dayjs.extend(customParseFormat);

const FORMATS = { day: 'YYYY-MM-DD', moment: 'YYYY-MM-DD HH:mm', time: 'HH:mm' } as const;

export interface DateInputProps {
  /** `day` "2026-11-21", `moment` ISO 8601, `time` "16:30". */
  kind?: 'day' | 'moment' | 'time';
  label: string;
  placeholder?: string;
  value: string | null;
  onChange: (value: string | null) => void;
  min?: string;
  max?: string;
  small?: boolean;
  className?: string;
  id?: string;
  name?: string;
  allowClear?: boolean;
  disabled?: boolean;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean | 'true' | 'false';
  'aria-required'?: boolean | 'true' | 'false';
}

export default function Picker(props: DateInputProps) {
  const { kind = 'day', label, value, onChange, min, max, small, className, ...aria } = props;
  // By the server's clock, as all of the page.
  const now = useNow();
  const format = FORMATS[kind];
  const read = (text: string) => (kind === 'time' ? dayjs(text, format) : dayjs(text));
  const write = (at: Dayjs) => (kind === 'moment' ? at.startOf('minute').toISOString() : at.format(format));
  return (
    <DatePicker
      {...aria}
      className={className ? `date-input ${className}` : 'date-input'}
      aria-label={label}
      picker={kind === 'time' ? 'time' : 'date'}
      {...(kind === 'moment' && { showTime: { format: 'HH:mm' } })}
      format={format}
      needConfirm={false}
      showNow={false}
      defaultPickerValue={dayjs(now)}
      value={value ? read(value) : null}
      onChange={(at: Dayjs | null) => onChange(at ? write(at) : null)}
      // Enter takes what was typed; the form around it would be sent before that.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
      }}
      // An emptied field would be filled again by the picker.
      onBlur={({ target }) => {
        if (value && aria.allowClear !== false && target instanceof HTMLInputElement && !target.value)
          onChange(null);
      }}
      {...(min && { minDate: read(min) })}
      {...(max && { maxDate: read(max) })}
      {...(small && { size: 'small' as const })}
    />
  );
}
