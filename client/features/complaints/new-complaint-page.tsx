import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { ComplaintForm } from '../../../contract/supervision/complaints';
import { useMay } from '../../api/session-api';
import { EntityPage } from '../../ui/entity-form/entity-page';
import { fieldsOf, groupsOf } from '../../ui/entity-form/fields';
import { useFormState } from '../../ui/entity-form/use-form-state';
import { useCauseChoices } from './causes-api';
import { useComplainedCaseQuery, useNewComplaintMutation } from './complaints-api';

const COMPLAINT = {
  type: { words: 'complaints:type' },
  causeId: { kind: 'choice', choices: [] },
  level: { kind: 'choice', choices: [] },
  content: {},
  userQuota: { kind: 'money' },
} as const;
const OF_CASE = groupsOf(ComplaintForm, { complaint: COMPLAINT });
/** Without a case the number is what it is about. */
const NumberForm = ComplaintForm.extend({ phone: ComplaintForm.shape.phone.unwrap() });
const OF_NUMBER = groupsOf(NumberForm, { about: { phone: {} }, complaint: COMPLAINT });
const NEW = {
  phone: null,
  type: 'CONDUCT',
  causeId: null,
  level: 2,
  content: null,
  userQuota: null,
} as const;

/** Taken about a case, which the address names, or of a telephone number. */
export function Component() {
  const { t } = useTranslation('complaints');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const taskId = Number(search.get('taskId')) || undefined;
  const groups = taskId === undefined ? OF_NUMBER : OF_CASE;
  const [create] = useNewComplaintMutation();
  const about = useComplainedCaseQuery(taskId!, { skip: taskId === undefined }).data;
  const levels = ComplaintForm.shape.level.def.values.map((value) => ({
    value,
    label: t(`complaints:level.${value}`),
  }));
  const causes = useCauseChoices();
  const form = useFormState({
    schema: taskId === undefined ? NumberForm : ComplaintForm,
    fields: fieldsOf(groups),
    words: 'complaints',
    options: () => ({ level: levels, causeId: causes }),
    inForce: { version: 0, isNew: true, values: NEW },
    readOnly: !useMay('complaint:handle'),
    send: ({ values, clientRequestId }) => {
      const { phone, ...input } = ComplaintForm.parse(values);
      return create({ ...input, ...(taskId === undefined ? { phone } : { taskId }), clientRequestId });
    },
  });
  return (
    <EntityPage
      title={
        about
          ? t('complaints:new.about', { name: about.borrowerName, loan: about.loanId })
          : t('complaints:new.title')
      }
      back={{ to: '/complaints', label: t('complaints:list.title') }}
      answer={{ refetch: () => undefined }}
      draft={form}
      groups={groups}
      onSaved={(saved) => void navigate(`/complaint/${(saved as { id: number }).id}`, { replace: true })}
    />
  );
}
