import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { accepted, ok, Refusal, type Route } from '../router.js';
import { Answers, idempotencyKey, localUrl, type Surroundings } from './provider.js';

const Message = z.object({
  channel: z.enum(['SMS', 'WABA', 'IVR', 'BLU', 'LUNAR']).default('SMS'),
  to: z.string().regex(/^\+52\d{10}$/),
  text: z.string().min(1).max(1_000),
  callbackUrl: z.url().optional(),
});

/** A message of a borrower. */
const Inbound = z.object({
  channel: z.enum(['SMS', 'WHATSAPP']).default('SMS'),
  from: z.string().min(1).max(24),
  text: z.string().max(1_000),
});

const DELIVERY_MS = 400;
/** The last digit of a number says how it ends: 9 is never delivered. */
const UNDELIVERABLE = '9';

/**
 * SMS, WhatsApp and voice messages: `POST /carrier/messages` with an idempotency key answers `{messageId, status}`; the
 * delivery receipt comes as a signed callback `{eventId, messageId, idempotencyKey, status, at}`. `POST /carrier/inbound` with
 * `{from, text}` is a borrower who writes, and goes to the product as a signed `sms/inbound`.
 */
export function carrier(around: Surroundings): Route[] {
  const { controls, callbacks } = around;
  const answers = new Answers<{ messageId: string; status: string }>();

  function submit(key: string, message: z.infer<typeof Message>) {
    const url = localUrl(message.callbackUrl ?? `${around.productUrl}/api/sms/callback`);
    const messageId = randomUUID();
    controls.accept(key, message.channel);
    const status = message.to.endsWith(UNDELIVERABLE) ? 'FAILED' : 'DELIVERED';
    setTimeout(() => {
      const receipt = { messageId, idempotencyKey: key, status, at: around.worldNow().toISOString() };
      callbacks.send(url, key, { eventId: randomUUID(), ...receipt });
    }, DELIVERY_MS).unref();
    return { messageId, status: 'ACCEPTED' };
  }

  return [
    {
      method: 'POST',
      path: '/carrier/messages',
      faulty: controls,
      handle: (call) => {
        const key = idempotencyKey(call);
        const message = Message.parse(call.body);
        return accepted(answers.once(key, () => submit(key, message)));
      },
    },
    {
      method: 'POST',
      path: '/carrier/inbound',
      handle: ({ body }) => {
        const message = Inbound.parse(body);
        const providerId = randomUUID();
        const sent = { providerId, ...message, at: around.worldNow().toISOString() };
        callbacks.send(`${around.productUrl}/api/sms/inbound`, providerId, sent);
        return accepted({ providerId });
      },
    },
    {
      method: 'GET',
      path: '/carrier/messages/:key',
      faulty: controls,
      handle: ({ params }) => {
        const answer = answers.get(params['key']!);
        if (!answer) throw new Refusal(404, 'unknown key');
        return ok(answer);
      },
    },
  ];
}
