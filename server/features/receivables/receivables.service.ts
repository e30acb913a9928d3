import { Injectable } from '@nestjs/common';
import type {
  ReceivableState as State,
  WriteOffDecision,
  WriteOffRequest,
} from '../../../contract/money/receivables.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf } from '../../platform/auth/scope.js';
import { refuseIfTied } from '../../platform/auth/ties.js';
import { checkVersion } from '../../platform/db/changes.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { factsOf, leftOf, STATE, type ReceivableState } from '../../domain/receivables/receivable.writes.js';

interface Locked extends ReceivableState {
  version: number;
  status: State;
  askedBy: number | null;
}
interface Written {
  version: number;
}

/** The writing-off of a receivable takes two people: one asks, and another one who is not tied to them decides. */
@Injectable()
export class ReceivablesService {
  constructor(private readonly uow: UnitOfWork) {}

  /** @throws receivable.notFound, entity.changed, receivable.closed, receivable.asked, request.reused */
  ask(actor: Actor, wish: WriteOffRequest): Promise<Written> {
    return this.once(actor, 'askWriteOff', wish, (tx, state) => {
      if (state.askedBy !== null) throw new AppError('receivable.asked');
      tx.write(sql`
        UPDATE receivable SET asked_by = ${actor.userId}, asked_at = ${tx.now}, reason = ${wish.reason},
          version = version + 1 WHERE id = ${state.id}`);
      const left = leftOf(state);
      tx.emit('receivable.writeOffAsked', factsOf(state, left, left));
    });
  }

  /**
   * A refused write-off leaves the amount owed; it may be requested again.
   *
   * @throws receivable.notFound, entity.changed, receivable.closed, receivable.notAsked, receivable.own, approval.tied,
   * request.reused
   */
  decide(actor: Actor, decision: WriteOffDecision): Promise<Written> {
    return this.once(actor, 'decideWriteOff', decision, async (tx, state) => {
      const { id, askedBy } = state;
      if (askedBy === null) throw new AppError('receivable.notAsked');
      if (askedBy === actor.userId) throw new AppError('receivable.own');
      await refuseIfTied(tx, actor.userId, askedBy);
      const { approve, answer } = decision;
      const amount = leftOf(state);
      tx.write(sql`
        UPDATE receivable SET decided_by = ${actor.userId}, decided_at = ${tx.now}, answer = ${answer},
          version = version + 1 WHERE id = ${id}`);
      tx.write(
        approve
          ? sql`UPDATE receivable SET written_off = written_off + ${amount}, status = 'WRITTEN_OFF' WHERE id = ${id}`
          : sql`UPDATE receivable SET asked_by = NULL, asked_at = NULL, reason = NULL WHERE id = ${id}`,
      );
      const facts = factsOf(state, amount, approve ? 0 : amount);
      tx.emit(approve ? 'receivable.writtenOff' : 'receivable.kept', { ...facts, requestedBy: askedBy });
    });
  }

  private once(
    actor: Actor,
    act: string,
    { clientRequestId, ...body }: WriteOffRequest | WriteOffDecision,
    work: (tx: Tx, state: Locked) => Promise<void> | void,
  ): Promise<Written> {
    const { receivableId, version } = body;
    const key = [`receivable.${act}`, clientRequestId, body] as const;
    return this.uow.onceLocked<Written>(actor, key, async (tx, claim) => {
      const [[state]] = await claim.read<[Locked]>(
        sql`SELECT ${STATE}, v.version, v.status, v.asked_by AS askedBy
            FROM receivable v JOIN collection_case c ON c.id = v.case_id
            WHERE v.id = ${receivableId} AND ${casesOf(actor)} FOR UPDATE`,
      );
      if (!state) throw new AppError('receivable.notFound');
      const earlier = claim.earlier();
      if (earlier) return earlier;
      const inForce = { version: state.version, status: state.status, left: leftOf(state) };
      checkVersion(state, version, inForce);
      if (state.status !== 'OPEN') throw new AppError('receivable.closed', {}, [], { inForce });
      await work(tx, state);
      return claim.keep({ version: state.version + 1 });
    });
  }
}
