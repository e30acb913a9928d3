import { useTranslation } from 'react-i18next';
import {
  ConnectionForm as Schema,
  LONGEST_TIMEOUT_MS,
  type ProviderConnection,
} from '../../../contract/administration/connections';
import { useMay } from '../../api/session-api';
import { EntityForm } from '../../ui/entity-form/entity-form';
import { fieldsOf, groupsOf } from '../../ui/entity-form/fields';
import { useFormState } from '../../ui/entity-form/use-form-state';
import { useRequestConnectionMutation } from './connections-api';

/** A change of a provider's connection, for which a second administrator is asked. */
export function ConnectionForm({ of }: { of: ProviderConnection }) {
  const { t } = useTranslation('connections');
  const [request] = useRequestConnectionMutation();
  const { provider, active, timeoutMs } = of;
  const groups = groupsOf(Schema, {
    wish: {
      address: { kind: 'text' },
      secret: { kind: 'text' },
      keepFormer: {},
      timeoutMs: { max: LONGEST_TIMEOUT_MS[provider] },
      reason: {},
    },
  });
  const values = { provider, address: active?.address ?? null, secret: null, keepFormer: true, timeoutMs };
  const form = useFormState({
    schema: Schema,
    fields: fieldsOf(groups),
    words: 'connections',
    inForce: { version: active?.id ?? 0, values: { ...values, reason: null } },
    readOnly: !useMay('approval:decide'),
    send: ({ values: input, clientRequestId }) => request({ ...Schema.parse(input), clientRequestId }),
  });
  return form && <EntityForm label={t('connections:group.wish.title')} draft={form} groups={groups} />;
}
