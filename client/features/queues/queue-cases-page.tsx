import './queues.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { QUEUE_CASE_STATES, type QueueCase, type QueueCasePage } from '../../../contract/team/queues';
import type { RowAction } from '../../ui/list-page/acts';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter, ListQuery } from '../../ui/list-page/list-query';
import { useUndo } from '../../domain/cases/use-undo';
import { BindDialog } from './bind-dialog';
import { CasesSum } from './cases-sum';
import { RANGES, useQueueCaseActs } from './queue-case-acts';
import { QUEUE_CASE_COLUMNS } from './queue-case-columns';
import { QueueStatus } from './queue-status';
import {
  useQueueCollectorsQuery,
  useQueueCasesQuery,
  queueCalls,
  useUnbindCasesMutation,
} from './queues-api';

const FILTERS: readonly Filter[] = [
  { name: 'state', kind: 'segments', choices: QUEUE_CASE_STATES, words: 'queue-cases:state' },
  { name: 'agentId', kind: 'choice' },
  ...RANGES,
];

const useCasesHere = (query: ListQuery) => useQueueCasesQuery({ ...query, id: Number(useParams()['id']) });

/** The cases of a queue: who waits, who has which, and to whom they go. */
export function Component() {
  const id = Number(useParams()['id']);
  const { t } = useTranslation(['queue-cases', 'queues']);
  const queue = queueCalls.useOne(id);
  const collectors = useQueueCollectorsQuery([id]);
  const [unbind] = useUnbindCasesMutation();
  const [binding, setBinding] = useState<readonly QueueCase[]>([]);
  const [own, setOwn] = useState(0);
  const undo = useUndo(() => setOwn((times) => times + 1));
  const options = (collectors.data ?? []).map((collector) => ({
    value: collector.id,
    label: collector.name,
  }));
  const acts: readonly RowAction<QueueCase>[] = [
    ...useQueueCaseActs(setBinding),
    {
      id: 'unbind',
      may: 'case:assign',
      many: true,
      when: ({ agentId }) => agentId !== null,
      opens: (rows) => void unbind(rows.map((row) => row.id)).then(undo),
    },
  ];
  return (
    <>
      <ListPage<QueueCase, QueueCasePage>
        id="queue-cases"
        words="queue-cases"
        title={queue.data?.name}
        back={{ to: '/queue', label: t('queues:list.title') }}
        useRows={useCasesHere}
        filters={FILTERS}
        options={() => ({ agentId: options })}
        columns={QUEUE_CASE_COLUMNS}
        rowId={(row) => String(row.id)}
        open={({ id: taskId, loanId }) => `/task/${taskId}/${encodeURIComponent(loanId)}`}
        acts={acts}
        sumOf={({ amountDue }) => amountDue}
        own={own}
        above={({ data: cases }) =>
          queue.data && (
            <p className="queue-facts">
              <QueueStatus open={queue.data.open} /> {t(`queues:type.${queue.data.type}`)} ·{' '}
              {t('queue-cases:waiting', { count: queue.data.waiting })} ·{' '}
              {t('queue-cases:assigned', { count: queue.data.assigned })} ·{' '}
              <Link to={`/queueAbout/${id}`}>{t('queue-cases:details')}</Link>
              {queue.data.type === 'AUTOMATIC' && (
                <>
                  {' '}
                  · <Link to={`/queue/plan/${id}`}>{t('queue-cases:handOut')}</Link>
                </>
              )}{' '}
              <CasesSum cases={cases} />
              {queue.data.waiting > 0 && <span className="muted"> {t('queue-cases:team-list')}</span>}
            </p>
          )
        }
      />
      {binding.length > 0 && <BindDialog cases={binding} onDone={undo} onClose={() => setBinding([])} />}
    </>
  );
}
