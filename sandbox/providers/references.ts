import { z } from 'zod';
import { clabeOf, luhnDigit } from '../clabe.js';
import { Refusal } from '../router.js';
import { Answers } from './provider.js';

export const ReferenceRequest = z.object({
  channel: z.enum(['SPEI', 'OXXO']),
  loanItemExternalId: z.string().min(1).max(40),
  amount: z.int().positive(),
  expiresAt: z.iso.datetime({ offset: true }),
});
type ReferenceRequest = z.infer<typeof ReferenceRequest>;

export interface Reference extends ReferenceRequest {
  /** SPEI: an 18-digit CLABE; OXXO: 14 digits, the last by Luhn. */
  reference: string;
}
export type Given = Pick<Reference, 'reference' | 'loanItemExternalId'> & { issuedAt: string };
interface Issued extends Reference {
  /** OXXO: what the till scans: reference, expiry (yymmdd), centavos (7), Luhn digit. */
  barcode: string | null;
}
/** References that other rails, or these before a restart, issued. */
export const GivenOut = z.array(ReferenceRequest.extend({ reference: z.string().min(4).max(40) })).max(1_000);

const OXXO_LIMIT = 1_000_000;
const SHOWN = 20;

/** The references that the rails gave out. */
export class References {
  private readonly answers = new Answers<Issued>();
  private readonly byReference = new Map<string, Reference>();
  private readonly issuedAt = new Map<string, string>();
  private count = Math.floor(Date.now() / 1000) % 1_000_000_000;

  issue(key: string, request: ReferenceRequest, note: () => void): Issued {
    return this.answers.once(key, () => {
      if (request.channel === 'OXXO' && request.amount > OXXO_LIMIT)
        throw new Refusal(422, 'above the limit of OXXO');
      note();
      const made = { ...request, ...numbers(request, ++this.count) };
      this.remember([made]);
      return made;
    });
  }

  remember(all: readonly Reference[]): void {
    for (const one of all) {
      this.byReference.set(one.reference, one);
      this.issuedAt.set(one.reference, new Date().toISOString());
    }
  }

  /** The youngest that nobody has paid by yet, oldest first: what borrowers have in their hands. */
  unpaid(now: Date): Given[] {
    return [...this.issuedAt]
      .filter(([reference]) => Date.parse(this.byReference.get(reference)!.expiresAt) > now.getTime())
      .slice(-SHOWN)
      .map(([reference, issuedAt]) => ({
        reference,
        issuedAt,
        loanItemExternalId: this.byReference.get(reference)!.loanItemExternalId,
      }));
  }

  /** @throws 404 when nobody issued it, 410 when it expired. */
  payable(reference: string, now: Date): Reference {
    const found = this.byReference.get(reference);
    if (!found) throw new Refusal(404, 'unknown reference');
    if (Date.parse(found.expiresAt) < now.getTime()) throw new Refusal(410, 'the reference expired');
    this.issuedAt.delete(reference);
    return found;
  }
}

function numbers(request: ReferenceRequest, serial: number): Pick<Issued, 'reference' | 'barcode'> {
  if (request.channel === 'SPEI') return { reference: clabeOf(serial), barcode: null };
  const first13 = `98${String(serial).padStart(11, '0')}`;
  const reference = first13 + luhnDigit(first13);
  const expiry = request.expiresAt.slice(2, 10).replaceAll('-', '');
  const scanned = reference + expiry + String(request.amount).padStart(7, '0');
  return { reference, barcode: scanned + luhnDigit(scanned) };
}
