import type { Given, Reference } from './providers/references.js';

export interface Transfer {
  providerReference: string;
  amount: number;
  state: 'pending' | 'accepted' | 'refused';
  answer: string | null;
}

const TIMEOUT_MS = 120_000;

/** A borrower's way to the payment rails: their public HTTP surface, waiting until the lender has accepted. */
export class Bank {
  constructor(
    private readonly sandboxUrl: string,
    private readonly stop: AbortSignal,
  ) {}

  pay(loanItemExternalId: string, amount: number, channel: 'SPEI' | 'OXXO'): Promise<Transfer> {
    return this.send('/rails/pay', { loanItemExternalId, amount, channel });
  }

  payByReference(reference: string): Promise<Transfer> {
    return this.send('/rails/pay', { reference });
  }

  async visit(loanItemExternalId: string): Promise<void> {
    await this.send('/rails/visit', { loanItemExternalId });
  }

  /** References that were given out and that nobody has paid by yet, oldest first. */
  async references(): Promise<Given[]> {
    const response = await fetch(`${this.sandboxUrl}/rails/references`, {
      signal: AbortSignal.any([this.stop, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (!response.ok) throw new Error(`the rails answered ${response.status}`);
    return (await response.json()) as Given[];
  }

  /** Tells the rails of references that they did not give out themselves. */
  async remember(references: readonly Reference[]): Promise<void> {
    await this.post('/rails/references/given', references);
  }

  reverse(originalReference: string): Promise<Transfer> {
    return this.send('/rails/reverse', { originalReference });
  }

  private async send(path: string, order: object): Promise<Transfer> {
    return (await this.post(path, { ...order, wait: true })) as Transfer;
  }

  private async post(path: string, body: object): Promise<unknown> {
    const response = await fetch(this.sandboxUrl + path, {
      method: 'POST',
      body: JSON.stringify(body),
      signal: AbortSignal.any([this.stop, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (!response.ok) throw new Error(`the rails answered ${response.status}`);
    return response.json();
  }
}
