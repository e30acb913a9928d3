import { Injectable } from '@nestjs/common';
import { resolveOutcome, type CallOutcome } from '../../../../../contract/contact/call-results.js';
import type { ScriptState } from '../../../../../contract/contact/first-contact.js';
import type { RecordAnswer } from '../../../../../contract/cases/records.js';
import type { CaseStatus, ContactType } from '../../../../../contract/codes.js';
import type { Actor } from '../../../../platform/auth/actor.js';
import { Vault } from '../../../../platform/crypto/vault.js';
import { Ids } from '../../../../platform/db/ids.js';
import { sql } from '../../../../platform/db/sql.js';
import { UnitOfWork, type Claim, type EmittedEvent, type Tx } from '../../../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../../../platform/http/app-error.js';
import type {
  ManualRow,
  TakenSlot,
} from '../../../../domain/contact-compliance/decide/manual-acts.writes.js';
import { ContactComplianceService } from '../../../contact-compliance/decide/contact-compliance.service.js';
import { SHUT_GATE } from '../../../../domain/stops/forbidden.sql.js';
import { kindOf, openRequest, openRequestOf } from '../../../../domain/requests/request.writes.js';
import { promiseTerms, type PromiseTerms } from '../../../../domain/promises/promise.rules.js';
import { writePromise } from '../../../../domain/promises/promise.writes.js';
import { writeScript } from '../../../../domain/calls/first-contact.sql.js';
import { NumberStopsService } from '../../../stops/number-stops.service.js';
import { ScoreCardsService } from '../../score-cards/score-cards.service.js';
import type { DayCaseRow } from '../../../../domain/score-cards/score-card.rules.js';
import {
  asksForCheck,
  contactAfter,
  followUpAfter,
  holdAfter,
  isStrangers,
  statusAfter,
  willingnessAfter,
  type RecordedContact,
  type RecordInput,
} from '../../../../domain/cases/records/record.rules.js';
import {
  contactOf,
  livePromise,
  lockCase,
  type CaseState,
  type ContactState,
  type LivePromise,
} from '../../../../domain/cases/records/record.sql.js';
import { BLOCKED_BORROWER } from '../../../../domain/calls/who-answers.sql.js';
import { writeParty } from '../../../../domain/calls/party.writes.js';
import { FirstContactService } from './first-contact.service.js';
import { UNDO_MS, undoDocOf, type UndoDoc } from '../../../../domain/cases/records/undo.rules.js';

interface RecordIds {
  recordId: number;
  receiptId: number;
  promiseId: number;
}
type Three = [number, number, number];

interface Recorded {
  actor: Actor;
  input: RecordInput;
  outcome: CallOutcome;
  state: CaseState;
  status: CaseStatus;
  /** Null: it is no first contact. */
  script: ScriptState | null;
  recordId: number;
  undo: UndoDoc | null;
}

/**
 * Records what a collector did on a case: log, case, contact, promise, card and events in one transaction of two round
 * trips, and a third before them for the gate when the record holds contact back. Records of one case wait for each other; none is lost and none is refused for the other's sake.
 */
