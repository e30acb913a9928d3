import type {
  WebhookChange,
  WebhookDelivery,
  WebhookDeliveriesQuery,
  WebhookRef,
  WebhookRow,
  WebhookSecret,
  WebhookSendAgain,
} from '../../../contract/administration/webhooks';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { entityApi, get, post } from '../../api/endpoints';

export const webhookCalls = entityApi<WebhookRow, WebhookChange>('Webhook', {
  list: 'webhook/list',
  one: (webhookId) => ({ path: 'webhook/list', params: { webhookId } }),
  save: 'webhook/save',
});

export const {
  useRenewWebhookMutation,
  useApproveWebhookMutation,
  useWebhookDeliveriesQuery,
  useSendAgainMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    renewWebhook: build.mutation<WebhookSecret, WebhookRef>(post('webhook/secret', ['Webhook'])),
    approveWebhook: build.mutation<void, WebhookRef>(post('webhook/approve', ['Webhook'])),
    webhookDeliveries: build.query<Page<WebhookDelivery>, Pick<WebhookDeliveriesQuery, 'webhookId'>>(
      get('webhook/deliveries', ['Webhook']),
    ),
    sendAgain: build.mutation<void, WebhookSendAgain>(post('webhook/sendAgain', ['Webhook'])),
  }),
});
