import { WebhookForm, type WebhookRow } from '../../../contract/administration/webhooks';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { entityScreen } from '../../ui/entity-form/entity-screen';
import { webhookCalls } from './webhooks-api';
import { WebhookActs } from './webhook-acts';
import { Deliveries } from './deliveries';

/** Where what is sent, its secret and approval, and what became of it. */
export const Component = entityScreen({
  ...webhookCalls,
  words: 'webhooks',
  schema: WebhookForm,
  layout: {
    webhook: { name: {}, institutionId: { kind: 'choice' }, address: { kind: 'text' }, enabled: {} },
    events: { events: { words: 'webhooks:event' } },
  },
  may: 'webhook:manage',
  list: '/webhooks',
  path: (id) => `/webhook/${id}`,
  useOptions: usePlaceOptions,
  title: ({ name }: WebhookRow) => name,
  Extra: WebhookActs,
  Aside: Deliveries,
  blank: ({ institutionId }) => ({ name: null, institutionId, address: null, events: [], enabled: true }),
});
