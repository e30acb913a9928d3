import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { USUAL_USER, UserForm, type UserInfo } from '../../../contract/administration/users';
import { usePlaceOptions } from '../../api/institutions-api';
import { useCurrentUserQuery, useMay } from '../../api/session-api';
import { EntityPage } from '../../ui/entity-form/entity-page';
import { fieldsOf, groupsOf } from '../../ui/entity-form/fields';
import { useDraft } from '../../ui/entity-form/use-draft';
import { flat, nested, type Version } from '../../ui/entity-form/values';
import { RelatedPhones } from './related-phones';
import { UserActs } from './user-acts';
import { useChangeUserMutation, useUserQuery } from './users-api';
import { useRelease } from '../../ui/release/use-release';
import { useWorkOptions } from './use-work-options';

const GROUPS = groupsOf(UserForm, {
  person: { name: {}, username: {}, role: { words: 'codes:role' }, liveness: { words: 'users:liveness' } },
  place: {
    institutionId: { kind: 'choice' },
    groupId: { kind: 'choice', of: 'institutionId' },
    queueId: { kind: 'choice', of: 'institutionId' },
  },
  work: { channels: {}, ranked: {}, longAging: {}, ptpRole: {}, autoDial: {}, showAnnouncement: {} },
  handed: {
    products: {},
    loanTypes: { words: 'codes:reloan' },
    appSystems: {},
    tenureFrom: { kind: 'day' },
  },
  system: { affiliatedSystem: {}, autoReborrow: {} },
});
const FIELDS = fieldsOf(GROUPS);

const NEW = { ...flat({ ...USUAL_USER }), name: null, username: null, role: 'member' };

function versionOf({ version, updatedBy, updatedAt, ...info }: UserInfo): Version {
  return { version, by: updatedBy, at: updatedAt, values: flat(info) };
}

export function Component() {
  const { id } = useParams();
  return <User id={id ? Number(id) : null} />;
}

function User({ id }: { id: number | null }) {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  const { data: me } = useCurrentUserQuery();
  const answer = useUserQuery(id ?? 0, { skip: id === null });
  const [change] = useChangeUserMutation();
  const places = usePlaceOptions();
  const work = useWorkOptions();
  const release = useRelease();
  const mayPhones = useMay('softphone:manage');
  const fresh = me && { version: 0, isNew: true, values: { ...NEW, institutionId: me.institutionId } };
  const draft = useDraft({
    schema: UserForm,
    fields: FIELDS,
    words: 'users',
    options: (values) => ({ ...places(values), ...work(values) }),
    inForce: id === null ? fresh : answer.data && versionOf(answer.data),
    readOnly: !useMay('user:manage'),
    send: ({ version, values, clientRequestId }) => {
      const body = { ...UserForm.parse(nested(values)), clientRequestId };
      if (id === null) return change(body);
      return release(body.name, (all) => change({ ...body, id, version, release: all }));
    },
    refetch: answer.refetch,
  });
  return (
    <EntityPage
      title={id === null ? t('users:new.title') : (answer.data?.name ?? '')}
      back={{ to: '/users', label: t('users:list.title') }}
      extra={answer.data && <UserActs user={answer.data} />}
      answer={answer}
      draft={draft}
      groups={GROUPS}
      aside={mayPhones && answer.data && <RelatedPhones user={answer.data} />}
      onSaved={(saved) => {
        if (id === null) void navigate(`/user/${(saved as { id: number }).id}`, { replace: true });
      }}
    />
  );
}
