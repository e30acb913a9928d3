import './day-steps.css';
import { useTranslation } from 'react-i18next';
import { businessDay } from '../../../contract/shared/date';
import { dayBeside } from '../../lib/past-day';
import { useNow } from '../../state/clock';
import { Button } from '../button';
import { DateInput } from './date-input';

interface DayStepsProps {
  /** Undefined is today. */
  date: string | undefined;
  onDay: (date: string | undefined) => void;
}

/** From one of Mexico City's days to the next, up to today. */
export function DaySteps({ date, onDay }: DayStepsProps) {
  const { t } = useTranslation();
  const now = new Date(useNow(null));
  const today = businessDay(now);
  return (
    <div className="day-steps" role="group" aria-label={t('common:day.label')}>
      <Button label={t('common:day.before')} small onClick={() => onDay(dayBeside(date, -1, now))}>
        ‹
      </Button>
      <DateInput
        label={t('common:day.label')}
        max={today}
        value={date ?? today}
        allowClear={false}
        onChange={(day) => day && onDay(day < today ? day : undefined)}
      />
      <Button
        label={t('common:day.after')}
        small
        disabled={date === undefined}
        onClick={() => onDay(dayBeside(date, 1, now))}
      >
        ›
      </Button>
      <Button small disabled={date === undefined} onClick={() => onDay(undefined)}>
        {t('common:day.today')}
      </Button>
    </div>
  );
}
