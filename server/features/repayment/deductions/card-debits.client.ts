import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Config } from '../../../platform/config/config.js';
import { ProviderClient } from '../../../platform/providers/provider-client.js';

const Taken = z.object({ chargeId: z.string(), status: z.string() });

const KEY_PREFIX = 'debit-';

/**
 * The direct debit provider's side that takes charges. It knows a card by our token for it, never by its number. The token is made of the
 * secret that we share with it, so that it stays when the keys of personal data change.
 */
@Injectable()
export class CardDebits {
  constructor(
    private readonly client: ProviderClient,
    private readonly config: Config,
  ) {}

  /** The result comes by callback, under this charge's key. @throws ProviderRefused, ProviderUnavailable */
  async charge(deduction: { id: number; loanItemId: number; amount: number }): Promise<void> {
    await this.client.call({
      provider: 'debit',
      path: '/debit/charges',
      answer: Taken,
      body: { cardToken: this.tokenOf(deduction.loanItemId), amount: deduction.amount },
      idempotencyKey: KEY_PREFIX + deduction.id,
    });
  }

  private tokenOf(loanItemId: number): string {
    const token = createHmac('sha256', this.config.providers.debit.secret).update(`card of ${loanItemId}`);
    return token.digest('hex').slice(0, 32);
  }
}

/** The deduction that a callback's key names; null when it is none of ours. */
export function deductionOf(idempotencyKey: string): number | null {
  const match = /^debit-(\d{1,15})$/.exec(idempotencyKey);
  return match ? Number(match[1]) : null;
}
