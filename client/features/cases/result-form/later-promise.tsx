import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EXTENDED_PROMISE_DAYS, PROMISE_DAYS } from '../../../../contract/cases/promises';
import { addDays } from '../../../../contract/shared/date';
import { AskLeader } from '../../../domain/requests/ask-leader';
import { DateInput } from '../../../ui/dates/date-input';

interface LaterPromiseProps {
  taskId: number;
  /** Centavos; null when what is typed is no amount. */
  amount: number | null;
  today: string;
}

/** For a day beyond the collector's own: the leader is asked, and who grants it makes the promise. */
export function LaterPromise({ taskId, amount, today }: LaterPromiseProps) {
  const { t } = useTranslation('case');
  const [open, setOpen] = useState(false);
  const [promiseDate, setPromiseDate] = useState<string | null>(null);
  const wish =
    amount && promiseDate ? ({ kind: 'PROMISE', taskId, promiseAmount: amount, promiseDate } as const) : null;
  return (
    <>
      <button type="button" className="case-link" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('case:promise.ask')}
      </button>
      {open && (
        <Suspense>
          <AskLeader title={t('case:promise.ask-title')} wish={wish} onDone={() => setOpen(false)}>
            <DateInput
              label={t('case:promise.later')}
              min={addDays(today, PROMISE_DAYS + 1)}
              max={addDays(today, EXTENDED_PROMISE_DAYS)}
              value={promiseDate}
              onChange={setPromiseDate}
            />
          </AskLeader>
        </Suspense>
      )}
    </>
  );
}
