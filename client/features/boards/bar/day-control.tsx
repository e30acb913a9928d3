import { useTranslation } from 'react-i18next';
import { addDays, businessDay } from '../../../../contract/shared/date';
import { useNow } from '../../../state/clock';
import { DateInput } from '../../../ui/dates/date-input';
import type { Go } from './use-go';

/** Back through the days that are over; live stands at the right end. */
export function DayControl({ date, live, go }: { date: string | undefined; live: boolean; go: Go }) {
  const { t } = useTranslation('boards');
  const today = businessDay(new Date(useNow()));
  const shown = date ?? today;
  const to = (day: string) => go({ date: day >= today ? undefined : day, at: undefined });
  return (
    <div className="board-days" role="group" aria-label={t('boards:day.label')}>
      <button type="button" aria-label={t('boards:day.before')} onClick={() => to(addDays(shown, -1))}>
        ‹
      </button>
      <DateInput
        label={t('boards:day.label')}
        max={today}
        value={shown}
        allowClear={false}
        onChange={(day) => day && to(day)}
      />
      <button
        type="button"
        aria-label={t('boards:day.after')}
        disabled={!date}
        onClick={() => to(addDays(shown, 1))}
      >
        ›
      </button>
      <button type="button" className="board-live" aria-pressed={live} onClick={() => to(today)}>
        {t('boards:day.live')}
      </button>
    </div>
  );
}
