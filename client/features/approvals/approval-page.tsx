import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { ApprovalForm } from '../../../contract/administration/approvals';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { useCurrentUserQuery, useMay } from '../../api/session-api';
import { EntityPage } from '../../ui/entity-form/entity-page';
import { fieldsOf, groupsOf } from '../../ui/entity-form/fields';
import { useFormState } from '../../ui/entity-form/use-form-state';
import { useRequestApprovalMutation } from '../../domain/approvals/approvals-api';

const GROUPS = groupsOf(ApprovalForm, {
  wish: { kind: { words: 'approvals:kind' }, institutionId: { kind: 'choice' }, reason: {} },
});
const FIELDS = fieldsOf(GROUPS);

export function Component() {
  const { t } = useTranslation('approvals');
  const navigate = useNavigate();
  const { data: me, error, refetch } = useCurrentUserQuery();
  const [request] = useRequestApprovalMutation();
  const [search] = useSearchParams();
  const kind = ApprovalForm.shape.kind.safeParse(search.get('kind')).data ?? 'DEVICE_KEEP';
  const values = me && { kind, institutionId: me.institutionId, reason: null };
  const form = useFormState({
    schema: ApprovalForm,
    fields: FIELDS,
    words: 'approvals',
    options: usePlaceOptions(),
    inForce: values && { version: 0, isNew: true, values },
    readOnly: !useMay('approval:decide'),
    send: ({ values: input, clientRequestId }) => request({ ...ApprovalForm.parse(input), clientRequestId }),
  });
  return (
    <EntityPage
      title={t('approvals:list.add')}
      back={{ to: '/system/approvals', label: t('approvals:list.title') }}
      answer={{ error, refetch }}
      draft={form}
      groups={GROUPS}
      onSaved={() => void navigate('/system/approvals')}
    />
  );
}
