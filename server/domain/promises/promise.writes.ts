import type { CaseStatus } from '../../../contract/codes.js';
import { list, sql } from '../../platform/db/sql.js';
import type { EmittedEvent, Tx } from '../../platform/db/unit-of-work.js';
import { logBySystem } from '../cases/system-log.writes.js';
import type { PromiseOutcome, PromiseTerms } from './promise.rules.js';

interface NewPromise extends PromiseTerms {
  id: number;
  caseId: number;
  collectorId: number;
  /** The case's live promise, which this one takes the place of. */
  supersedes: number | null;
}

/** With the case locked. @param statusAfter what the case becomes, when no record beside the promise says it */
export function writePromise(tx: Tx, promise: NewPromise, statusAfter?: CaseStatus): EmittedEvent {
  const { id: promiseId, caseId, collectorId, amount, dueDate, supersedes } = promise;
  if (supersedes !== null) {
    tx.write(sql`
      UPDATE promise SET status = 'SUPERSEDED', settled_at = ${tx.now}, version = version + 1
      WHERE id = ${supersedes} AND status = 'OPEN'`);
  }
  tx.write(sql`
    INSERT INTO promise (id, case_id, collector_id, amount, due_date, deadline_at, status, reschedules, created_at)
    VALUES (${promiseId}, ${caseId}, ${collectorId}, ${amount}, ${dueDate}, ${promise.deadlineAt}, 'OPEN',
      ${promise.reschedules}, ${tx.now})`);
  tx.write(sql`
    UPDATE collection_case SET promise_id = ${promiseId}, promise_amount = ${amount}, promise_due = ${dueDate}
    WHERE id = ${caseId}`);
  const payload = { caseId, promiseId, collectorId, amount, dueDate, ...(statusAfter && { statusAfter }) };
  return supersedes === null
    ? tx.emit('promise.created', payload)
    : tx.emit('promise.rescheduled', { ...payload, supersedes });
}

export interface EndedPromise {
  id: number;
  caseId: number;
  collectorId: number;
  amount: number;
  dueDate: string;
  paid: number;
  outcome: PromiseOutcome;
  /** It was its case's promise until now, and not one of a case that has none. */
  live: boolean;
  ownerId: number | null;
  groupId: number | null;
  statusAfter: CaseStatus;
}

/** With cases and promises locked: a statement for those that write the same. @param logIds as many as there are promises */
export function writeEnds(tx: Tx, ended: readonly EndedPromise[], logIds: readonly number[]): void {
  const lines = new Map(ended.map(({ id, caseId }, index) => [id, [logIds[index]!, caseId] as const]));
  for (const alike of alikeBy(ended, ({ outcome }) => outcome)) {
    const { outcome } = alike[0]!;
    tx.write(sql`
      UPDATE promise SET status = ${outcome}, settled_at = ${tx.now}, version = version + 1
      WHERE id IN ${list(alike.map(({ id }) => id))}`);
    const result = outcome === 'BROKEN' ? 'BP' : 'PTRPD';
    logBySystem(
      tx,
      result,
      alike.map(({ id }) => lines.get(id)!),
    );
  }
  const live = ended.filter((promise) => promise.live);
  for (const alike of alikeBy(live, ({ statusAfter, outcome }) => `${statusAfter} ${outcome}`)) {
    const { statusAfter, outcome } = alike[0]!;
    tx.write(sql`
      UPDATE collection_case SET status = ${statusAfter}, promise_id = NULL, promise_amount = NULL,
        promise_due = NULL, promise_broken_at = ${outcome === 'BROKEN' ? tx.now : null},
        next_follow_up_at = ${tx.now}, version = version + 1
      WHERE id IN ${list(alike.map(({ caseId }) => caseId))}`);
  }
  tx.emitMany(
    'promise.settled',
    ended.map(({ id: promiseId, outcome, ...promise }) => ({ ...promise, promiseId, status: outcome })),
  );
}

function alikeBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return [...groups.values()];
}
