import { useTranslation } from 'react-i18next';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { QUEUE_CASE_COLUMNS } from './queue-case-columns';
import { useUncoveredQuery } from './queues-api';

const FILTERS: readonly Filter[] = [
  { name: 'groupId', kind: 'choice' },
  { name: 'queueId', kind: 'choice' },
];

/** The open cases that nobody will look at by themselves: no next action, no hold that ends, not new. */
export function Component() {
  const { t } = useTranslation('uncovered');
  return (
    <ListPage
      id="uncovered"
      words="uncovered"
      useRows={useUncoveredQuery}
      filters={FILTERS}
      options={usePlaceOptions()}
      columns={QUEUE_CASE_COLUMNS}
      rowId={({ id }) => String(id)}
      above={() => <p className="muted list-above">{t('uncovered:rule')}</p>}
      open={({ id, loanId }) => `/task/${id}/${encodeURIComponent(loanId)}`}
    />
  );
}
