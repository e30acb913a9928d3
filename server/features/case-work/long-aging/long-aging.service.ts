import { Injectable } from '@nestjs/common';
import { businessDay, daysBetween } from '../../../../contract/shared/date.js';
import { SYSTEM } from '../../../platform/auth/actor.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import { list, sql, type Statement } from '../../../platform/db/sql.js';
import { UnitOfWork, type EmittedEvent, type Tx } from '../../../platform/db/unit-of-work.js';
import { nextStatus } from '../../../domain/cases/case.rules.js';
import { joinLead, lockBorrowers } from '../../../domain/long-aging/long-aging.writes.js';
import type { Move, MovedCase } from '../../../domain/cases/moves/move.rules.js';
import { promisesOf, type MovedPromise } from '../../../domain/cases/moves/move.sql.js';
import { writeMoves } from '../../../domain/cases/moves/move.writes.js';
import { ScoreCardsService } from '../score-cards/score-cards.service.js';
import type { DayCaseRow } from '../../../domain/score-cards/score-card.rules.js';
import {
  firstFollowUp,
  planMerge,
  type AgingCase,
  type Merge,
} from '../../../domain/long-aging/long-aging.rules.js';

const BATCH = 100;

/**
 * Makes long-aging cases of those whose queue says so by their days past due, after the day's accrual: one case holds all
 * overdue loan items of a borrower, as the intake has it. A batch of borrowers is one transaction, and a borrower who was
 * already done is left as it is, so that the job may die anywhere and run again.
 *
 * The leading case keeps its collector, with or without the long-aging role; the others end in C30 and leave their
 * collectors. A promise is lost only to another one: there is one to a case.
 */
@Injectable()
export class LongAgingService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly scoreCards: ScoreCardsService,
    private readonly clock: Clock,
  ) {}

  /** @returns for how many borrowers something changed. */
  async mergeToday(): Promise<number> {
    const day = businessDay(this.clock.now());
    let last = 0;
    let merged = 0;
    for (;;) {
      const borrowers = await this.database.rows<{ id: number }>(borrowersAfter(last, day));
      if (borrowers.length === 0) return merged;
      const ids = borrowers.map(({ id }) => id);
      last = ids.at(-1)!;
      merged += await this.uow.transact(SYSTEM, (tx) => this.mergeAll(tx, ids, day));
    }
  }

  private async mergeAll(tx: Tx, borrowerIds: readonly number[], day: string): Promise<number> {
    const borrowers = list(borrowerIds);
    const [, , states] = await tx.read<[object, object, AgingCase]>(
      lockBorrowers(borrowers),
      // Before their cases, as payments lock them.
      sql`SELECT id FROM loan_item WHERE borrower_id IN ${borrowers} ORDER BY id FOR UPDATE`,
      lockCases(borrowers),
    );
    const merges = [...byBorrower(states).values()].flatMap((cases) => planMerge(cases, day) ?? []);
    const caseIds = merges.flatMap(({ joining }) => joining.map(({ id }) => id));
    const [promises, days] =
      caseIds.length === 0
        ? [[], []]
        : await tx.read<[MovedPromise, DayCaseRow]>(
            promisesOf(caseIds),
            this.scoreCards.entries(caseIds, tx.now),
          );
    for (const merge of merges) this.lead(tx, merge, promises, day);
    this.scoreCards.apply(tx, this.merge(tx, merges, promises), days);
    return merges.length;
  }

  private lead(tx: Tx, merge: Merge, promises: readonly MovedPromise[], day: string): void {
    const { lead, turns, joining, carried } = merge;
    // The joining items have had today's accrual: mark the lead too, or it would accrue again for all of them.
    tx.write(sql`
      UPDATE collection_case SET kind = 'LONG_AGING', accrued_on = ${day},
        next_follow_up_at = ${firstFollowUp(merge)}, version = version + 1
      WHERE id = ${lead.id}`);
    if (turns) {
      tx.emit('case.turnedLongAging', { caseId: lead.id, days: daysBetween(lead.dueDate, day) });
    }
    const open = { caseId: lead.id, loanItemId: lead.loanItemId, amountDue: lead.amountDue };
    for (const state of joining) joinLead(tx, open, state);
    const promise = carried && promises.find(({ caseId }) => caseId === carried.id);
    if (promise) carry(tx, lead, promise);
  }

  private merge(tx: Tx, merges: readonly Merge[], promises: readonly MovedPromise[]): EmittedEvent[] {
    const merged = merges.flatMap(({ joining, carried }) =>
      joining.map((state) => (state === carried ? { ...state, promiseId: null } : state)),
    );
    if (merged.length === 0) return [];
    const staying = new Set(merged.filter(({ promiseId }) => promiseId === null).map(({ id }) => id));
    const ended = promises.filter(({ caseId }) => !staying.has(caseId));
    const events = writeMoves(tx, merged.map(mergeOf), ended, null);
    // Its debt is in the leading case now.
    for (const { lead, joining } of merges) {
      if (joining.length > 0)
        tx.write(sql`
          UPDATE collection_case SET merged_into = ${lead.id} WHERE id IN ${list(joining.map(({ id }) => id))}`);
    }
    tx.write(sql`
      UPDATE collection_case SET amount_due = 0, promise_id = NULL, promise_amount = NULL, promise_due = NULL,
        next_follow_up_at = NULL
      WHERE id IN ${list(merged.map(({ id }) => id))}`);
    return events;
  }
}

