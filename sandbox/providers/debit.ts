import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { accepted, type Route } from '../router.js';
import { Answers, idempotencyKey, localUrl, type Surroundings } from './provider.js';

const Charge = z.object({
  /** The vault's token of a stored card, never a card's number. */
  cardToken: z.string().min(4).max(128),
  amount: z.int().positive(),
  callbackUrl: z.url().optional(),
});

const ANSWER_MS = 600;

/**
 * Direct debit: `POST /debit/charges` with an idempotency key answers `{chargeId, status}`; the result comes as a signed
 * callback `{eventId, chargeId, idempotencyKey, status, reason, amount, at}`. An amount ending in 13 centavos has no funds.
 */
export function debit(around: Surroundings): Route[] {
  const { controls, callbacks } = around;
  const answers = new Answers<{ chargeId: string; status: string }>();

  function charge(key: string, request: z.infer<typeof Charge>) {
    const url = localUrl(request.callbackUrl ?? `${around.productUrl}/api/repay/deduct/callback`);
    const chargeId = randomUUID();
    controls.accept(key, 'CHARGE');
    const failed = request.amount % 100 === 13;
    const result = {
      status: failed ? 'FAILED' : 'SUCCESS',
      reason: failed ? 'NO_FUNDS' : null,
      amount: request.amount,
    };
    setTimeout(() => {
      const at = around.worldNow().toISOString();
      callbacks.send(url, key, { eventId: randomUUID(), chargeId, idempotencyKey: key, ...result, at });
    }, ANSWER_MS).unref();
    return { chargeId, status: 'PENDING' };
  }

  return [
    {
      method: 'POST',
      path: '/debit/charges',
      faulty: controls,
      handle: (call) => {
        const key = idempotencyKey(call);
        const request = Charge.parse(call.body);
        return accepted(answers.once(key, () => charge(key, request)));
      },
    },
  ];
}
