import type {
  ApiKeyChange,
  ApiKeyRow,
  ApiKeySecret,
  ApiKeySecretRequest,
} from '../../../contract/administration/api-keys';
import { baseApi } from '../../api/base-api';
import { entityApi, post } from '../../api/endpoints';

export const apiKeyCalls = entityApi<ApiKeyRow, ApiKeyChange>('ApiKey', {
  list: 'apiKey/list',
  one: (apiKeyId) => ({ path: 'apiKey/list', params: { apiKeyId } }),
  save: 'apiKey/save',
});

export const { useRenewApiKeyMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    renewApiKey: build.mutation<ApiKeySecret, ApiKeySecretRequest>(post('apiKey/secret', ['ApiKey'])),
  }),
});
