import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { QUEUE_STATES, QUEUE_TYPES, type QueueInfo } from '../../../contract/team/queues';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { DASH } from '../../lib/format';
import type { RowAction } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { useStopContact } from '../../domain/stops/use-stop-contact';
import { Age } from '../../ui/dates/time';
import { QueueStatus } from './queue-status';
import { queueCalls, useSetQueueStatusMutation } from './queues-api';

const FILTERS: readonly Filter[] = [
  { name: 'name' },
  { name: 'type', kind: 'choice', choices: QUEUE_TYPES, words: 'queues:type' },
  { name: 'status', kind: 'choice', choices: QUEUE_STATES, words: 'queues:status' },
  { name: 'institutionId', kind: 'choice' },
];

const COLUMNS: readonly Column<QueueInfo>[] = [
  { field: 'name', kind: 'name', width: 130, sortable: true },
  { field: 'code', width: 90, sortable: true },
  { field: 'type', kind: 'code', words: 'queues:type', width: 110 },
  { field: 'open', width: 90, grow: 0, draw: ({ open }) => <QueueStatus open={open} /> },
  { field: 'plannedCases', kind: 'count', width: 100 },
  { field: 'userCount', kind: 'count', width: 80 },
  { field: 'waiting', kind: 'count', width: 90 },
  {
    field: 'oldestWaitingAt',
    width: 110,
    draw: ({ oldestWaitingAt }) => (oldestWaitingAt ? <Age since={oldestWaitingAt} until={null} /> : DASH),
  },
  { field: 'assigned', kind: 'count', width: 90 },
  { field: 'institutionName', width: 110 },
];

/** The queues of the house, and how full each is now. */
export function Component() {
  const { t } = useTranslation('queues');
  const navigate = useNavigate();
  const stop = useStopContact<QueueInfo>('QUEUE');
  const [set] = useSetQueueStatusMutation();
  const acts: readonly RowAction<QueueInfo>[] = [
    {
      id: 'handOut',
      may: 'allocation:run',
      when: ({ open, type }) => open && type === 'AUTOMATIC',
      opens: ([queue]) => queue && void navigate(`/queue/plan/${queue.id}`),
    },
    {
      id: 'close',
      may: 'queue:manage',
      when: ({ open }) => open,
      ask: true,
      danger: true,
      about: ({ assigned, waiting, userCount }) =>
        t('queues:holds', { assigned, waiting, people: userCount }),
      act: ({ id, version }) => set({ id, version, open: false }),
    },
    {
      id: 'open',
      may: 'queue:manage',
      when: ({ open }) => !open,
      act: ({ id, version }) => set({ id, version, open: true }),
    },
    stop.act,
  ];
  return (
    <>
      {stop.dialog}
      <ListPage
        id="queues"
        words="queues"
        useRows={queueCalls.useList}
        filters={FILTERS}
        options={usePlaceOptions()}
        columns={COLUMNS}
        rowId={({ id }) => String(id)}
        open={({ id }) => `/queue/list/${id}`}
        acts={acts}
        actsRoom={150}
        primary={{ to: '/addQueue', may: 'queue:manage' }}
      />
    </>
  );
}
