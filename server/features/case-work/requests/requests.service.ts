import { Injectable } from '@nestjs/common';
import type { ComplianceRule } from '../../../../contract/contact/contact-compliance.js';
import type { DecideRequest, RequestKind, RequestState } from '../../../../contract/cases/requests.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf } from '../../../platform/auth/scope.js';
import { refuseIfTied } from '../../../platform/auth/ties.js';
import { Vault } from '../../../platform/crypto/vault.js';
import { Database } from '../../../platform/db/database.js';
import { Ids } from '../../../platform/db/ids.js';
import { sql } from '../../../platform/db/sql.js';
import { UnitOfWork, type Claim, type Tx } from '../../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../../platform/http/app-error.js';
import { NumberStopsService } from '../../stops/number-stops.service.js';
import { CaseMovesService, type MoveRows } from '../cases/moves/case-moves.service.js';
import type { HeldCase } from '../../../domain/cases/moves/move.rules.js';
import type { MovedPromise } from '../../../domain/cases/moves/move.sql.js';
import { livePromise, type LivePromise, statusChanged } from '../../../domain/cases/records/record.sql.js';
import { saveFreedom, withoutOne } from '../../contact-compliance/holds/contact-rules.service.js';
import { setAside } from '../../../domain/contact-compliance/holds/overrides.writes.js';
import { factsOf } from '../../../domain/contact-compliance/decide/facts.rules.js';
import type { ComplianceFacts } from '../../../domain/contact-compliance/decide/compliance.rules.js';
import {
  factStatements,
  type FactElements,
} from '../../../domain/contact-compliance/decide/compliance.sql.js';
import { SHUT_GATE } from '../../../domain/stops/forbidden.sql.js';
import { promisedLater } from '../../../domain/promises/promise.rules.js';
import { writePromise } from '../../../domain/promises/promise.writes.js';
import type { DayCaseRow } from '../../../domain/score-cards/score-card.rules.js';

const GRANTED_MS = 7 * 86_400_000;

interface FoundRequest {
  id: number;
  caseId: number;
  borrowerId: number;
  institutionId: number;
  groupId: number | null;
  kind: RequestKind;
  requestedBy: number;
  status: RequestState;
  version: number;
  holdId: number | null;
  amount: number | null;
  dueDate: string | null;
  rules: string | null;
}
interface Decided {
  id: number;
  version: number;
  state: RequestState;
}
/** The input of a decision, the request and all that it changes locked. */
interface Decision {
  request: FoundRequest;
  body: DecideRequest;
  facts: ComplianceFacts;
  moveRows: MoveRows;
  live: LivePromise | undefined;
  /** Sealed. */
  reason: Buffer;
  /** Ids of the rows that it makes. */
  ids: readonly number[];
}

@Injectable()
export class RequestsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly database: Database,
    private readonly moves: CaseMovesService,
    private readonly vault: Vault,
    private readonly ids: Ids,
    private readonly numbers: NumberStopsService,
  ) {}

  /**
   * A granted hold stays until the date that is given, a refused one is lifted; granted fraud closes the case; a granted
   * promise is made in the name of who asked; granted rules are set aside for a day. A number stays stopped, or is free when refused.
   *
   * @throws leaderRequest.notFound, entity.changed, guard.samePerson, approval.tied, request.invalid for an end that is over, request.reused,
   * case.closed when the case is closed already, leaderRequest.outdated and promise.* when the promise can not be made any more
   */
  async decide(actor: Actor, body: DecideRequest): Promise<Decided> {
    const found = await this.database.row<{ caseId: number; kind: RequestKind; rules: string | null }>(sql`
      SELECT c.id AS caseId, r.kind, r.rules FROM leader_request r JOIN collection_case c ON c.id = r.case_id
      WHERE r.id = ${body.requestId} AND ${casesOf(actor)}`);
    if (!found) throw new AppError('leaderRequest.notFound');
    const ids = await this.ids.takeMany(found.kind === 'PROMISE' ? 1 : rulesOf(found).length);
    const key = ['decideRequest', body.clientRequestId, body] as const;
    return this.uow.onceLocked<Decided>(actor, key, async (tx, claim) => {
      if (found.kind === 'HOLD' || found.kind === 'NUMBER') await tx.read(SHUT_GATE);
      return this.decideWithin(tx, claim, actor, found.caseId, body, ids);
    });
  }

  private async decideWithin(
    tx: Tx,
    claim: Claim<Decided>,
    actor: Actor,
    caseId: number,
    body: DecideRequest,
    ids: readonly number[],
  ): Promise<Decided> {
    const [cases, promises, days, requests, lives, ...rows] = await claim.read<
      [HeldCase, MovedPromise, DayCaseRow, FoundRequest, LivePromise, ...FactElements]
    >(
      ...this.moves.readsOf(actor, [caseId], tx.now),
      sql`
        SELECT r.id, r.case_id AS caseId, c.borrower_id AS borrowerId, c.institution_id AS institutionId,
          c.group_id AS groupId, r.kind, r.requested_by AS requestedBy, r.status, r.version,
          r.promise_amount AS amount, r.promise_date AS dueDate, r.rules,
          (SELECT h.id FROM contact_hold h WHERE h.borrower_id = c.borrower_id AND h.request_id = r.id) AS holdId
        FROM leader_request r JOIN collection_case c ON c.id = r.case_id WHERE r.id = ${body.requestId} FOR UPDATE`,
      livePromise(caseId),
      ...factStatements({ caseId, contactId: 0 }, tx.now, true),
    );
    const request = requests[0];
    const facts = factsOf(rows);
    if (!cases[0] || !request || !facts) throw new AppError('leaderRequest.notFound');
    const earlier = claim.earlier();
    if (earlier) return earlier;
    if (request.status !== 'OPEN' || request.version !== body.version)
      throw new AppError('entity.changed', {}, [], {
        inForce: { version: request.version, state: request.status },
      });
    if (request.requestedBy === actor.userId) throw new AppError('guard.samePerson');
    await refuseIfTied(tx, actor.userId, request.requestedBy);
    const reason = this.vault.seal(body.reason);
    const moveRows: MoveRows = [cases, promises, days];
    await this.carryOut(tx, { request, body, facts, moveRows, live: lives[0], reason, ids });
    const state = write(tx, request, body.grant, reason);
    return claim.keep({ id: request.id, version: request.version + 1, state });
  }

  private async carryOut(tx: Tx, decision: Decision): Promise<void> {
    const { request, body, facts, moveRows, reason } = decision;
    if (request.kind === 'NUMBER')
      return body.grant ? undefined : this.numbers.refuse(tx, request.id, reason);
    if (request.kind === 'HOLD') return endHold(tx, request, facts, body);
    if (!body.grant) return;
    if (request.kind === 'FRAUD') return this.moves.closeWithin(tx, request.caseId, moveRows, 'FRAUD');
    if (request.kind === 'PROMISE') makePromise(tx, decision);
    else waive(tx, decision);
  }
}

