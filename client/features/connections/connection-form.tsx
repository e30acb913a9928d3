import { useTranslation } from 'react-i18next';
import {
  callsBack,
  ConnectionForm as Schema,
  LONGEST_TIMEOUT_MS,
  needsPublicAddress,
  PROTOCOLS_OF,
  TWILIO_ADDRESS,
  type ProviderConnection,
} from '../../../contract/administration/connections';
import { useMay } from '../../api/session-api';
import { EntityForm } from '../../ui/entity-form/entity-form';
import { fieldsOf, groupsOf } from '../../ui/entity-form/fields';
import type { Value } from '../../ui/entity-form/values';
import { useFormState } from '../../ui/entity-form/use-form-state';
import { useRequestConnectionMutation } from './connections-api';

/** A change of a provider's connection, for which a second administrator is asked. */
export function ConnectionForm({ of }: { of: ProviderConnection }) {
  const { t } = useTranslation('connections');
  const [request] = useRequestConnectionMutation();
  const { provider, active, timeoutMs, protocol } = of;
  const groups = groupsOf(Schema, {
    wish: {
      protocol: { words: 'connections:protocol', required: true },
      address: { kind: 'text' },
      ...{
        account: {},
        sender: {},
        groupsClaim: {},
        places: { kind: 'area' },
        publicAddress: { kind: 'text' },
      },
      secret: { kind: 'text' },
      keepFormer: {},
      timeoutMs: { max: LONGEST_TIMEOUT_MS[provider] },
      reason: {},
    },
  });
  const { address = null, account = null, sender = null, groupsClaim = null, places = null } = active ?? {};
  const values = {
    ...{
      provider,
      protocol,
      address,
      account,
      sender,
      groupsClaim,
      places,
      secret: null,
      keepFormer: true,
      timeoutMs,
    },
    publicAddress: active?.publicAddress ?? window.location.origin,
  };
  const form = useFormState({
    schema: Schema,
    fields: fieldsOf(groups),
    words: 'connections',
    inForce: { version: active?.id ?? 0, values: { ...values, reason: null } },
    readOnly: !useMay('approval:decide'),
    send: ({ values: input, clientRequestId }) => request({ ...Schema.parse(input), clientRequestId }),
  });
  if (!form) return null;
  const wish = { provider, protocol: Schema.shape.protocol.parse(form.values['protocol']) };
  const hidden = [
    ...(PROTOCOLS_OF[provider].length > 1 ? [] : ['protocol']),
    ...(wish.protocol === 'SIGNED' ? ['account', 'sender'] : []),
    ...(wish.protocol === 'OPENID' ? [] : ['groupsClaim', 'places']),
    ...(needsPublicAddress(wish) ? [] : ['publicAddress']),
    ...(callsBack(wish) ? [] : ['keepFormer']),
  ];
  const shown = groups.map(({ id, fields }) => ({
    id,
    fields: fields
      .filter(({ name }) => !hidden.includes(name))
      .map((field) => ({ ...field, as: wish.protocol })),
  }));
  const change = (name: string, value: Value) => {
    if (name === 'protocol' && value === 'TWILIO' && !form.values['address'])
      form.fill({ protocol: value, address: TWILIO_ADDRESS });
    else form.change(name, value);
  };
  const draft = { ...form, change };
  return <EntityForm label={t('connections:group.wish.title')} draft={draft} groups={shown} />;
}
