import type { PreviewDoubt, PreviewFault } from '../../../contract/cases/import-mapping.js';
import { maskPhone } from '../../platform/crypto/vault.js';
import type { LoanRow, RowError } from './loan-row.rules.js';

/** Different faults that are told apart; what comes after them is counted by the rows alone. */
const MAX_KINDS = 5_000;
const MAX_VALUE = 80;
const MAX_DOUBTS = 50;
/** A name that a browser or a spreadsheet would run. */
const MARKUP = /[<>]|^[=+@-]/;

/** Refusals by what they have in common: field, reason and text. */
export class Faults {
  private readonly found = new Map<string, PreviewFault>();

  add({ line, field, reason }: RowError, text: string | undefined): void {
    const value = text?.slice(0, MAX_VALUE) ?? null;
    const key = JSON.stringify([field, reason, value]);
    const known = this.found.get(key);
    if (known) known.rows++;
    else if (this.found.size < MAX_KINDS) this.found.set(key, { field, reason, value, rows: 1, line });
  }

  /** Faults by how many rows have them, the most first. */
  most(count: number): PreviewFault[] {
    return [...this.found.values()].sort((a, b) => b.rows - a.rows || a.line - b.line).slice(0, count);
  }
}

/** Good rows that somebody should look at before they are taken. */
export class Doubts {
  readonly products = new Map<string, PreviewDoubt>();
  private readonly names = new Map<string, PreviewDoubt>();
  private readonly phones = new Map<string, { borrower: string; isShared: boolean; doubt: PreviewDoubt }>();

  add({ line, productCategory, borrowerName, borrowerExternalId, phone }: LoanRow): void {
    count(this.products, { doubt: 'product', value: productCategory, rows: 1, line });
    if (MARKUP.test(borrowerName))
      count(this.names, { doubt: 'markup', value: borrowerName.slice(0, MAX_VALUE), rows: 1, line });
    const known = this.phones.get(phone);
    if (!known) {
      const doubt: PreviewDoubt = { doubt: 'phone', value: maskPhone(phone), rows: 1, line };
      this.phones.set(phone, { borrower: borrowerExternalId, isShared: false, doubt });
      return;
    }
    known.doubt.rows++;
    known.isShared ||= known.borrower !== borrowerExternalId;
  }

  /** Names and phones. Whether a product is doubtful is decided by its terms. */
  found(): PreviewDoubt[] {
    const shared = [...this.phones.values()].filter(({ isShared }) => isShared).map(({ doubt }) => doubt);
    return [...this.names.values(), ...shared].slice(0, MAX_DOUBTS);
  }
}

function count(found: Map<string, PreviewDoubt>, doubt: PreviewDoubt): void {
  const known = found.get(doubt.value);
  if (known) known.rows++;
  else found.set(doubt.value, doubt);
}
