import { Injectable } from '@nestjs/common';
import type { ErrorKey } from '../../../contract/errors.js';
import type { ImportReason } from '../../../contract/imports.js';
import type { PaymentCallback } from '../../../contract/payments.js';
import { rowsOf, sql } from '../../platform/db/sql.js';
import { Database } from '../../platform/db/database.js';
import type { TxActor } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { PaymentsService } from '../payments/payments.service.js';
import { parseLedgerRow } from './ledger-row.rules.js';
import type { RowError, SourceRow } from './loan-row.rules.js';

/** Payments posted at once; of one loan item they wait for each other. */
const BATCH = 16;

const REFUSALS: Partial<Record<ErrorKey, { field: string; reason: ImportReason }>> = {
  'payment.unknownLoanItem': { field: 'loanItemExternalId', reason: 'unknown' },
  'payment.unknownOriginal': { field: 'originalReference', reason: 'unknown' },
  'payment.conflictingReference': { field: 'providerReference', reason: 'conflict' },
};

interface Line {
  line: number;
  message: PaymentCallback;
}
type Posted = 'kept' | 'unchanged' | RowError;

/**
 * Posts a ledger file by the same code as the rails' callback. A loan item outside `within` answers as if it did not exist.
 * Each row is a transaction of its own, known by its reference.
 */
@Injectable()
export class LedgerService {
  constructor(
    private readonly database: Database,
    private readonly payments: PaymentsService,
  ) {}

  async postAll(
    importId: number,
    source: AsyncIterable<SourceRow> | Iterable<SourceRow>,
    actor: TxActor,
    within?: readonly number[],
  ): Promise<void> {
    let batch: Line[] = [];
    const flush = async () => {
      const posted = await Promise.all(batch.map((line) => this.post(line, actor, within)));
      batch = [];
      await this.count(importId, posted);
    };
    for await (const row of source) {
      const message = parseLedgerRow(row);
      if ('errors' in message) {
        await this.refuse(importId, message.errors);
        continue;
      }
      // What a reversal takes back may stand just before it.
      if (message.type === 'REVERSAL') await flush();
      batch.push({ line: row.line, message });
      if (batch.length === BATCH || message.type === 'REVERSAL') await flush();
    }
    await flush();
  }

  private async post({ line, message }: Line, actor: TxActor, within?: readonly number[]): Promise<Posted> {
    try {
      const { repeated } = await this.payments.post(actor, message, { within });
      return repeated ? 'unchanged' : 'kept';
    } catch (error) {
      const refusal = error instanceof AppError ? REFUSALS[error.key] : undefined;
      if (!refusal) throw error;
      return { line, ...refusal };
    }
  }

  private async count(importId: number, posted: readonly Posted[]): Promise<void> {
    if (posted.length === 0) return;
    const errors = posted.filter((result) => typeof result === 'object');
    const count = (what: Posted) => posted.filter((result) => result === what).length;
    await this.saveErrors(importId, errors);
    await this.database.run(sql`
      UPDATE import_run SET rows_read = rows_read + ${posted.length}, rows_kept = rows_kept + ${count('kept')},
        rows_unchanged = rows_unchanged + ${count('unchanged')}, rows_refused = rows_refused + ${errors.length}
      WHERE id = ${importId}`);
  }

  private async refuse(importId: number, errors: readonly RowError[]): Promise<void> {
    await this.saveErrors(importId, errors);
    await this.database.run(sql`
      UPDATE import_run SET rows_read = rows_read + 1, rows_refused = rows_refused + 1 WHERE id = ${importId}`);
  }

  private async saveErrors(importId: number, errors: readonly RowError[]): Promise<void> {
    if (errors.length === 0) return;
    await this.database.run(sql`
      INSERT IGNORE INTO import_error (import_id, line, field, reason)
      VALUES ${rowsOf(errors.map((error) => [importId, error.line, error.field, error.reason]))}`);
  }
}
