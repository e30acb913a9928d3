import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { PrivacyForm } from '../../../contract/contact/privacy';
import { businessDay } from '../../../contract/shared/date';
import { useMay } from '../../api/session-api';
import { useNow } from '../../state/clock';
import { EntityPage } from '../../ui/entity-form/entity-page';
import { fieldsOf, groupsOf } from '../../ui/entity-form/fields';
import { useFormState } from '../../ui/entity-form/use-form-state';
import { useBlockBorrowerMutation } from './privacy-api';

const GROUPS = groupsOf(PrivacyForm, { wish: { receivedOn: { kind: 'day' }, reason: { kind: 'area' } } });

/** Writes down that the borrower of a case wants to be left alone. */
export function Component() {
  const { t } = useTranslation('privacy');
  const navigate = useNavigate();
  const taskId = Number(useParams()['taskId']);
  const [block] = useBlockBorrowerMutation();
  const today = businessDay(new Date(useNow()));
  const form = useFormState({
    schema: PrivacyForm,
    fields: fieldsOf(GROUPS),
    words: 'privacy',
    inForce: { version: 0, isNew: true, values: { receivedOn: today, reason: null } },
    readOnly: !useMay('complaint:manage'),
    send: ({ values, clientRequestId }) => block({ ...PrivacyForm.parse(values), taskId, clientRequestId }),
  });
  return (
    <EntityPage
      title={t('privacy:add')}
      back={{ to: '/privacy', label: t('privacy:list.title') }}
      answer={{ refetch: () => undefined }}
      draft={form}
      groups={GROUPS}
      onSaved={() => void navigate('/privacy', { replace: true })}
    />
  );
}
