import { Injectable } from '@nestjs/common';
import type { ErrorKey } from '../../../contract/errors.js';
import type { ImportReason } from '../../../contract/cases/imports.js';
import type { PaymentCallback } from '../../../contract/money/payments.js';
import { Clock } from '../../platform/clock/clock.js';
import { sql } from '../../platform/db/sql.js';
import { Database } from '../../platform/db/database.js';
import type { TxActor } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { PaymentsService } from '../repayment/payments/payments.service.js';
import { parseLedgerRow } from '../../domain/imports/ledger-row.rules.js';
import type { RowError, SourceRow } from '../../domain/imports/loan-row.rules.js';
import { hopeless, keepErrors, keptErrors, RowTally } from '../../domain/imports/refused-rows.sql.js';

/** Payments posted at once; of one loan item they wait for each other. */
const BATCH = 16;
/** Refused rows that are written down together. */
const BAD_BATCH = 200;

const REFUSALS: Partial<Record<ErrorKey, { field: string; reason: ImportReason }>> = {
  'payment.unknownLoanItem': { field: 'loanItemExternalId', reason: 'unknown' },
  'payment.unknownOriginal': { field: 'originalReference', reason: 'unknown' },
  'payment.claimedTime': { field: 'paidAt', reason: 'range' },
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
    private readonly clock: Clock,
  ) {}

  async postAll(
    importId: number,
    source: AsyncIterable<SourceRow> | Iterable<SourceRow>,
    actor: TxActor,
    within?: readonly number[],
  ): Promise<void> {
    let batch: Line[] = [];
    let bad: RowError[][] = [];
    const tally = new RowTally();
    const flush = async () => {
      const posted = await Promise.all(batch.map((line) => this.post(line, actor, within)));
      const refused = posted.filter((result) => typeof result === 'object').length + bad.length;
      tally.add(posted.length + bad.length, refused);
      await this.count(importId, posted, bad);
      [batch, bad] = [[], []];
    };
    for await (const row of source) {
      const message = parseLedgerRow(row, this.clock.now());
      if ('errors' in message) bad.push(message.errors);
      else {
        // The payment that a reversal takes back may stand just before it.
        if (message.type === 'REVERSAL') await flush();
        batch.push({ line: row.line, message });
      }
      const isFull =
        batch.length === BATCH || bad.length === BAD_BATCH || batch.at(-1)?.message.type === 'REVERSAL';
      if (isFull) await flush();
      if (tally.isHopeless) throw hopeless();
    }
    await flush();
  }

  private async post({ line, message }: Line, actor: TxActor, within?: readonly number[]): Promise<Posted> {
    try {
      const { repeated } = await this.payments.post(actor, message, { within, refusesClaims: true });
      return repeated ? 'unchanged' : 'kept';
    } catch (error) {
      const refusal = error instanceof AppError ? REFUSALS[error.key] : undefined;
      if (!refusal) throw error;
      return { line, ...refusal };
    }
  }

  private async count(
    importId: number,
    posted: readonly Posted[],
    bad: readonly RowError[][],
  ): Promise<void> {
    const read = posted.length + bad.length;
    if (read === 0) return;
    const refused = posted.filter((result) => typeof result === 'object');
    const count = (what: Posted) => posted.filter((result) => result === what).length;
    await this.saveErrors(importId, [...bad.flat(), ...refused]);
    await this.database.run(sql`
      UPDATE import_run SET rows_read = rows_read + ${read}, rows_kept = rows_kept + ${count('kept')},
        rows_unchanged = rows_unchanged + ${count('unchanged')},
        rows_refused = rows_refused + ${refused.length + bad.length}
      WHERE id = ${importId}`);
  }

  private async saveErrors(importId: number, errors: readonly RowError[]): Promise<void> {
    if (errors.length === 0) return;
    const stored = await this.database.row<{ kept: number }>(keptErrors(importId));
    const insert = keepErrors(importId, errors, stored!.kept);
    if (insert) await this.database.run(insert);
  }
}
