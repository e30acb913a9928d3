import { QueueForm, type QueueInfo } from '../../../contract/team/queues';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { useMay } from '../../api/session-api';
import { entityScreen } from '../../ui/entity-form/entity-screen';
import { QueueStatus } from './queue-status';
import { queueCalls, useReminderTemplatesQuery } from './queues-api';

/** How a queue is called and how its cases are handed out. */
export const Component = entityScreen({
  ...queueCalls,
  words: 'queues',
  schema: QueueForm,
  layout: {
    queue: { name: {}, code: {}, institutionId: { kind: 'choice' }, type: { words: 'queues:type' } },
    plan: { plannedCases: {}, perCapitaMin: {}, perCapitaMax: {}, seatsMin: {}, seatsMax: {} },
    rules: { firstActionDays: {}, longAgingDpd: {}, reminderTemplateId: { kind: 'choice' } },
  },
  may: 'queue:manage',
  list: '/queue',
  path: (id) => `/queueAbout/${id}`,
  title: ({ name }) => name,
  blank: ({ institutionId }) => ({
    ...{ name: null, code: null, institutionId, type: 'AUTOMATIC', plannedCases: null, perCapitaMin: 0 },
    ...{ perCapitaMax: 120, seatsMin: 0, seatsMax: null, firstActionDays: 1, longAgingDpd: 31 },
    reminderTemplateId: null,
  }),
  useOptions: () => {
    const places = usePlaceOptions();
    const templates = useReminderTemplatesQuery(undefined, { skip: !useMay('queue:manage') }).data?.result;
    const reminderTemplateId = (templates ?? []).map(({ id, name }) => ({ value: id, label: name }));
    return (values) => ({ ...places(values), reminderTemplateId });
  },
  Extra: ({ row }: { row: QueueInfo }) => <QueueStatus open={row.open} />,
});
