import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { SoftphoneForm, type SoftphoneInfo } from '../../../contract/contact/softphones';
import { usePlaceOptions } from '../../api/institutions-api';
import { useCurrentUserQuery, useMay } from '../../api/session-api';
import { useChangeSoftphoneMutation, useSoftphoneQuery } from '../../api/softphones-api';
import { EntityPage } from '../../ui/entity-form/entity-page';
import { fieldsOf, groupsOf } from '../../ui/entity-form/fields';
import { useDraft } from '../../ui/entity-form/use-draft';
import { flat, nested, type Version } from '../../ui/entity-form/values';
import { Tag } from '../../ui/status-tag';
import { BindPanel } from './bind-panel';

const GROUPS = groupsOf(SoftphoneForm, {
  phone: {
    extensionNumber: {},
    supplier: {},
    provider: {},
    password: {},
    institutionId: { kind: 'choice' },
  },
});
const FIELDS = fieldsOf(GROUPS);
const NEW = { extensionNumber: null, supplier: null, provider: null, password: null } as const;

function versionOf({ version, updatedAt, ...info }: SoftphoneInfo): Version {
  return { version, by: null, at: updatedAt, values: { ...flat(info), password: null } };
}

/** A softphone, and beside it who has it and who had it. Without an id in the address a new one. */
export function Component() {
  const { id } = useParams();
  return <SoftphoneEditor id={id ? Number(id) : null} />;
}

function SoftphoneEditor({ id }: { id: number | null }) {
  const { t } = useTranslation('softphones');
  const navigate = useNavigate();
  const { data: me } = useCurrentUserQuery();
  const answer = useSoftphoneQuery(id ?? 0, { skip: id === null });
  const { data } = answer;
  const [change] = useChangeSoftphoneMutation();
  const fresh = me && { version: 0, isNew: true, values: { ...NEW, institutionId: me.institutionId } };
  const draft = useDraft({
    schema: SoftphoneForm,
    fields: FIELDS,
    words: 'softphones',
    options: usePlaceOptions(),
    inForce: id === null ? fresh : data && versionOf(data),
    readOnly: !useMay('softphone:manage'),
    send: ({ version, values, clientRequestId }) =>
      change({
        ...SoftphoneForm.parse(nested(values)),
        clientRequestId,
        ...(id !== null && { id, version }),
      }),
    refetch: answer.refetch,
  });
  return (
    <EntityPage
      title={id === null ? t('softphones:list.add') : (data?.extensionNumber ?? '')}
      back={{ to: '/softPhone', label: t('softphones:list.title') }}
      extra={
        data && (
          <Tag tone={data.status === 'ENABLED' ? 'good' : 'muted'}>
            {t(`softphones:status.${data.status}`)}
          </Tag>
        )
      }
      answer={answer}
      draft={draft}
      groups={GROUPS}
      aside={data && <BindPanel phone={data} />}
      onSaved={(saved) => {
        if (id === null) void navigate(`/softPhone/${(saved as { id: number }).id}`, { replace: true });
      }}
    />
  );
}
