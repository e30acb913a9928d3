import { lazy, Suspense } from 'react';
import type { DateInputProps } from './date-picker';

const Picker = lazy(() => import('./date-picker'));

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
