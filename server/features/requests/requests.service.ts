import { Injectable } from '@nestjs/common';
import type { DecideRequest, RequestKind, RequestState } from '../../../contract/requests.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf } from '../../platform/auth/scope.js';
import { Vault } from '../../platform/crypto/vault.js';
import { againIfTwice, ClientRequest, type KeptRequest } from '../../platform/db/client-request.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { CaseMovesService } from '../cases/moves/case-moves.service.js';
import type { MovedCase } from '../cases/moves/move.rules.js';
import type { MovedPromise } from '../cases/moves/move.sql.js';
import { saveFreedom, withoutOne } from '../guard/contacts/contact-rules.service.js';
import { factsOf } from '../guard/facts.rules.js';
import type { GuardFacts } from '../guard/guard.rules.js';
import { factStatements, type FactElements } from '../guard/guard.sql.js';
import type { DayCaseRow } from '../score-cards/score-cards.service.js';

const GRANTED_MS = 7 * 86_400_000;

interface FoundRequest {
  id: number;
  caseId: number;
  borrowerId: number;
  institutionId: number;
  kind: RequestKind;
  requestedBy: number;
  status: RequestState;
  version: number;
  holdId: number | null;
}
interface Decided {
  id: number;
  version: number;
  state: RequestState;
}

@Injectable()
export class RequestsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly database: Database,
    private readonly moves: CaseMovesService,
    private readonly vault: Vault,
  ) {}

  /**
   * A granted hold stays until the date that is given, a refused one is lifted; granted fraud closes the case.
   *
   * @throws leaderRequest.notFound, entity.changed, guard.samePerson, request.invalid for an end that is over, request.reused,
   * case.closed when the case is closed already
   */
  async decide(actor: Actor, body: DecideRequest): Promise<Decided> {
    const found = await this.database.row<{ caseId: number }>(sql`
      SELECT c.id AS caseId FROM leader_request r JOIN collection_case c ON c.id = r.case_id
      WHERE r.id = ${body.requestId} AND ${casesOf(actor)}`);
    if (!found) throw new AppError('leaderRequest.notFound');
    return againIfTwice(() => this.uow.transact(actor, (tx) => this.once(tx, actor, found.caseId, body)));
  }

  private async once(tx: Tx, actor: Actor, caseId: number, body: DecideRequest): Promise<Decided> {
    const request = new ClientRequest<Decided>(actor, 'decideRequest', body.clientRequestId, body);
    const [cases, promises, days, requests, kept, ...rows] = await tx.read<
      [MovedCase, MovedPromise, DayCaseRow, FoundRequest, KeptRequest, ...FactElements]
    >(
      ...this.moves.readsOf(actor, [caseId], tx.now),
      sql`
        SELECT r.id, r.case_id AS caseId, c.borrower_id AS borrowerId, c.institution_id AS institutionId, r.kind,
          r.requested_by AS requestedBy, r.status, r.version,
          (SELECT h.id FROM contact_hold h WHERE h.borrower_id = c.borrower_id AND h.request_id = r.id) AS holdId
        FROM leader_request r JOIN collection_case c ON c.id = r.case_id WHERE r.id = ${body.requestId} FOR UPDATE`,
      request.kept(),
      ...factStatements({ caseId, contactId: 0 }, tx.now, true),
    );
    const asked = requests[0];
    const facts = factsOf(rows);
    if (!cases[0] || !asked || !facts) throw new AppError('leaderRequest.notFound');
    const first = request.answerIn(kept);
    if (first) return first;
    if (asked.status !== 'OPEN' || asked.version !== body.version)
      throw new AppError('entity.changed', {}, [], {
        inForce: { version: asked.version, state: asked.status },
      });
    if (asked.requestedBy === actor.userId) throw new AppError('guard.samePerson');
    if (asked.kind === 'HOLD') endHold(tx, asked, facts, body);
    else if (body.grant) this.moves.closeWithin(tx, caseId, [cases, promises, days], 'FRAUD');
    const state = this.write(tx, asked, body);
    const answer = { id: asked.id, version: asked.version + 1, state };
    request.keep(tx, answer);
    return answer;
  }

  private write(tx: Tx, asked: FoundRequest, { grant, reason }: DecideRequest): RequestState {
    const { id, caseId, institutionId, kind } = asked;
    const state = grant ? 'GRANTED' : 'REFUSED';
    tx.write(sql`
      UPDATE leader_request SET status = ${state}, reason_enc = ${this.vault.seal(reason)},
        decided_by = ${tx.actor.userId}, decided_at = ${tx.now}, version = version + 1
      WHERE id = ${id}`);
    tx.emit('request.decided', { caseId, requestId: id, institutionId, kind, granted: grant });
    return state;
  }
}

/** The hold that came with the request gets its new end, or goes; a leader may have lifted it, or its day be over. */
function endHold(tx: Tx, asked: FoundRequest, facts: GuardFacts, { grant, until }: DecideRequest): void {
  const { caseId, borrowerId, holdId } = asked;
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
