import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { CodeChannel } from '../../../../contract/money/repayment-codes.js';
import { ProviderClient } from '../../../platform/providers/provider-client.js';

const Reference = z.object({ reference: z.string().max(40), barcode: z.string().max(64).nullable() });
export type IssuedReference = z.infer<typeof Reference>;

/** The payment rails' side that gives out references. */
@Injectable()
export class PaymentRails {
  constructor(private readonly client: ProviderClient) {}

  /** The same code is the same reference, however often it is asked for. @throws ProviderRefused, ProviderUnavailable */
  issue(code: {
    id: number;
    channel: CodeChannel;
    loanItemExternalId: string;
    amount: number;
    expiresAt: Date;
  }): Promise<IssuedReference> {
    const { id, channel, loanItemExternalId, amount, expiresAt } = code;
    return this.client.call({
      provider: 'rails',
      path: '/rails/references',
      answer: Reference,
      body: { channel, loanItemExternalId, amount, expiresAt: expiresAt.toISOString() },
      idempotencyKey: `code-${id}`,
    });
  }
}
