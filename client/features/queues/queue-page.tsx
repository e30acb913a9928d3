import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { QueueForm, type QueueInfo } from '../../../contract/team/queues';
import { usePlaceOptions } from '../../api/institutions-api';
import { useCurrentUserQuery, useMay } from '../../api/session-api';
import { EntityPage } from '../../ui/entity-form/entity-page';
import { fieldsOf, groupsOf } from '../../ui/entity-form/fields';
import { useDraft } from '../../ui/entity-form/use-draft';
import { flat, nested, type Version } from '../../ui/entity-form/values';
import { QueueStatus } from './queue-status';
import { useChangeQueueMutation, useQueueQuery, useReminderTemplatesQuery } from './queues-api';

const GROUPS = groupsOf(QueueForm, {
  queue: { name: {}, code: {}, institutionId: { kind: 'choice' }, type: { words: 'queues:type' } },
  plan: { plannedCases: {}, perCapitaMin: {}, perCapitaMax: {}, seatsMin: {}, seatsMax: {} },
  rules: { firstActionDays: {}, longAgingDpd: {}, reminderTemplateId: { kind: 'choice' } },
});
const FIELDS = fieldsOf(GROUPS);

const NEW = {
  name: null, code: null, type: 'AUTOMATIC', plannedCases: null, perCapitaMin: 0, perCapitaMax: 120, seatsMin: 0,
  seatsMax: null, firstActionDays: 1, longAgingDpd: 31, reminderTemplateId: null,
} as const; // prettier-ignore

function versionOf({ version, ...info }: QueueInfo): Version {
  return { version, by: null, at: null, values: flat(info) };
}

/** How a queue is called and how its cases are handed out. Without an id in the address a new one. */
export function Component() {
  const { id } = useParams();
  return <QueueEditor id={id ? Number(id) : null} />;
}

function QueueEditor({ id }: { id: number | null }) {
  const { t } = useTranslation('queues');
  const navigate = useNavigate();
  const { data: me } = useCurrentUserQuery();
  const answer = useQueueQuery(id ?? 0, { skip: id === null });
  const [change] = useChangeQueueMutation();
  const places = usePlaceOptions();
  const mayManage = useMay('queue:manage');
  const templates = useReminderTemplatesQuery(undefined, { skip: !mayManage }).data?.result ?? [];
  const reminders = templates.map((template) => ({ value: template.id, label: template.name }));
  const fresh = me && { version: 0, isNew: true, values: { ...NEW, institutionId: me.institutionId } };
  const draft = useDraft({
    schema: QueueForm,
    fields: FIELDS,
    words: 'queues',
    options: (values) => ({ ...places(values), reminderTemplateId: reminders }),
    inForce: id === null ? fresh : answer.data && versionOf(answer.data),
    readOnly: !mayManage,
    send: ({ version, values, clientRequestId }) =>
      change({ ...QueueForm.parse(nested(values)), clientRequestId, ...(id !== null && { id, version }) }),
    refetch: answer.refetch,
  });
  return (
    <EntityPage
      title={id === null ? t('queues:new.title') : (answer.data?.name ?? '')}
      back={{ to: '/queue', label: t('queues:list.title') }}
      extra={answer.data && <QueueStatus open={answer.data.open} />}
      answer={answer}
      draft={draft}
      groups={GROUPS}
      onSaved={(saved) => {
        if (id === null) void navigate(`/queueAbout/${(saved as { id: number }).id}`, { replace: true });
      }}
    />
  );
}
