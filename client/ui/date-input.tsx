import { lazy, Suspense } from 'react';

const Picker = lazy(() => import('./date-picker'));

export interface DateInputProps {
  /** `day` "2026-11-21", `moment` ISO 8601, `time` "16:30". */
  kind?: 'day' | 'moment' | 'time';
  label: string;
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

/** A day, a time or both, typed or chosen, in the reader's language. Its place is kept until the calendar's code is there. */
export function DateInput(props: DateInputProps) {
  const { className = '', small } = props;
  return (
    <Suspense
      fallback={<span className={`date-input date-place ${small ? 'date-small' : ''} ${className}`} />}
    >
      <Picker {...props} />
    </Suspense>
  );
}
