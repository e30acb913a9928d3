import './queues.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueueCase, QueueCasePage } from '../../../contract/team/queues';
import { useUndo } from '../../domain/cases/use-undo';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { BindDialog } from './bind-dialog';
import { CasesSum } from './cases-sum';
import { RANGES, useQueueCaseActs } from './queue-case-acts';
import { QUEUE_CASE_COLUMNS } from './queue-case-columns';
import { useUncoveredQuery } from './queues-api';

const FILTERS: readonly Filter[] = [
  { name: 'groupId', kind: 'choice' },
  { name: 'queueId', kind: 'choice' },
  ...RANGES,
];

/** The open cases that nobody will look at by themselves: no next action, no hold that ends, not new. */
export function Component() {
  const { t } = useTranslation(['uncovered', 'queue-cases']);
  const [binding, setBinding] = useState<readonly QueueCase[]>([]);
  const [own, setOwn] = useState(0);
  const undo = useUndo(() => setOwn((times) => times + 1));
  return (
    <>
      <ListPage<QueueCase, QueueCasePage>
        id="uncovered"
        words="queue-cases"
        title={t('uncovered:list.title')}
        empty={t('uncovered:list.empty')}
        useRows={useUncoveredQuery}
        filters={FILTERS}
        options={usePlaceOptions()}
        columns={QUEUE_CASE_COLUMNS}
        rowId={({ id }) => String(id)}
        open={({ id, loanId }) => `/task/${id}/${encodeURIComponent(loanId)}`}
        acts={useQueueCaseActs(setBinding)}
        sumOf={({ amountDue }) => amountDue}
        own={own}
        above={({ data }) => (
          <p className="queue-facts">
            <CasesSum cases={data} /> <span className="muted">{t('uncovered:rule')}</span>
          </p>
        )}
      />
      {binding.length > 0 && <BindDialog cases={binding} onDone={undo} onClose={() => setBinding([])} />}
    </>
  );
}
