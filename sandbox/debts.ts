import mysql, { type Pool, type RowDataPacket } from 'mysql2/promise';
import type { Vault } from '../server/platform/crypto/vault.js';
import type { Reference } from './providers/references.js';

export interface Debt {
  loanItemExternalId: string;
  /** Centavos. */
  due: number;
  promised: number | null;
}

/**
 * The borrowers' own view: debts, promises and codes. It is read from the product's database, read only, because a borrower
 * has no account with the product and a loan's due changes while the demo runs.
 */
export class Debts {
  private readonly pool: Pool;

  constructor(
    databaseUrl: string,
    private readonly vault: Pick<Vault, 'open'>,
  ) {
    this.pool = mysql.createPool({
      uri: databaseUrl,
      connectionLimit: 1,
      timezone: 'Z',
      supportBigNumbers: true,
      connectTimeout: 2_000,
    });
  }

  /** Ids of the collectors whose borrowers pay. */
  async collectors(): Promise<{ id: number; username: string }[]> {
    return this.rows("SELECT id, username FROM user WHERE role = 'member' AND enabled = 1 ORDER BY id", []);
  }

  /** Some of a collector's cases: those that promised, or those longest overdue and some others. */
  async of(collectorId: number, promised: boolean, skip: number): Promise<Debt[]> {
    return this.rows(
      `SELECT l.external_id AS loanItemExternalId, c.amount_due AS due, c.promise_amount AS promised
       FROM (SELECT loan_item_id, amount_due, promise_amount FROM collection_case
             WHERE owner_id = ? AND ${promised ? "status = 'C20'" : 'is_open = 1'} ORDER BY due_date, id LIMIT ?, 40) c
       JOIN loan_item l ON l.id = c.loan_item_id`,
      [collectorId, skip],
    );
  }

  /** Promises that a collector took since an instant: what somebody who tries the demo has just done. */
  async promisedSince(collectorId: number, since: Date): Promise<(Debt & { promiseId: number })[]> {
    return this.rows(
      `SELECT p.id AS promiseId, l.external_id AS loanItemExternalId, c.amount_due AS due, p.amount AS promised
       FROM collection_case c JOIN promise p ON p.id = c.promise_id JOIN loan_item l ON l.id = c.loan_item_id
       WHERE c.owner_id = ? AND c.status = 'C20' AND p.status = 'OPEN' AND p.created_at >= ? LIMIT 20`,
      [collectorId, since],
    );
  }

  /** How much of the day's target is in, of the collector whose loan it is: 1 is all of it; 0 when nobody has a target. */
  async reached(loanItemExternalId: string): Promise<number> {
    const [day] = await this.rows<{ reached: number }>(
      `SELECT d.received_amount / d.target AS reached FROM loan_item l JOIN collection_case c ON c.loan_item_id = l.id
         JOIN collector_day d ON d.collector_id = c.owner_id AND d.target > 0
       WHERE l.external_id = ? AND c.is_open = 1 ORDER BY d.day DESC LIMIT 1`,
      [loanItemExternalId],
    );
    return Number(day?.reached ?? 0);
  }

  /** The codes that can be paid by, the demo's history among them, the oldest first. */
  async codes(): Promise<Reference[]> {
    const codes = await this.rows<
      Omit<Reference, 'reference' | 'expiresAt'> & { sealed: Buffer; until: Date }
    >(
      `SELECT l.external_id AS loanItemExternalId, r.channel, r.amount, r.reference_enc AS sealed, r.expires_at AS until
       FROM repayment_code r JOIN loan_item l ON l.id = r.loan_item_id
       WHERE r.status = 'ACTIVE' ORDER BY r.id LIMIT 1000`,
      [],
    );
    return codes.map(({ sealed, until, ...code }) => ({
      ...code,
      reference: this.vault.open(sealed),
      expiresAt: until.toISOString(),
    }));
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  private async rows<Row>(text: string, values: (number | string | Date)[]): Promise<Row[]> {
    const [rows] = await this.pool.query<RowDataPacket[]>({ sql: text, timeout: 2_500 }, values);
    return rows as unknown as Row[];
  }
}
