import { useNavigate, useParams } from 'react-router';
import { InstitutionForm, type InstitutionInfo } from '../../../contract/administration/institutions';
import { usePlaceOptions } from '../../api/institutions-api';
import { useCurrentUserQuery, useMay } from '../../api/session-api';
import { useWords } from '../../i18n/use-words';
import { EntityPage } from '../../ui/entity-form/entity-page';
import { fieldsOf, groupsOf } from '../../ui/entity-form/fields';
import { useDraft } from '../../ui/entity-form/use-draft';
import { flat, nested, type Version } from '../../ui/entity-form/values';
import { GroupList } from './group-list';
import { useChangeInstitutionMutation, useInstitutionQuery } from './institutions-manage-api';
import { PlaceStatus } from './place-status';

const GROUPS = groupsOf(InstitutionForm, { place: { name: {}, code: {}, parentId: { kind: 'choice' } } });
const FIELDS = fieldsOf(GROUPS);

function versionOf({ version, name, code, parentId }: InstitutionInfo): Version {
  return { version, by: null, at: null, values: flat({ name, code, parentId }) };
}

/** An institution's name, place and groups. Without an id in the address a new one. */
export function Component() {
  const { id } = useParams();
  return <InstitutionEditor id={id ? Number(id) : null} />;
}

function InstitutionEditor({ id }: { id: number | null }) {
  const { t } = useWords('institutions');
  const navigate = useNavigate();
  const { data: me } = useCurrentUserQuery();
  const answer = useInstitutionQuery(id ?? 0, { skip: id === null });
  const [change] = useChangeInstitutionMutation();
  const places = usePlaceOptions();
  const fresh = me && {
    version: 0,
    isNew: true,
    values: { name: null, code: null, parentId: me.institutionId },
  };
  const draft = useDraft({
    schema: InstitutionForm,
    fields: FIELDS,
    words: 'institutions',
    options: () => ({ parentId: places().institutionId.filter(({ value }) => value !== id) }),
    inForce: id === null ? fresh : answer.data && versionOf(answer.data),
    readOnly: !useMay('institution:manage'),
    send: ({ version, values, clientRequestId }) =>
      change({
        ...InstitutionForm.parse(nested(values)),
        clientRequestId,
        ...(id !== null && { id, version }),
      }),
    refetch: answer.refetch,
  });
  return (
    <EntityPage
      title={id === null ? t('institutions:new.title') : (answer.data?.name ?? '')}
      back={{ to: '/institutionalManagement/institutions', label: t('institutions:list.title') }}
      extra={answer.data && <PlaceStatus enabled={answer.data.enabled} />}
      aside={answer.data && <GroupList institution={answer.data} />}
      answer={answer}
      draft={draft}
      groups={GROUPS}
      onSaved={(saved) => {
        const made = `/institutionalManagement/institution/${(saved as { id: number }).id}`;
        if (id === null) void navigate(made, { replace: true });
      }}
    />
  );
}
