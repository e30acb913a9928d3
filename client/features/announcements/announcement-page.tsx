import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { AnnouncementForm, type AnnouncementRow } from '../../../contract/supervision/announcements';
import { usePlaceOptions } from '../../api/institutions-api';
import { useCurrentUserQuery, useMay } from '../../api/session-api';
import { EntityPage } from '../../ui/entity-form/entity-page';
import { fieldsOf, groupsOf } from '../../ui/entity-form/fields';
import { useDraft } from '../../ui/entity-form/use-draft';
import { flat, nested, type Version } from '../../ui/entity-form/values';
import { formOf, useAllAnnouncementsQuery, useSaveAnnouncementMutation } from './manage-api';

const GROUPS = groupsOf(AnnouncementForm, {
  audience: {
    kind: { words: 'notices:kind' },
    institutionId: { kind: 'choice', required: true },
    groupId: { kind: 'choice', of: 'institutionId' },
    startsAt: { kind: 'time' },
    endsAt: { kind: 'time' },
    published: {},
  },
  texts: { 'texts.cn': {}, 'texts.en': {}, 'texts.es': {} },
  violation: { name: {}, idNo: {}, irregularities: {}, processResult: {}, base64Image: { kind: 'picture' } },
});
const FIELDS = fieldsOf(GROUPS);

const NEW = {
  kind: 'NOTICE', groupId: null, startsAt: null, endsAt: null, published: false,
  'texts.cn': null, 'texts.en': null, 'texts.es': null,
} as const; // prettier-ignore

function versionOf(row: AnnouncementRow): Version {
  return { version: row.version, by: row.createdBy, at: row.updatedAt, values: flat(formOf(row)) };
}

export function Component() {
  const { id } = useParams();
  return <Announcement id={id ? Number(id) : null} />;
}

function Announcement({ id }: { id: number | null }) {
  const { t } = useTranslation('notices');
  const navigate = useNavigate();
  const { data: me } = useCurrentUserQuery();
  const answer = useAllAnnouncementsQuery({ msgId: id ?? 0 }, { skip: id === null });
  const row = answer.data?.result[0];
  const [change] = useSaveAnnouncementMutation();
  const fresh = me && { version: 0, isNew: true, values: { ...NEW, institutionId: me.institutionId } };
  const draft = useDraft({
    schema: AnnouncementForm,
    fields: FIELDS,
    words: 'notices',
    options: usePlaceOptions(),
    inForce: id === null ? fresh : row && versionOf(row),
    readOnly: !useMay('announcement:manage'),
    send: ({ version, values, clientRequestId }) => {
      const said = AnnouncementForm.parse(nested(values));
      return change({ ...said, clientRequestId, ...(id !== null && { msgId: id, version }) });
    },
    refetch: answer.refetch,
  });
  const isViolation = draft?.values['kind'] === 'VIOLATION';
  return (
    <EntityPage
      title={t(id === null ? 'notices:new.title' : 'notices:one.title')}
      back={{ to: '/announcements', label: t('notices:list.title') }}
      answer={answer}
      draft={draft}
      groups={GROUPS.filter((group) => isViolation || group.id !== 'violation')}
      onSaved={() => void navigate('/announcements')}
    />
  );
}
