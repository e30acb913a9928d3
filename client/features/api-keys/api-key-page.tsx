import { ApiKeyForm, type ApiKeyRow } from '../../../contract/administration/api-keys';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { entityScreen } from '../../ui/entity-form/entity-screen';
import { apiKeyCalls } from './api-keys-api';
import { NewSecret } from './new-secret';

const PER_MINUTE = 60;

/** A program's key: what it opens, until when and from where, and its secret. */
export const Component = entityScreen({
  ...apiKeyCalls,
  words: 'api-keys',
  schema: ApiKeyForm,
  layout: {
    key: { name: {}, institutionId: { kind: 'choice' }, scopes: { words: 'api-keys:scope' }, enabled: {} },
    bounds: { expiresOn: { kind: 'day' }, addresses: {}, perMinute: {} },
  },
  may: 'apiKey:manage',
  list: '/apiKeys',
  path: (id) => `/apiKey/${id}`,
  useOptions: usePlaceOptions,
  title: ({ name }: ApiKeyRow) => name,
  Extra: NewSecret,
  blank: ({ institutionId }) => ({
    ...{ name: null, institutionId, scopes: [], enabled: true },
    ...{ expiresOn: null, addresses: null, perMinute: PER_MINUTE },
  }),
});
