import { useTranslation } from 'react-i18next';
import type { QueueCasePage } from '../../../contract/team/queues';
import { Money } from '../../ui/money';

/** How many cases are listed, and what they owe together, while they can be counted. */
export function CasesSum({ cases }: { cases: QueueCasePage | undefined }) {
  const { t } = useTranslation('queue-cases');
  if (!cases || cases.amountDue === null) return null;
  return (
    <strong>
      {t('queue-cases:listed', { count: cases.totalCount })} · <Money value={cases.amountDue} />
    </strong>
  );
}
