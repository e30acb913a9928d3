import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Vault } from '../../platform/crypto/vault.js';
import { ProviderClient } from '../../platform/providers/provider-client.js';

const Taken = z.object({ chargeId: z.string(), status: z.string() });

const KEY_PREFIX = 'debit-';

/** The direct debit provider's side that takes charges. It knows a card by our token for it, never by its number. */
@Injectable()
export class CardDebits {
  constructor(
    private readonly client: ProviderClient,
    private readonly vault: Vault,
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
    return this.vault.index(`card of ${loanItemId}`).toString('hex');
  }
}

/** The deduction that a callback's key names; null when it is none of ours. */
export function deductionOf(idempotencyKey: string): number | null {
  const match = /^debit-(\d{1,15})$/.exec(idempotencyKey);
  return match ? Number(match[1]) : null;
}