function rulesOf({ rules }: { rules: string | null }): ComplianceRule[] {
  return (rules?.split(',') ?? []) as ComplianceRule[];
}

function write(tx: Tx, request: FoundRequest, granted: boolean, reason: Buffer): RequestState {
  const { id, caseId, institutionId, groupId, requestedBy, kind } = request;
  const state = granted ? 'GRANTED' : 'REFUSED';
  tx.write(sql`
    UPDATE leader_request SET status = ${state}, reason_enc = ${reason}, decided_by = ${tx.actor.userId},
      decided_at = ${tx.now}, version = version + 1
    WHERE id = ${id}`);
  tx.emit('request.decided', { caseId, requestId: id, institutionId, groupId, requestedBy, kind, granted });
  return state;
}

/** In the name of who asked, who still has to have the case. */
function makePromise(tx: Tx, { request, moveRows: [[state]], live, ids }: Decision): void {
  const { caseId, requestedBy, amount, dueDate } = request;
  if (state!.ownerId !== requestedBy) throw new AppError('leaderRequest.outdated');
  const context = { now: tx.now, amountDue: state!.amountDue, reschedules: live?.reschedules ?? null };
  const { terms, statusAfter } = promisedLater({ amount, dueDate }, context, state!);
  tx.write(statusChanged(caseId, statusAfter));
  const made = { ...terms, id: ids[0]!, caseId, collectorId: requestedBy, supersedes: state!.promiseId };
  writePromise(tx, made, statusAfter);
}

function waive(tx: Tx, { request, facts, reason, ids }: Decision): void {
  const { id, caseId, borrowerId, requestedBy } = request;
  const rules = rulesOf(request);
  setAside(tx, { ids, borrowerId, caseId, rules, reason, request: { id, requestedBy } });
  saveFreedom(tx, borrowerId, { ...facts, waived: new Set([...facts.waived, ...rules]) });
}

/** The hold that came with the request gets its new end, or goes; a leader may have lifted it, or its day be over. */
function endHold(
  tx: Tx,
  request: FoundRequest,
  facts: ComplianceFacts,
  { grant, until }: DecideRequest,
): void {
  const { caseId, borrowerId, holdId } = request;
  const end = grant ? (until ? new Date(until) : new Date(tx.now.getTime() + GRANTED_MS)) : null;
  if (end !== null && end <= tx.now) throw fieldError('request.invalid', 'until');
  tx.write(sql`
    UPDATE contact_hold SET until_at = COALESCE(${end}, until_at),
      lifted_by = ${grant ? null : tx.actor.userId}, lifted_at = IF(${grant}, NULL, COALESCE(lifted_at, ${tx.now}))
    WHERE id = ${holdId}`);
  const kind = 'NO_CONTACT' as const;
  const hold = { kind, contactId: null, channel: null, until: end };
  const others = withoutOne(facts.holds, hold);
  const holds = end === null ? others : [...others, hold];
  saveFreedom(tx, borrowerId, { ...facts, holds });
  if (grant) tx.emit('contact.held', { caseId, borrowerId, contactId: null, kind });
  else tx.emit('contact.holdLifted', { caseId, borrowerId, holdId: holdId!, kind });
}
