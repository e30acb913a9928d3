import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { WallboardTokenForm } from '../../../contract/session';
import { useCurrentUserQuery } from '../../api/session-api';
import { EntityPage } from '../../ui/entity-form/entity-page';
import { fieldsOf, groupsOf } from '../../ui/entity-form/fields';
import { useFormState } from '../../ui/entity-form/use-form-state';
import { useEnterWallMutation } from './wallboard-tokens-api';
import { mayPair } from './may-pair';

const GROUPS = groupsOf(WallboardTokenForm, { wall: { code: {}, label: {}, days: { unit: 'days' } } });
const DAYS = 30;

/** A waiting wall's digits, typed or from the address of its QR code. Nothing is sent before somebody presses the button. */
export function Component() {
  const { t } = useTranslation('kiosks');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { data: me } = useCurrentUserQuery();
  const [enter] = useEnterWallMutation();
  const code = /^\d{6}$/.exec(search.get('code') ?? '')?.[0] ?? null;
  const form = useFormState({
    schema: WallboardTokenForm,
    fields: fieldsOf(GROUPS),
    words: 'kiosks',
    inForce: me && { version: 0, isNew: true, values: { code, label: null, days: DAYS } },
    readOnly: !mayPair(me),
    send: ({ values }) => enter(WallboardTokenForm.parse(values)),
  });
  return (
    <EntityPage
      title={t('kiosks:list.add')}
      back={{ to: '/system/kiosks', label: t('kiosks:list.title') }}
      answer={{ refetch: () => undefined }}
      draft={form}
      groups={GROUPS}
      onSaved={() => void navigate('/system/kiosks', { replace: true })}
    />
  );
}