function mergeOf(state: MovedCase): { state: MovedCase; move: Move } {
  const statusAfter = nextStatus(state.status, 'merged', state.ownerId !== null)!;
  return { state, move: { event: 'case.merged', statusAfter, ownerId: null, groupId: state.groupId } };
}

/** The promise goes on in the case that holds the money; its credit stays with who took it. */
function carry(tx: Tx, lead: AgingCase, { id, caseId: fromCaseId, ...promise }: MovedPromise): void {
  const statusAfter = nextStatus(lead.status, 'promiseCarried', lead.ownerId !== null)!;
  const { collectorId, amount, dueDate } = promise;
  tx.write(sql`UPDATE promise SET case_id = ${lead.id} WHERE id = ${id}`);
  tx.write(sql`
    UPDATE collection_case SET status = ${statusAfter}, promise_id = ${id}, promise_amount = ${amount},
      promise_due = ${dueDate}
    WHERE id = ${lead.id}`);
  tx.emit('promise.carried', {
    caseId: lead.id,
    promiseId: id,
    collectorId,
    amount,
    dueDate,
    fromCaseId,
    statusAfter,
  });
}

function byBorrower(states: readonly AgingCase[]): Map<number, AgingCase[]> {
  const cases = new Map<number, AgingCase[]>();
  for (const state of states) cases.set(state.borrowerId, [...(cases.get(state.borrowerId) ?? []), state]);
  return cases;
}

/** Borrowers who may have cases to join; `planMerge` decides. Read in order of the index, so that each batch continues the last. */
function borrowersAfter(last: number, day: string): Statement {
  return sql`
    SELECT DISTINCT c.borrower_id AS id
    FROM collection_case c FORCE INDEX (case_borrower) STRAIGHT_JOIN queue q ON q.id = c.queue_id
    WHERE c.borrower_id > ${last} AND c.is_open = 1 AND c.kind = 'STANDARD' AND c.accrued_on = ${day}
      AND c.due_date < ${day} AND q.long_aging_dpd IS NOT NULL
      AND (DATEDIFF(${day}, c.due_date) >= q.long_aging_dpd
        OR EXISTS (SELECT 1 FROM collection_case h WHERE h.borrower_id = c.borrower_id AND h.kind = 'LONG_AGING'
          AND h.is_open = 1))
    ORDER BY c.borrower_id LIMIT ${String(BATCH)}`;
}

function lockCases(borrowers: Statement): Statement {
  return sql`
    SELECT c.id, c.borrower_id AS borrowerId, c.loan_item_id AS loanItemId, c.status, c.owner_id AS ownerId,
      c.group_id AS groupId, c.queue_id AS queueId, c.kind, c.amount_due AS amountDue, c.moved_at AS movedAt,
      c.promise_id AS promiseId, c.promise_broken_at AS promiseBrokenAt, c.version, c.due_date AS dueDate, c.accrued_on AS accruedOn,
      c.next_follow_up_at AS nextFollowUpAt,
      (SELECT q.long_aging_dpd FROM queue q WHERE q.id = c.queue_id) AS agesFrom,
      (SELECT path FROM institution i WHERE i.id = c.institution_id) AS institutionPath
    FROM collection_case c
    WHERE c.borrower_id IN ${borrowers} AND (c.is_open = 1 OR (c.kind = 'LONG_AGING' AND c.status = 'C40'))
    ORDER BY c.id FOR UPDATE`;
}
