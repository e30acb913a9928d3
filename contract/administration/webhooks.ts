import { z } from 'zod';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery, sortQuery } from '../shared/page.js';
import { RESULT_CODES } from '../result-codes.js';

/** Events of cases that another system may be told of, as the log has them: no name, number or text of a person. */
export const WEBHOOK_EVENTS = [
  'case.opened', 'case.assigned', 'case.settled', 'case.reopened', 'case.withdrawn', 'case.closed', 'payment.posted',
  'payment.reversed', 'promise.created', 'promise.settled', 'action.recorded', 'complaint.opened',
] as const; // prettier-ignore
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** `GET webhook/list`: webhooks of the viewer's institutions. */
export const WebhooksQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  ...sortQuery(['name', 'updatedAt']),
  webhookId: IdText.optional(),
  name: z.string().trim().max(60).optional(),
  institutionId: IdText.optional(),
  enabled: z.enum(['1', '0']).optional(),
});
export type WebhooksQuery = z.infer<typeof WebhooksQuery>;

export const WebhookForm = z.object({
  name: z.string().trim().min(1).max(60),
  /** It hears of the cases of this institution and those below it. */
  institutionId: Id,
  address: z.url({ protocol: /^https?$/ }).max(300),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length),
  enabled: z.boolean(),
});
export type WebhookForm = z.infer<typeof WebhookForm>;

/** `POST webhook/save`: without an id a new one. Another address, other events or another institution need another approval. */
export const WebhookChange = WebhookForm.extend({
  id: Id.optional(),
  version: Id.optional(),
  clientRequestId: ClientRequestId.optional(),
});
export type WebhookChange = z.infer<typeof WebhookChange>;

/** OFF, without a secret, waiting for a second administrator, sending, or failing since its last try. */
export const WEBHOOK_STATES = ['OFF', 'NO_SECRET', 'WAITING', 'SENDING', 'FAILING'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

export interface WebhookRow extends WebhookForm {
  id: number;
  version: number;
  institutionName: string;
  state: WebhookState;
  /** The address is one of the own network. */
  isPrivate: boolean;
  /** The first letters of its secret; null before there is one. */
  starts: string | null;
  askedBy: string | null;
  approvedBy: string | null;
  approvedAt: string | null;
  failingSince: string | null;
  updatedBy: string | null;
  updatedAt: string;
}

/** `POST webhook/secret` (a new secret, shown once) and `POST webhook/approve` (by another administrator than chose the address). */
export const WebhookRef = z.object({ id: Id, version: Id });
export type WebhookRef = z.infer<typeof WebhookRef>;
export interface WebhookSecret {
  id: number;
  secret: string;
}

/** `GET webhook/deliveries`: what was sent in the last 30 days, the newest first. */
export const WebhookDeliveriesQuery = z.object({ ...pageQuery(PAGE_SIZE.table), webhookId: IdText });
export type WebhookDeliveriesQuery = z.infer<typeof WebhookDeliveriesQuery>;
/** WAITING: to be sent again. */
export const DELIVERY_STATES = ['SENT', 'FAILED', 'WAITING'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
export interface WebhookDelivery {
  id: number;
  firstSeq: number;
  lastSeq: number;
  events: number;
  status: DeliveryState;
  /** HTTP; null: no answer came. */
  answer: number | null;
  ms: number;
  at: string;
}

/** `POST webhook/sendAgain`: the same events once more. */
export const WebhookSendAgain = z.object({ deliveryId: Id });
export type WebhookSendAgain = z.infer<typeof WebhookSendAgain>;

/** Refusals of webhooks: the key of the words, and the result code. */
export const WEBHOOK_ERRORS = {
  'webhook.notFound': RESULT_CODES.notFound,
  'webhook.nameTaken': RESULT_CODES.validation,
  'webhook.approved': RESULT_CODES.conflict,
  'webhook.off': RESULT_CODES.conflict,
} as const;
