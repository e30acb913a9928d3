import { Injectable } from '@nestjs/common';
import { businessDay } from '../../../../contract/shared/date.js';
import { SYSTEM } from '../../../platform/auth/actor.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import { Site } from '../../../platform/site/site.js';
import { Ids } from '../../../platform/db/ids.js';
import { sql } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { promisesOfTheDay } from '../../../domain/promises/promise-day.sql.js';
import { termsOn } from '../../../domain/products/product-terms.sql.js';
import { insertDeduction, loanFacts, type LoanFacts } from '../../../domain/deductions/deduction.writes.js';

/** By the borrower's clock: they had the promise's day to pay by themselves, and the bank still books it on that day. */
const DEBIT_AT_HOUR = 18;
const BATCH = 1_000;

interface DebitCase {
  id: number;
  loanItemId: number;
  amountDue: number;
}

/**
 * The automatic debit of the stored card on a promise's day, where the terms of the product allow it: what is left of the
 * promise, once for each promise. A promise that is kept by then has none, and a debit under way is waited for.
 */
@Injectable()
export class AutomaticDebitsService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly site: Site,
  ) {}

  /** @returns how many were asked for */
  async request(): Promise<number> {
    const promises = promisesOfTheDay(this.clock.now(), DEBIT_AT_HOUR);
    if (!promises || this.site.isOff('debit')) return 0;
    const due = await this.database.rows<{ id: number; caseId: number }>(sql`
      SELECT p.id, c.id AS caseId FROM ${promises} AND c.is_open = 1
      JOIN loan_item i ON i.id = c.loan_item_id AND i.card_mask IS NOT NULL
      JOIN product_terms t ON t.id = ${termsOn(businessDay(this.clock.now()))} AND t.automatic_debit = 1
      WHERE NOT EXISTS (SELECT 1 FROM deduction d WHERE d.promise_id = p.id)
        AND NOT EXISTS (SELECT 1 FROM deduction d WHERE d.open_loan_item_id = i.id)
      ORDER BY p.id LIMIT ${String(BATCH)}`);
    let requested = 0;
    for (const promise of due) {
      const id = await this.ids.take();
      if (await this.uow.transact(SYSTEM, (tx) => this.once(tx, promise, id))) requested++;
    }
    return requested;
  }

  private async once(tx: Tx, due: { id: number; caseId: number }, id: number): Promise<boolean> {
    const [[state], [facts], [promise]] = await tx.read<[DebitCase, LoanFacts, { amount: number }]>(
      sql`SELECT c.id, c.loan_item_id AS loanItemId, c.amount_due AS amountDue
          FROM collection_case c WHERE c.id = ${due.caseId} AND c.is_open = 1 FOR UPDATE`,
      loanFacts(due.caseId),
      sql`SELECT p.amount - p.paid AS amount FROM promise p
          WHERE p.id = ${due.id} AND p.status = 'OPEN'
            AND NOT EXISTS (SELECT 1 FROM deduction d WHERE d.promise_id = p.id) FOR UPDATE`,
    );
    if (!state || !promise || !facts || facts.pending > 0) return false;
    const amount = Math.min(promise.amount, state.amountDue);
    if (amount <= 0) return false;
    const whole = amount === state.amountDue;
    insertDeduction(tx, { id, requestedBy: null, promiseId: due.id, amount, whole }, state);
    return true;
  }
}
