import { Injectable } from '@nestjs/common';
import type { CaseStatus } from '../../../../contract/codes.js';
import { SYSTEM } from '../../../platform/auth/actor.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import { Ids } from '../../../platform/db/ids.js';
import { list, sql, type Statement } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { nextStatus } from '../../../domain/cases/case.rules.js';
import { paysAtTillAfter } from '../../../domain/repayment-codes/repayment-code.sql.js';
import { graceDeadline, outcomeOf, type PromiseOutcome } from '../../../domain/promises/promise.rules.js';
import { writeEnds, type EndedPromise } from '../../../domain/promises/promise.writes.js';

/** Cases that are locked at once. */
const BATCH = 100;

interface DuePromise {
  id: number;
  caseId: number;
  deadlineAt: Date;
}
interface OpenPromise extends DuePromise {
  collectorId: number;
  amount: number;
  dueDate: string;
  paid: number;
}
interface PromisedCase {
  id: number;
  status: CaseStatus;
  ownerId: number | null;
  groupId: number | null;
  promiseId: number | null;
}
interface Round {
  outcomes: Map<number, PromiseOutcome>;
  failed: Map<number, unknown>;
}

/**
 * Ends promises whose day is over. A payment ends a promise that is kept sooner, and judges one again whose outcome its
 * value date changes.
 *
 * All promises for one day are over in the same moment, and each has a job of its own: the first job's round settles all
 * of them, some in one transaction, and the others find nothing left. A job waits for a round that begins after it, so it
 * is done when its own promise is. Any number of rounds and processes may work at once.
 */
@Injectable()
export class PromisesService {
  private last: Promise<unknown> = Promise.resolve();
  private next: Promise<Round> | null = null;

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
    const { outcomes, failed } = await this.round();
    if (failed.has(promiseId)) throw failed.get(promiseId);
    return outcomes.get(promiseId) ?? null;
  }

  /** Settles promises whose job was lost. @returns how many */
  async reconcile(): Promise<number> {
    const { outcomes, failed } = await this.round();
    for (const error of failed.values()) throw error;
    return outcomes.size;
  }

  /** One that has not begun yet: who asks while another works shares the one after it. */
  private round(): Promise<Round> {
    if (this.next) return this.next;
    const round = this.last.then(() => {
      this.next = null;
      return this.settleDue();
    });
    this.next = round;
    this.last = round.catch(() => undefined);
    return round;
  }

  private async settleDue(): Promise<Round> {
    const round: Round = { outcomes: new Map(), failed: new Map() };
    let due: DuePromise[] = [];
    do {
      due = await this.database.rows<DuePromise>(dueAfter(due.at(-1), this.clock.now()));
      if (due.length > 0) await this.settleTogether(due, round);
    } while (due.length === BATCH);
    return round;
  }

  private async settleTogether(due: readonly DuePromise[], round: Round): Promise<void> {
    try {
      const logIds = await this.ids.takeMany(due.length);
      const ended = await this.uow.transact(SYSTEM, (tx) => this.end(tx, due, logIds));
      for (const { id, outcome } of ended) round.outcomes.set(id, outcome);
    } catch (error) {
      // One that can not be settled must not hold up the others.
      if (due.length === 1) round.failed.set(due[0]!.id, error);
      else for (const each of due) await this.settleTogether([each], round);
    }
  }

  private async end(
    tx: Tx,
    due: readonly DuePromise[],
    logIds: readonly number[],
  ): Promise<readonly EndedPromise[]> {
    const ids = list(due.map(({ id }) => id));
    // Lock the cases first, as every command does.
    const [cases, promises, cashCodes] = await tx.read<[PromisedCase, OpenPromise, { id: number }]>(
      sql`SELECT id, status, owner_id AS ownerId, group_id AS groupId, promise_id AS promiseId
          FROM collection_case WHERE id IN ${list(due.map(({ caseId }) => caseId))} ORDER BY id FOR UPDATE`,
      sql`SELECT id, case_id AS caseId, collector_id AS collectorId, amount, due_date AS dueDate,
            deadline_at AS deadlineAt, paid
          FROM promise WHERE id IN ${ids} AND status = 'OPEN' AND deadline_at <= ${tx.now} ORDER BY id FOR UPDATE`,
      sql`SELECT DISTINCT p.id FROM promise p JOIN repayment_code r ON r.case_id = p.case_id
          WHERE p.id IN ${ids} AND ${paysAtTillAfter(sql`p.deadline_at`)}`,
    );
    const states = new Map(cases.map((state) => [state.id, state]));
    const payable = new Set(cashCodes.map(({ id }) => id));
    const ended = promises.flatMap((promise): EndedPromise[] => {
      // One that has come to another case meanwhile waits for the next round.
      const state = states.get(promise.caseId);
      if (!state || (payable.has(promise.id) && givesGrace(tx, promise))) return [];
      const live = state.promiseId === promise.id;
      const { ownerId, groupId } = state;
      const after = live && nextStatus(state.status, 'promiseEnded', ownerId !== null);
      const outcome = outcomeOf(promise.amount, promise.paid);
      return [{ ...promise, outcome, live, ownerId, groupId, statusAfter: after || state.status }];
    });
    writeEnds(tx, ended, logIds);
    return ended;
  }
}

/** By the index on status and deadline, from where the last part ended. */
function dueAfter(last: DuePromise | undefined, now: Date): Statement {
  const from = last?.deadlineAt ?? new Date(0);
  return sql`
    SELECT id, case_id AS caseId, deadline_at AS deadlineAt FROM promise
    WHERE status = 'OPEN' AND deadline_at BETWEEN ${from} AND ${now}
      AND (deadline_at > ${from} OR id > ${last?.id ?? 0})
    ORDER BY deadline_at, id LIMIT ${String(BATCH)}`;
}

/** One day more while the borrower can still pay at a till. @returns false when that day is over as well. */
function givesGrace(tx: Tx, { id: promiseId, caseId, dueDate, deadlineAt }: OpenPromise): boolean {
  const grace = graceDeadline(dueDate);
  if (deadlineAt >= grace || tx.now >= grace) return false;
  tx.write(sql`UPDATE promise SET deadline_at = ${grace}, version = version + 1 WHERE id = ${promiseId}`);
  tx.emit('promise.graceGiven', { caseId, promiseId, deadlineAt: grace.toISOString() });
  return true;
}
