import { Injectable } from '@nestjs/common';
import { isOpen } from '../../../../contract/codes.js';
import { COMPLIANCE_RULES } from '../../../../contract/contact/contact-compliance.js';
import type { AskLeader } from '../../../../contract/cases/requests.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Vault } from '../../../platform/crypto/vault.js';
import { Ids } from '../../../platform/db/ids.js';
import { UnitOfWork, type Claim, type Tx } from '../../../platform/db/unit-of-work.js';
import { Site } from '../../../platform/site/site.js';
import { AppError } from '../../../platform/http/app-error.js';
import {
  livePromise,
  lockCase,
  type CaseState,
  type LivePromise,
} from '../../../domain/cases/records/record.sql.js';
import { factsOf } from '../../../domain/contact-compliance/decide/facts.rules.js';
import { decide, type ComplianceFacts } from '../../../domain/contact-compliance/decide/compliance.rules.js';
import {
  factStatements,
  type FactElements,
} from '../../../domain/contact-compliance/decide/compliance.sql.js';
import { promisedLater } from '../../../domain/promises/promise.rules.js';
import { openRequest, openRequestOf, type Wish } from '../../../domain/requests/request.writes.js';

interface OpenedRequest {
  requestId: number;
}
type AskOf<Kind extends AskLeader['kind']> = Extract<AskLeader, { kind: Kind }>;

/** Requests of a collector to the leader where the product refused; nothing but the request is written. */
@Injectable()
export class AsksService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly vault: Vault,
    private readonly site: Site,
  ) {}

  /**
   * @throws case.notFound, case.closed, contact.notFound, leaderRequest.open while the case waits for such a decision,
   * leaderRequest.needless for what the person may do alone, leaderRequest.notWaivable, promise.*, request.reused
   */
  async ask(actor: Actor, body: AskLeader): Promise<OpenedRequest> {
    const requestId = await this.ids.take();
    return this.uow.onceLocked<OpenedRequest>(actor, ['askLeader', body.clientRequestId, body], (tx, claim) =>
      this.askWithin(tx, claim, actor, body, requestId),
    );
  }

  private async askWithin(
    tx: Tx,
    claim: Claim<OpenedRequest>,
    actor: Actor,
    body: AskLeader,
    requestId: number,
  ): Promise<OpenedRequest> {
    const { taskId, kind } = body;
    const contactId = kind === 'OVERRIDE' ? body.contactId : 0;
    const [cases, promises, open, ...rows] = await claim.read<
      [CaseState, LivePromise, { id: number }, ...FactElements]
    >(
      lockCase(actor, taskId),
      livePromise(taskId),
      openRequestOf(taskId, kind),
      // The contact is not made now: it is judged again when it is.
      ...factStatements({ caseId: taskId, contactId }, tx.now, false),
    );
    const state = cases[0];
    if (!state) throw new AppError('case.notFound');
    const earlier = claim.earlier();
    if (earlier) return earlier;
    if (!isOpen(state.status)) throw new AppError('case.closed');
    if (open.length > 0) throw new AppError('leaderRequest.open');
    const wish: Wish =
      body.kind === 'PROMISE'
        ? this.later(tx, actor, body, state, promises[0])
        : this.waiver(tx, actor, body, factsOf(rows));
    openRequest(tx, {
      ...state, caseId: state.id, id: requestId, kind, by: actor.userId, note: this.vault.seal(body.note), wish,
    }); // prettier-ignore
    return claim.keep({ requestId });
  }

  /** It has to be one that would be made today, but for its day. */
  private later(
    tx: Tx,
    actor: Actor,
    { promiseAmount: amount, promiseDate: dueDate }: AskOf<'PROMISE'>,
    { status, ownerId, amountDue, promiseId }: CaseState,
    live: LivePromise | undefined,
  ): Wish {
    const { terms, ownDays } = promisedLater(
      { amount, dueDate },
      { now: tx.now, amountDue, reschedules: live?.reschedules ?? null },
      { status, ownerId, promiseId },
    );
    if (ownDays || actor.permissions.has('promise:extend')) throw new AppError('leaderRequest.needless');
    return { amount: terms.amount, dueDate: terms.dueDate };
  }

  private waiver(tx: Tx, actor: Actor, { channel }: AskOf<'OVERRIDE'>, facts: ComplianceFacts | null): Wish {
    if (!facts?.contact) throw new AppError('contact.notFound');
    const { allow, reasons } = decide(facts, { channel, isOff: this.site.isChannelOff(channel) }, tx.now);
    if (allow || actor.permissions.has('guard:override')) throw new AppError('leaderRequest.needless');
    const rules = [...new Set(reasons.map(({ rule }) => rule))];
    if (rules.some((rule) => COMPLIANCE_RULES[rule] !== 'policy'))
      throw new AppError('leaderRequest.notWaivable');
    return { rules };
  }
}
