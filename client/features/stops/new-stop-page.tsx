import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CHOSEN_STOP_KINDS, StopForm, type ChosenStopKind } from '../../../contract/contact/stops';
import { useMay } from '../../api/session-api';
import { useStopChoicesQuery, useStopContactMutation } from '../../domain/stops/stops-api';
import { EntityPage } from '../../ui/entity-form/entity-page';
import { fieldsOf, groupsOf } from '../../ui/entity-form/fields';
import { useFormState } from '../../ui/entity-form/use-form-state';

const GROUPS = groupsOf(StopForm, {
  stop: {
    kind: { words: 'stops:kind' },
    subjectId: { kind: 'choice', of: 'kind' },
    reason: { kind: 'area' },
  },
});
const NEW = { kind: 'COLLECTOR', subjectId: null, reason: null } as const;

/** The subject is chosen by its kind; the reason stays with it. */
export function Component() {
  const { t } = useTranslation('stops');
  const navigate = useNavigate();
  const [kind, setKind] = useState<ChosenStopKind>('COLLECTOR');
  const { currentData: found = [] } = useStopChoicesQuery({ kind });
  const [stop] = useStopContactMutation();
  const choices = found.map(({ id, name }) => ({ value: id, label: name }));
  const form = useFormState({
    schema: StopForm,
    fields: fieldsOf(GROUPS),
    words: 'stops',
    options: () => ({ subjectId: choices }),
    inForce: { version: 0, isNew: true, values: NEW },
    readOnly: !useMay('guard:stop'),
    send: ({ values, clientRequestId }) => stop({ ...StopForm.parse(values), clientRequestId }),
  });
  const chosen = CHOSEN_STOP_KINDS.find((each) => each === form?.values['kind']) ?? kind;
  if (chosen !== kind) setKind(chosen);
  const subject = found.find(({ id }) => id === form?.values['subjectId']);
  return (
    <EntityPage
      title={t('stops:list.add')}
      back={{ to: '/stops', label: t('stops:list.title') }}
      answer={{ refetch: () => undefined }}
      draft={form}
      groups={GROUPS}
      grave={{
        label: t('stops:act.stop'),
        effect: subject ? t(`stops:about.${chosen}`, { name: subject.name }) : null,
      }}
      onSaved={(saved) => void navigate(`/stop/${(saved as { id: number }).id}`, { replace: true })}
    />
  );
}
