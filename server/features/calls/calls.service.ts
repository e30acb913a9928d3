import { Injectable } from '@nestjs/common';
import {
  isLiveCall,
  type CallReason,
  type MadeCall,
  type MakeCall,
} from '../../../contract/contact/calls.js';
import { isOpen } from '../../../contract/codes.js';
import type { ComplianceDecision } from '../../../contract/contact/contact-compliance.js';
import { SYSTEM, type Actor } from '../../platform/auth/actor.js';
import { canonicalNumber } from '../../platform/crypto/vault.js';
import { Ids } from '../../platform/db/ids.js';
import { Database } from '../../platform/db/database.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';
import { UnitOfWork, type Claim, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { BehaviourRecords } from '../../platform/behaviour/behaviour-records.js';
import { Settings } from '../../platform/settings/settings.js';
import { callerNumber, mayCall } from '../../domain/agencies/caller-number.sql.js';
import { lockCase, type CaseState } from '../../domain/cases/records/record.sql.js';
import {
  ContactComplianceService,
  type ContactAttempt,
} from '../contact-compliance/decide/contact-compliance.service.js';
import { OF_CALL, stopsContact } from '../../domain/stops/forbidden.sql.js';
import {
  emitCall,
  lockCall,
  lockCalls,
  lockCallsOf,
  requestHangUp,
  type Call,
} from '../../domain/calls/call.sql.js';
import { happenedHere, isForbidden } from '../../domain/calls/call-progress.writes.js';

interface Extension {
  supplier: string;
  extensionNumber: string;
  callerNumber: string | null;
  mayCall: number;
}
interface Making {
  callId: number;
  act: ContactAttempt;
  /** The register of agencies is in force: a call comes from a number of it. */
  onlyRegistered: boolean;
  /** The number of softphones without one of their own. */
  shared: string | null;
}
interface Dialled {
  numberEnc: Buffer;
  numberHash: Buffer;
  numberMask: string;
}
/** Calls that are hung up in one transaction. */
const AT_ONCE = 50;

type Unanswered = { id: number } & Required<
  Pick<ContactAttempt, 'receiptId' | 'caseId' | 'contactId' | 'actorId'>
>;

type Judged = { made: MadeCall; refused?: undefined } | { made?: undefined; refused: ComplianceDecision };

/**
 * A collector's commands on calls. Making one is a command of two round trips that stores the call as REQUESTED with
 * the guard's receipt; the supplier is asked by a job, under the call's id as idempotency key, never from inside. The
 * collector's extension is locked first, so that of two calls asked for at once one is refused.
 */
@Injectable()
export class CallsService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly compliance: ContactComplianceService,
    private readonly behaviours: BehaviourRecords,
    private readonly settings: Settings,
  ) {}

  /**
   * The same clientRequestId again makes no second call and has the first one's answer.
   *
   * @throws case.notFound, request.reused, softphone.none, call.numberMissing, call.numberUnknown, call.live, case.closed, contact.notFound, guard.refused
   */
  async make(actor: Actor, input: MakeCall): Promise<MadeCall> {
    const [callId, receiptId] = (await this.ids.takeMany(2)) as [number, number];
    const act: ContactAttempt = {
      receiptId,
      caseId: input.taskId,
      contactId: input.contactId,
      channel: 'CALL',
      actorId: actor.userId,
    };
    const terms = (await this.settings.of(actor.institutionId)).configured.regulatorTerms;
    const { onlyRegistered } = terms;
    const shared = terms.callerNumber && canonicalNumber(terms.callerNumber);
    const key = ['call', input.clientRequestId, input] as const;
    const { made, refused } = await this.uow.onceLocked<MadeCall, Judged>(actor, key, (tx, claim) =>
      this.makeWithin(tx, claim, actor, { callId, act, onlyRegistered, shared }),
    );
    // After the transaction: the refused receipt stays.
    if (refused) throw this.compliance.refusal(refused);
    return made;
  }

  /** Asks for the end of an own live call. @throws call.notFound, call.over */
  async hangUp(actor: Actor, callId: number): Promise<void> {
    await this.uow.transact(actor, async (tx) => {
      const call = await own(tx, actor, callId);
      this.end(tx, call, 'CANCELLED');
    });
  }

  /** Takes an own incoming call that rings. @throws call.notFound, call.over */
  async answer(actor: Actor, callId: number): Promise<void> {
    await this.uow.transact(actor, async (tx) => {
      const call = await own(tx, actor, callId);
      if (call.direction !== 'IN' || call.state !== 'RINGING') throw new AppError('call.over');
      emitCall(tx, 'call.answerRequested', { callId, agentId: call.agentId, caseId: call.caseId });
    });
  }

  /** Part of another command: whoever leaves talks to nobody any longer. */
  async endOf(tx: Tx, agentId: number): Promise<void> {
    const [calls] = await tx.read<[Call]>(lockCallsOf(agentId));
    for (const call of calls) this.end(tx, call, 'CANCELLED');
  }

  /** A payment arrived, or the borrower must not be contacted (all cases): ends unanswered calls. A collector who is already talking sees it on the screen. */
  async cancelUnanswered(caseIds: readonly number[], reason: 'PAID' | 'HELD'): Promise<void> {
    const of = reason === 'PAID' ? sql`IN ${list(caseIds)}` : sql`IN (${casesBeside(caseIds)})`;
    const found = await this.database.rows<Unanswered>(sql`
      SELECT c.id, c.case_id AS caseId, c.contact_id AS contactId, c.agent_id AS actorId, c.receipt_id AS receiptId
      FROM phone_call c
      WHERE c.case_id ${of} AND c.is_live = 1 AND c.direction = 'OUT' AND c.state <> 'ANSWERED'`);
    const ended: Unanswered[] = [];
    for (const call of found) if (reason === 'PAID' || (await this.isHeld(call))) ended.push(call);
    await this.endUnanswered(ended, reason);
  }

  /** Contact was stopped: what is not answered is hung up. Who talks already sees it on the screen. */
  async endStopped(stopId: number): Promise<void> {
    const found = await this.database.rows<{ id: number }>(sql`
      SELECT c.id FROM contact_stop s JOIN phone_call c ON ${stopsContact(OF_CALL)}
      WHERE s.id = ${stopId} AND s.live = 1 AND c.is_live = 1 AND c.direction = 'OUT' AND c.state <> 'ANSWERED'`);
    await this.endUnanswered(found, 'STOPPED');
  }

  /** A hold may be of one contact of the borrower. */
  private async isHeld(call: Unanswered): Promise<boolean> {
    const { reasons } = await this.compliance.stillAllowed({ ...call, channel: 'CALL' });
    return reasons.some(({ rule }) => rule === 'hold' || rule === 'optOut');
  }

  private async endUnanswered(found: readonly { id: number }[], reason: CallReason): Promise<void> {
    for (let from = 0; from < found.length; from += AT_ONCE) {
      const ids = found.slice(from, from + AT_ONCE).map(({ id }) => id);
      await this.uow.transact(SYSTEM, async (tx) => {
        const [calls] = await tx.read<[Call]>(lockCalls(ids));
        for (const call of calls)
          if (call.state === 'REQUESTED' || call.state === 'RINGING') this.end(tx, call, reason);
      });
    }
  }

  private async makeWithin(
    tx: Tx,
    claim: Claim<MadeCall>,
    actor: Actor,
    { callId, act, onlyRegistered, shared }: Making,
  ): Promise<Judged> {
    const [extensions, live, dialled, ...judging] = (await claim.read<object[]>(
      sql`SELECT s.supplier, s.extension_number AS extensionNumber, ${callerNumber(shared)} AS callerNumber, ${mayCall(shared)} AS mayCall
          FROM softphone s
          WHERE s.owner_id = ${actor.userId} AND s.status = 'ENABLED' FOR UPDATE`,
      sql`SELECT c.id FROM phone_call c
          WHERE c.agent_id = ${actor.userId} AND c.is_live = 1 AND (c.direction = 'OUT' OR c.state = 'ANSWERED')`,
      sql`SELECT k.phone_enc AS numberEnc, k.phone_hash AS numberHash, k.phone_mask AS numberMask FROM contact k WHERE k.id = ${act.contactId}`,
      ...this.compliance.entries(act, tx.now),
      lockCase(actor, act.caseId),
    )) as [Extension[], { id: number }[], Dialled[], ...object[][]];
    const state = (judging.pop() as CaseState[])[0];
    if (!state) throw new AppError('case.notFound');
    const earlier = claim.earlier();
    if (earlier) return { made: earlier };
    const [extension] = extensions;
    if (!extension) throw new AppError('softphone.none');
    if (onlyRegistered && !extension.mayCall)
      throw new AppError(extension.callerNumber === null ? 'call.numberMissing' : 'call.numberUnknown');
    if (live[0]) throw new AppError('call.live');
    if (!isOpen(state.status)) throw new AppError('case.closed');
    const decision = this.compliance.judge(tx, act, judging);
    if (!decision.allow) return { refused: decision };
    this.write(tx, actor, { callId, act, state, extension, dialled: dialled[0]! });
    return { made: claim.keep({ callId }) };
  }

  private write(
    tx: Tx,
    actor: Actor,
    of: { callId: number; act: ContactAttempt; state: CaseState; extension: Extension; dialled: Dialled },
  ): void {
    const { callId, act, state, extension, dialled } = of;
    tx.write(sql`
      INSERT INTO phone_call (id, direction, state, institution_id, group_id, agent_id, supplier, extension_number,
        caller_number, case_id, borrower_id, contact_id, number_enc, number_hash, number_mask, receipt_id, requested_at,
        asks)
      VALUES (${callId}, 'OUT', 'REQUESTED', ${actor.institutionId}, ${actor.groupId}, ${actor.userId},
        ${extension.supplier}, ${extension.extensionNumber}, ${extension.callerNumber}, ${state.id}, ${state.borrowerId}, ${act.contactId},
        ${dialled.numberEnc}, ${dialled.numberHash}, ${dialled.numberMask}, ${act.receiptId}, ${tx.now}, 1)`);
    const { contactId } = act;
    tx.emit('call.requested', { callId, agentId: actor.userId, caseId: state.id, contactId });
    this.behaviours.recordIn(tx, actor, callId, { type: 'DIAL', caseId: state.id, contactId });
  }

  /** Ends a call at once if the supplier was not asked for it yet; otherwise the supplier reports the end. */
  private end(tx: Tx, call: Call, reason: CallReason): void {
    if (call.hangupAt !== null) return;
    if (call.direction === 'OUT' && call.askedAt === null) {
      happenedHere(tx, call, {
        type: 'FAILED',
        at: tx.now,
        reason,
        hungUpBy: by(reason),
        by: 'US',
      });
      return;
    }
    requestHangUp(tx, call, reason);
  }
}

function by(reason: CallReason): 'AGENT' | 'SYSTEM' {
  return isForbidden(reason) ? 'SYSTEM' : 'AGENT';
}

/** All cases of their borrowers. */
function casesBeside(caseIds: readonly number[]): Statement {
  return sql`
    SELECT o.id FROM collection_case one JOIN collection_case o ON o.borrower_id = one.borrower_id
    WHERE one.id IN ${list(caseIds)}`;
}

async function own(tx: Tx, actor: Actor, callId: number): Promise<Call> {
  const [calls] = await tx.read<[Call]>(lockCall(callId));
  const call = calls[0];
  if (call?.agentId !== actor.userId) throw new AppError('call.notFound');
  if (!isLiveCall(call.state)) throw new AppError('call.over');
  return call;
}
