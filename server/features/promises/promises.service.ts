import { Injectable } from '@nestjs/common';
import type { CaseStatus } from '../../../contract/codes.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { nextStatus } from '../cases/case.rules.js';
import { logBySystem } from '../cases/system-log.js';
import { graceDeadline, outcomeOf, type PromiseOutcome } from './promise.rules.js';

const SWEEP_SIZE = 200;

interface OpenPromise {
  id: number;
  caseId: number;
  collectorId: number;
  amount: number;
  dueDate: string;
  deadlineAt: Date;
  paid: number;
}
interface PromisedCase {
  id: number;
  status: CaseStatus;
  ownerId: number | null;
  promiseId: number | null;
}

/** Ends promises whose day is over. A payment ends a promise that is kept sooner, and judges one again whose outcome its value date changes. */
@Injectable()
export class PromisesService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Settles an open promise whose deadline has passed: KEPT, PARTIAL or BROKEN by what was paid, and the case goes back to
   * work at once. It leaves any other promise as it is, so it may run any number of times.
   *
   * @returns what became of it, or null when there was nothing to do.
   */
  async settle(promiseId: number): Promise<PromiseOutcome | null> {
    const logId = await this.ids.take();
    return this.uow.transact(SYSTEM, (tx) => this.once(tx, promiseId, logId));
  }

  /** Settles promises whose job was lost. @returns how many */
  async sweep(): Promise<number> {
    const overdue = await this.database.rows<{ id: number }>(sql`
      SELECT id FROM promise WHERE status = 'OPEN' AND deadline_at <= ${this.clock.now()}
      ORDER BY deadline_at LIMIT ${SWEEP_SIZE}`);
    let settled = 0;
    for (const { id } of overdue) if ((await this.settle(id)) !== null) settled++;
    return settled;
  }

  private async once(tx: Tx, promiseId: number, logId: number): Promise<PromiseOutcome | null> {
    // Lock the case first, as every command does.
    const [cases, promises, cashCodes] = await tx.read<[PromisedCase, OpenPromise, object]>(
      sql`SELECT id, status, owner_id AS ownerId, promise_id AS promiseId
          FROM collection_case WHERE id = (SELECT case_id FROM promise WHERE id = ${promiseId}) FOR UPDATE`,
      sql`SELECT id, case_id AS caseId, collector_id AS collectorId, amount, due_date AS dueDate,
            deadline_at AS deadlineAt, paid
          FROM promise WHERE id = ${promiseId} AND status = 'OPEN' AND deadline_at <= ${tx.now} FOR UPDATE`,
      sql`SELECT r.id FROM promise p JOIN repayment_code r ON r.case_id = p.case_id
          WHERE p.id = ${promiseId} AND r.purpose = 'DUE' AND r.channel = 'OXXO' AND r.status = 'ACTIVE'
            AND r.expires_at > p.deadline_at LIMIT 1`,
    );
    const [state, promise] = [cases[0], promises[0]];
    if (!state || !promise) return null;
    if (cashCodes.length > 0 && givesGrace(tx, promise)) return null;
    const outcome = outcomeOf(promise.amount, promise.paid);
    const live = state.promiseId === promise.id;
    const statusAfter =
      (live && nextStatus(state.status, 'promiseEnded', state.ownerId !== null)) || state.status;
    tx.write(sql`
      UPDATE promise SET status = ${outcome}, settled_at = ${tx.now}, version = version + 1 WHERE id = ${promiseId}`);
    if (live) {
      tx.write(sql`
        UPDATE collection_case SET status = ${statusAfter}, promise_id = NULL, promise_amount = NULL,
          promise_due = NULL, promise_broken_at = ${outcome === 'BROKEN' ? tx.now : null},
          next_follow_up_at = ${tx.now}, version = version + 1
        WHERE id = ${state.id}`);
    }
    logBySystem(tx, logId, state.id, outcome === 'BROKEN' ? 'BP' : 'PTRPD');
    const { caseId, collectorId, amount, dueDate, paid } = promise;
    tx.emit('promise.settled', {
      caseId,
      promiseId,
      collectorId,
      amount,
      dueDate,
      status: outcome,
      paid,
      statusAfter,
    });
    return outcome;
  }
}

/** One day more while the borrower can still pay at a till. @returns false when that day is over as well. */
function givesGrace(tx: Tx, { id: promiseId, caseId, dueDate, deadlineAt }: OpenPromise): boolean {
  const grace = graceDeadline(dueDate);
  if (deadlineAt >= grace || tx.now >= grace) return false;
  tx.write(sql`UPDATE promise SET deadline_at = ${grace}, version = version + 1 WHERE id = ${promiseId}`);
  tx.emit('promise.graceGiven', { caseId, promiseId, deadlineAt: grace.toISOString() });
  return true;
}