@Injectable()
export class RecordsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly scoreCards: ScoreCardsService,
    private readonly compliance: ContactComplianceService,
    private readonly ids: Ids,
    private readonly vault: Vault,
    private readonly numbers: NumberStopsService,
    private readonly firstContacts: FirstContactService,
  ) {}

  /**
   * The same clientRequestId again has no effect and the first one's answer.
   *
   * @throws request.reused, record.invalidPair, record.followUpRequired, record.script, promise.*, contact.notFound, case.notFound, case.closed,
   * case.notAllowed
   */
  async record(actor: Actor, input: RecordInput): Promise<RecordAnswer> {
    const outcome = resolveOutcome(input);
    if (!outcome) throw fieldError('record.invalidPair', 'callResult');
    const [recordId, receiptId, promiseId] = (await this.ids.takeMany(outcome.promise ? 3 : 2)) as Three;
    const ids = { recordId, receiptId, promiseId };
    return this.uow.onceLocked<RecordAnswer>(actor, ['record', input.clientRequestId, input], (tx, claim) =>
      this.recordWithin(tx, claim, actor, input, outcome, ids),
    );
  }

  private async recordWithin(
    tx: Tx,
    claim: Claim<RecordAnswer>,
    actor: Actor,
    input: RecordInput,
    outcome: CallOutcome,
    ids: RecordIds,
  ): Promise<RecordAnswer> {
    const { taskId, contactId } = input;
    const kind = kindOf(outcome.result);
    const strangers = contactId != null && isStrangers(outcome);
    if (kind === 'HOLD' || asksForCheck(outcome) || strangers) await tx.read(SHUT_GATE);
    const [cases, contacts, promises, days, acts, open = []] = await claim.read<
      [CaseState, ContactState, LivePromise, DayCaseRow, ManualRow, { id: number }]
    >(
      lockCase(actor, taskId, await this.firstContacts.callFor(actor, outcome, tx.now)),
      contactOf(taskId, contactId ?? null),
      livePromise(taskId),
      this.scoreCards.entries([taskId], tx.now),
      this.compliance.manualEntry(taskId, tx.now),
      ...(kind ? [openRequestOf(taskId, kind)] : []),
    );
    const state = cases[0];
    if (!state) throw new AppError('case.notFound');
    if (state.pendingCallId === BLOCKED_BORROWER) throw new AppError('privacy.blocked');
    const earlier = claim.earlier();
    if (earlier) return earlier;
    if (contactId && !contacts[0]) throw new AppError('contact.notFound');
    const status = statusAfter(state, outcome);
    const script = state.scriptCallId === null ? null : this.firstContacts.judge(input);
    const known = { actor, input, outcome, state, status };
    const recorded: Recorded = { ...known, script, recordId: ids.recordId, undo: null };
    const terms = this.terms(tx, recorded, promises[0]);
    const promiseId = terms ? ids.promiseId : null;
    const slot = this.recordContact(tx, recorded, ids.receiptId, acts);
    const day = days.find(({ collectorId }) => collectorId === actor.userId);
    const stopId = strangers ? await this.stopNumber(tx, recorded, contactId) : null;
    const waits = stopId !== null && (await this.numbers.isOneTooMany(tx));
    const found = { contact: contacts[0], slot, day, stopId };
    recorded.undo = waits ? null : undoDocOf(outcome.result, state, found);
    const undoUntil = recorded.undo && new Date(tx.now.getTime() + UNDO_MS).toISOString();
    const after =
      outcome.result === 'MEMO' || !contacts[0] ? null : contactAfter(outcome, contacts[0], tx.now);
    const contact = after && { id: contacts[0]!.id, lastCallResult: outcome.result, blocked: after.blocked };
    const events = this.write(
      tx,
      recorded,
      after && { ...after, id: contacts[0]!.id },
      terms && { id: ids.promiseId, ...terms },
    );
    this.writeAround(tx, recorded, waits ? 'NUMBER' : open.length === 0 ? kind : null);
    this.scoreCards.apply(tx, events, days);
    const version = state.version + 1;
    return claim.keep({ recordId: ids.recordId, status, promiseId, version, undoUntil, contact });
  }

  /** The request that a record opens, and what it says of the call that it is about. */
  private writeAround(tx: Tx, recorded: Recorded, request: ReturnType<typeof kindOf>): void {
    const { actor, state, script, recordId } = recorded;
    const { id: caseId, pendingCallId, scriptCallId } = state;
    const by = actor.userId;
    if (request) openRequest(tx, { ...state, caseId, id: recordId, by, kind: request });
    if (pendingCallId)
      writeParty(tx, { id: pendingCallId, agentId: by, caseId, contactId: null }, 'RECORDED');
    if (script) writeScript(tx, { ...state, id: scriptCallId!, recordId }, script);
  }

  /** A call or a WhatsApp outside the product counts as a contact when it is recorded; a memo does not. */
  private recordContact(
    tx: Tx,
    recorded: Recorded,
    receiptId: number,
    acts: readonly ManualRow[],
  ): TakenSlot | null {
    const { actor, input, outcome, state } = recorded;
    if (channelOf(recorded) === null) return null;
    const act = {
      receiptId,
      caseId: state.id,
      contactId: input.contactId ?? null,
      channel: input.contactType,
      actorId: actor.userId,
      spoken: outcome.group === 'CNCT',
      callBackAt: input.nextFollowUpAt ? new Date(input.nextFollowUpAt) : null,
    };
    return this.compliance.recordManual(tx, act, acts);
  }

  /** The number is nobody's here: not for another borrower, channel or institution either. Null: it was stopped already. */
  private async stopNumber(
    tx: Tx,
    { actor, state, recordId }: Recorded,
    contactId: number,
  ): Promise<number | null> {
    if (await this.numbers.stands(tx, contactId)) return null;
    const { institutionId } = state;
    const mark = { contactId, institutionId, byInstitutionId: actor.institutionId, recordId, reason: null };
    return this.numbers.place(tx, mark);
  }

  private terms(
    tx: Tx,
    { actor, input, outcome, state }: Recorded,
    live: LivePromise | undefined,
  ): PromiseTerms | null {
    if (!outcome.promise) return null;
    const amount = input.promiseAmount ?? (input.wholeAmount ? state.amountDue : null);
    const context = {
      now: tx.now,
      amountDue: state.amountDue,
      extend: actor.permissions.has('promise:extend'),
      reschedules: live?.reschedules ?? null,
    };
    return promiseTerms({ amount, dueDate: input.promiseDate }, context);
  }

  private write(
    tx: Tx,
    recorded: Recorded,
    contact: (RecordedContact & { id: number }) | null,
    promise: (PromiseTerms & { id: number }) | null,
  ): EmittedEvent[] {
    const { outcome, state } = recorded;
    const followUp = followUpAfter(outcome, recorded.input.nextFollowUpAt, state.nextFollowUpAt, tx.now);
    this.writeLog(tx, recorded, followUp);
    this.writeCase(tx, recorded, followUp);
    if (contact)
      tx.write(sql`
        UPDATE contact SET last_call_result = ${outcome.result}, unreached_on = ${contact.unreachedOn},
          blocked = IF(blocked IN ('OPT_OUT', 'WRONG'), blocked, ${contact.blocked})
        WHERE id = ${contact.id}`);
    const recordedEvent = this.emitRecorded(tx, recorded, followUp);
    if (!promise) return [recordedEvent];
    const { id: caseId, promiseId: supersedes } = state;
    const made = { ...promise, caseId, collectorId: recorded.actor.userId, supersedes };
    return [recordedEvent, writePromise(tx, made)];
  }

  private writeLog(
    tx: Tx,
    { actor, input, outcome, state, recordId, undo }: Recorded,
    followUp: Date | null,
  ): void {
    const notes = input.notes ? this.vault.seal(input.notes) : null;
    tx.write(sql`
      INSERT INTO collection_log (id, case_id, borrower_id, collector_id, contact_id, type, call_status,
        result_group, result, collection_result, notes_enc, next_follow_up_at, undo_doc, at)
      VALUES (${recordId}, ${state.id}, ${state.borrowerId}, ${actor.userId}, ${input.contactId ?? null},
        ${input.contactType === 'WHATSAPP' ? '05' : '03'}, ${outcome.callStatus}, ${outcome.group},
        ${outcome.result}, ${outcome.collectionResult}, ${notes}, ${followUp},
        ${undo && JSON.stringify(undo)}, ${tx.now})`);
  }

  private writeCase(tx: Tx, { actor, outcome, state, status }: Recorded, followUp: Date | null): void {
    if (outcome.result === 'MEMO') {
      tx.write(sql`
        UPDATE collection_case SET next_follow_up_at = ${followUp}, version = version + 1 WHERE id = ${state.id}`);
      return;
    }
    tx.write(sql`
      UPDATE collection_case SET status = ${status}, last_call_result = ${outcome.result}, last_call_at = ${tx.now},
        last_call_by = ${actor.userId}, next_follow_up_at = ${followUp},
        willingness = ${willingnessAfter(outcome, state.willingness)},
        hold_until = ${holdAfter(outcome, state.holdUntil, tx.now)}, version = version + 1
      WHERE id = ${state.id}`);
  }

  private emitRecorded(tx: Tx, recorded: Recorded, followUp: Date | null): EmittedEvent {
    const { actor, input, outcome, state, status, script, recordId } = recorded;
    return tx.emit('action.recorded', {
      caseId: state.id,
      recordId,
      collectorId: actor.userId,
      contactId: input.contactId ?? null,
      channel: channelOf(recorded),
      callStatus: outcome.callStatus,
      result: outcome.result,
      collectionResult: outcome.collectionResult,
      statusBefore: state.status,
      statusAfter: status,
      nextFollowUpAt: followUp?.toISOString() ?? null,
      ...(script && { script }),
    });
  }
}

/** How somebody was contacted; null when nobody was. */
function channelOf({ input, outcome }: Recorded): ContactType | null {
  return outcome.group === 'VERIFY' || outcome.group === 'OTHER' ? null : input.contactType;
}
