import { Injectable } from '@nestjs/common';
import type { UndoRecord, UndoneRecord } from '../../../../../contract/cases/records.js';
import type { CallResult } from '../../../../../contract/codes.js';
import type { Actor } from '../../../../platform/auth/actor.js';
import { sql } from '../../../../platform/db/sql.js';
import { UnitOfWork, type EmittedEvent, type Tx } from '../../../../platform/db/unit-of-work.js';
import { AppError } from '../../../../platform/http/app-error.js';
import { NumberStopsService } from '../../../stops/number-stops.service.js';
import { ScoreCardsService } from '../../score-cards/score-cards.service.js';
import type { DayCaseRow } from '../../../../domain/score-cards/score-card.rules.js';
import { undoManual } from '../../../../domain/contact-compliance/decide/manual-acts.writes.js';
import { lockCase, type CaseState } from '../../../../domain/cases/records/record.sql.js';
import { mayUndo, type UndoDoc } from '../../../../domain/cases/records/undo.rules.js';

interface LoggedRecord {
  id: number;
  contactId: number | null;
  result: CallResult;
  at: Date;
  doc: string | null;
}

/**
 * Takes an own record back: the case, its promise, the contact, the slot and the card are as before it, and an event says
 * so; the record's own events and its log line stay. See docs/decisions/0017-a-record-can-be-undone.md.
 */
@Injectable()
export class RecordUndoService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly scoreCards: ScoreCardsService,
    private readonly numbers: NumberStopsService,
  ) {}

  /** @throws case.notFound, record.notFound, record.undoOver, request.reused */
  undo(actor: Actor, body: UndoRecord): Promise<UndoneRecord> {
    const { taskId, recordId, clientRequestId } = body;
    return this.uow.onceLocked<UndoneRecord>(
      actor,
      ['undoRecord', clientRequestId, body],
      async (tx, claim) => {
        const [[state], [record], days] = await claim.read<[CaseState, LoggedRecord, DayCaseRow]>(
          lockCase(actor, taskId),
          sql`
          SELECT id, contact_id AS contactId, result, at, IF(undone_at IS NULL, undo_doc, NULL) AS doc
          FROM collection_log WHERE id = ${recordId} AND case_id = ${taskId} AND collector_id = ${actor.userId}`,
          this.scoreCards.entries([taskId], tx.now),
        );
        if (!state) throw new AppError('case.notFound');
        if (!record) throw new AppError('record.notFound');
        const earlier = claim.earlier();
        if (earlier) return earlier;
        const doc = record.doc === null ? null : (JSON.parse(record.doc) as UndoDoc);
        if (!doc || doc.version !== state.version || !mayUndo(record.at, tx.now))
          throw new AppError('record.undoOver');
        if (doc.stopId) await this.numbers.takeBack(tx, doc.stopId);
        this.restore(tx, state, record, doc);
        this.scoreCards.apply(tx, [emitUndone(tx, state, record, doc)], days);
        return claim.keep({ status: doc.case.status, version: state.version + 1 });
      },
    );
  }

  private restore(tx: Tx, state: CaseState, record: LoggedRecord, doc: UndoDoc): void {
    const { promise, contact, slot } = doc;
    const { status, lastCallResult, lastCallAt, lastCallBy, nextFollowUpAt, willingness, holdUntil } =
      doc.case;
    tx.write(sql`UPDATE collection_log SET undone_at = ${tx.now} WHERE id = ${record.id}`);
    tx.write(sql`
      UPDATE collection_case SET status = ${status}, last_call_result = ${lastCallResult},
        last_call_at = ${dateOf(lastCallAt)}, last_call_by = ${lastCallBy},
        next_follow_up_at = ${dateOf(nextFollowUpAt)}, willingness = ${willingness},
        hold_until = ${dateOf(holdUntil)}, promise_id = ${promise?.id ?? null},
        promise_amount = ${promise?.amount ?? null}, promise_due = ${promise?.dueDate ?? null}, version = version + 1
      WHERE id = ${state.id}`);
    if (state.promiseId !== (promise?.id ?? null)) restorePromise(tx, state.promiseId!, promise?.id ?? null);
    if (contact) {
      const { id, before } = contact;
      // An opt-out is never overwritten; and what a record of another case has found since stays.
      tx.write(sql`
        UPDATE contact SET last_call_result = ${before.result}, unreached_on = ${before.unreachedOn},
          blocked = IF(blocked = 'OPT_OUT', blocked, ${before.blocked})
        WHERE id = ${id} AND last_call_result = ${record.result}`);
    }
    if (slot) undoManual(tx, slot);
  }
}

const dateOf = (time: string | null) => (time === null ? null : new Date(time));

/** The record's promise ends; one that it had superseded is open again, and its job still waits for its deadline. */
function restorePromise(tx: Tx, made: number, superseded: number | null): void {
  tx.write(sql`
    UPDATE promise SET status = 'CANCELLED', settled_at = ${tx.now}, version = version + 1 WHERE id = ${made}`);
  if (superseded !== null)
    tx.write(sql`
      UPDATE promise SET status = 'OPEN', settled_at = NULL, version = version + 1
      WHERE id = ${superseded} AND status = 'SUPERSEDED'`);
}

function emitUndone(
  tx: Tx,
  state: CaseState,
  { id: recordId, contactId, result }: LoggedRecord,
  { case: before, promise, firstAction }: UndoDoc,
): EmittedEvent {
  return tx.emit('action.undone', {
    caseId: state.id,
    recordId,
    collectorId: tx.actor.userId!,
    contactId,
    result,
    statusBefore: state.status,
    statusAfter: before.status,
    nextFollowUpAt: before.nextFollowUpAt,
    promiseId: promise?.id ?? null,
    amount: promise?.amount ?? null,
    dueDate: promise?.dueDate ?? null,
    firstAction,
  });
}
