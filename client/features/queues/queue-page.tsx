import {
  QueueForm,
  type QueueChange,
  type QueueInfo,
  type QueueWorkChange,
} from '../../../contract/team/queues';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { useMay } from '../../api/session-api';
import { entityScreen } from '../../ui/entity-form/entity-screen';
import { QueueStatus } from './queue-status';
import { queueCalls, useEditQueueMutation, useReminderTemplatesQuery } from './queues-api';

/** Fields that whoever leads its work may set; the rest is the administrator's. */
const OF_WORK = [
  ...['plannedCases', 'perCapitaMin', 'perCapitaMax', 'seatsMin', 'seatsMax', 'reminderTemplateId'],
] as const;

function useSave() {
  const save = queueCalls.useSave();
  const [edit] = useEditQueueMutation();
  const managed = useMay('queue:manage');
  return (change: QueueChange) => {
    if (managed) return save(change);
    const kept = ['id', 'version', 'clientRequestId', ...OF_WORK];
    const entries = Object.entries(change).filter(([name]) => kept.includes(name));
    return edit(Object.fromEntries(entries) as QueueWorkChange);
  };
}

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
  useSave,
  may: 'queue:manage',
  mayPart: { may: 'queue:edit', fields: OF_WORK },
  list: '/queue',
  path: (id) => `/queueAbout/${id}`,
  title: ({ name }) => name,
  blank: ({ institutionId }) => ({
    ...{ name: null, code: null, institutionId, type: 'AUTOMATIC', plannedCases: null, perCapitaMin: 0 },
    ...{ perCapitaMax: 120, seatsMin: 0, seatsMax: null, firstActionDays: 1, longAgingDpd: 31 },
    reminderTemplateId: null,
  }),
  useOptions: (id) => {
    const places = usePlaceOptions();
    const [manages, edits] = [useMay('queue:manage'), useMay('queue:edit')];
    const templates = useReminderTemplatesQuery(undefined, { skip: !manages && !edits }).data?.result ?? [];
    const { data: row } = queueCalls.useOne(id ?? 0, { skip: id === null });
    const ofRow = row?.reminderTemplateId && { id: row.reminderTemplateId, name: row.reminderTemplate ?? '' };
    const known =
      ofRow && !templates.some((each) => each.id === ofRow.id) ? [...templates, ofRow] : templates;
    const reminderTemplateId = known.map((each) => ({ value: each.id, label: each.name }));
    return (values) => ({ ...places(values), reminderTemplateId });
  },
  Extra: ({ row }: { row: QueueInfo }) => <QueueStatus open={row.open} />,
});
