import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { PaymentCallback, type PageVisit } from '../../contract/money/payments.js';
import type { Delivery } from '../callbacks.js';
import { accepted, ok, Refusal, type Call, type Route } from '../router.js';
import { idempotencyKey, type Surroundings } from './provider.js';
import { GivenOut, ReferenceRequest, References } from './references.js';

const common = {
  amount: z.int().positive().optional(),
  paidAt: z.iso.datetime({ offset: true }).optional(),
  /** A borrower's bank may name it; a repeat is one payment. */
  providerReference: z.string().min(4).max(64).optional(),
  /** Answer only when the product has accepted or refused. */
  wait: z.boolean().default(false),
};
const Pay = z.union([
  z.object({
    ...common,
    amount: z.int().positive(),
    loanItemExternalId: z.string().min(1).max(40),
    channel: z.enum(['SPEI', 'OXXO', 'DEBIT']).default('SPEI'),
  }),
  z.object({ ...common, reference: z.string() }),
]);
const Visit = z.object({ loanItemExternalId: z.string().min(1).max(40) });
const Reverse = z.object({ ...common, originalReference: z.string().min(4).max(64) });

interface Transfer {
  message: PaymentCallback;
  delivery: Delivery;
}

/**
 * The payment rails. The product asks for references (`POST /rails/references`), and the simulator tells which ones are
 * about already (`POST /rails/references/given`); borrowers, that is tests and the
 * simulator, open a payment page (`POST /rails/visit`), pay by reference or by the loan's number (`POST /rails/pay`) and get
 * money back (`POST /rails/reverse`). Each makes one signed `payment/callback` or `payment/pageVisit`, repeated until the
 * product accepts it.
 */
export function rails(around: Surroundings): Route[] {
  const { controls } = around;
  const references = new References();
  const desk = new TransferDesk(around, references);
  return [
    {
      method: 'POST',
      path: '/rails/references',
      faulty: controls,
      handle: (call) => {
        const key = idempotencyKey(call);
        const request = ReferenceRequest.parse(call.body);
        return accepted(
          references.issue(key, request, () => controls.accept(key, `REFERENCE ${request.channel}`)),
        );
      },
    },
    {
      method: 'POST',
      path: '/rails/references/given',
      handle: ({ body }) => {
        references.remember(GivenOut.parse(body));
        return accepted({});
      },
    },
    {
      method: 'GET',
      path: '/rails/references',
      handle: () => ok(references.unpaid(around.worldNow())),
    },
    { method: 'POST', path: '/rails/pay', handle: (call) => desk.pay(call) },
    {
      method: 'POST',
      path: '/rails/visit',
      handle: ({ body }) => {
        const { loanItemExternalId } = Visit.parse(body);
        const visit: PageVisit = { loanItemExternalId, visitedAt: around.worldNow().toISOString() };
        around.callbacks.send(`${around.productUrl}/api/payment/pageVisit`, newReference('VISIT'), visit);
        return accepted(visit);
      },
    },
    { method: 'POST', path: '/rails/reverse', handle: (call) => desk.reverse(call) },
    {
      method: 'GET',
      path: '/rails/payments/:reference',
      handle: ({ params }) => desk.show(params['reference']!),
    },
  ];
}

const KEPT_TRANSFERS = 100_000;

class TransferDesk {
  private readonly transfers = new Map<string, Transfer>();

  constructor(
    private readonly around: Surroundings,
    private readonly references: References,
  ) {}

  pay(call: Call) {
    const order = Pay.parse(call.body);
    const now = this.around.worldNow();
    const target = 'reference' in order ? this.references.payable(order.reference, now) : order;
    return this.transfer(
      order.wait,
      order.providerReference ?? newReference(target.channel),
      (providerReference) => ({
        type: 'PAYMENT',
        providerReference,
        loanItemExternalId: target.loanItemExternalId,
        amount: order.amount ?? target.amount,
        channel: target.channel,
        paidAt: order.paidAt ?? now.toISOString(),
        ...('reference' in target ? { reference: target.reference } : {}),
      }),
    );
  }

  reverse(call: Call) {
    const order = Reverse.parse(call.body);
    const original = this.transfers.get(order.originalReference)?.message;
    const amount = order.amount ?? original?.amount;
    if (!amount) throw new Refusal(404, 'unknown payment: name the amount');
    return this.transfer(order.wait, order.providerReference ?? newReference('REV'), (providerReference) => ({
      type: 'REVERSAL',
      providerReference,
      originalReference: order.originalReference,
      amount,
      paidAt: order.paidAt ?? this.around.worldNow().toISOString(),
    }));
  }

  show(reference: string) {
    const transfer = this.transfers.get(reference);
    if (!transfer) throw new Refusal(404, 'unknown payment');
    return ok(shown(transfer));
  }

  private async transfer(wait: boolean, reference: string, make: (reference: string) => PaymentCallback) {
    let transfer = this.transfers.get(reference);
    if (!transfer) {
      const message = PaymentCallback.parse(make(reference));
      this.around.controls.accept(reference, message.type);
      const url = `${this.around.productUrl}/api/payment/callback`;
      transfer = { message, delivery: this.around.callbacks.send(url, reference, message) };
      this.keep(reference, transfer);
    }
    if (wait) await transfer.delivery.done;
    return accepted(shown(transfer));
  }

  private keep(reference: string, transfer: Transfer): void {
    this.transfers.set(reference, transfer);
    const oldest = this.transfers.keys().next().value;
    if (this.transfers.size > KEPT_TRANSFERS && oldest !== undefined) this.transfers.delete(oldest);
  }
}

function shown({ message, delivery: { state, attempts, answer } }: Transfer) {
  return {
    providerReference: message.providerReference,
    type: message.type,
    amount: message.amount,
    state,
    attempts,
    answer,
  };
}

function newReference(prefix: string): string {
  return `${prefix}-${Date.now().toString(36)}-${randomBytes(6).toString('hex')}`;
}
