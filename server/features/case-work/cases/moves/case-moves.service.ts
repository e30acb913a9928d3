import { Injectable } from '@nestjs/common';
import type { MovedCases } from '../../../../../contract/cases/case-moves.js';
import type { ErrorKey } from '../../../../../contract/errors.js';
import { businessDay } from '../../../../../contract/shared/date.js';
import { SYSTEM, type Actor } from '../../../../platform/auth/actor.js';
import { sql } from '../../../../platform/db/sql.js';
import { UnitOfWork, type Tx, type TxActor } from '../../../../platform/db/unit-of-work.js';
import { AppError } from '../../../../platform/http/app-error.js';
import { claimRows } from '../../../../domain/loans/claiming.writes.js';
import { fallingRows, type FallingRow } from '../../../../domain/loans/due.sql.js';
import { settleUncredited } from '../../../../domain/loans/settling.writes.js';
import { ScoreCardsService } from '../../score-cards/score-cards.service.js';
import type { DayCaseRow } from '../../../../domain/score-cards/score-card.rules.js';
import {
  judgeLeave,
  type BoundCollector,
  type Move,
  type HeldCase,
} from '../../../../domain/cases/moves/move.rules.js';
import {
  collectorsOf,
  loadsOf,
  lockCases,
  promisesOf,
  type MovedPromise,
} from '../../../../domain/cases/moves/move.sql.js';
import { share, takersAmong, type LoadRow } from '../../../../domain/cases/moves/share.rules.js';
import { writeMoves, type CaseMove } from '../../../../domain/cases/moves/move.writes.js';
import { holdsContact } from '../../../../domain/contact-compliance/holds/case-holds.writes.js';
import { SHUT_GATE } from '../../../../domain/stops/forbidden.sql.js';

const BATCH = 500;

/** A person moves what is in the own scope; the system (allocation, seeds) moves anything. */
type Mover = Actor | TxActor;

export interface Assignment {
  taskIds: readonly number[];
  /** Several share the cases evenly. */
  agentIds: readonly number[];
  /** Beside taskIds: the versions a screen showed. */
  versions?: readonly number[] | undefined;
  reason?: string;
}

export type MoveRows = [HeldCase[], MovedPromise[], DayCaseRow[]];
type Judge = (state: HeldCase, now: Date) => Move | ErrorKey;
/** Further writes in the same transaction. */
type Besides = (tx: Tx, moved: readonly CaseMove[], rejected: MovedCases['rejected']) => void;

/**
 * Moves cases between collectors and out of work. Each batch is one transaction of two round trips: the cases are locked
 * and judged one by one, those that may move do so together with both collectors' days, the others are answered with
 * the reason.
 */
@Injectable()
export class CaseMovesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly scoreCards: ScoreCardsService,
  ) {}

  /** Hands cases to collectors, whether new or another's. @throws user.notFound */
  async assign(
    mover: Mover,
    { taskIds, agentIds, versions, reason }: Assignment,
    besides?: Besides,
  ): Promise<MovedCases> {
    const seen = new Map(taskIds.map((taskId, index) => [taskId, versions?.[index]]));
    return this.inBatches(taskIds, (batch) =>
      this.uow.transact(txActor(mover), async (tx) => {
        const [collectors, states, promises, days, loads = []] = await tx.read<
          [BoundCollector, HeldCase, MovedPromise, DayCaseRow, LoadRow]
        >(
          collectorsOf(mover, agentIds, tx.now),
          ...this.reads(mover, batch, tx.now, true),
          ...(agentIds.length > 1 ? [loadsOf(agentIds)] : []),
        );
        if (collectors.length < agentIds.length) throw new AppError('user.notFound');
        const takers = takersAmong(collectors, loads);
        const judge: Judge = (state, now) =>
          share(takers, state, { version: seen.get(state.id), now, person: isPerson(mover) });
        return this.move(tx, batch, [states, promises, days], judge, reason ?? null, besides);
      }),
    );
  }

  /** Takes cases from their collectors; a promise stays. */
  release(
    mover: Mover,
    taskIds: readonly number[],
    { reason = null, besides }: { reason?: string | null; besides?: Besides } = {},
  ): Promise<MovedCases> {
    return this.leave(mover, taskIds, 'released', reason, besides);
  }

  /** @throws case.notFound, case.closed */
  withdraw(mover: Mover, taskId: number, reason: string): Promise<MovedCases> {
    return this.leaveOne(mover, taskId, 'withdrawn', reason);
  }

  /**
   * A withdrawn case comes back with what is due today. One that owes nothing is settled instead, which stands although
   * the call is refused.
   *
   * @throws case.notFound, case.notAllowed, case.nothingDue
   */
  async reinstate(mover: Mover, taskId: number, reason: string): Promise<MovedCases> {
    const moved = await this.uow.transact(txActor(mover), async (tx) => {
      const [states, promises, days, falling] = await tx.read<
        [HeldCase, MovedPromise, DayCaseRow, FallingRow]
      >(
        ...this.reads(mover, [taskId], tx.now, false),
        fallingRows(sql`c.id = ${taskId} AND c.status = 'C40'`, businessDay(tx.now)),
      );
      const withdrawn = states.filter(({ status }) => status === 'C40');
      if (withdrawn.length > 0) claimRows(tx, withdrawn, falling);
      const paid = withdrawn.filter(({ amountDue }) => amountDue === 0);
      settleUncredited(tx, paid, promises);
      const judge: Judge = (state) => judgeLeave(state, 'reinstated');
      return paid.length > 0 ? null : this.move(tx, [taskId], [states, promises, days], judge, reason);
    });
    if (moved === null) throw new AppError('case.nothingDue');
    refuseIfNot(moved);
    return moved;
  }

  /** @throws case.notFound, case.closed */
  close(mover: Mover, taskId: number, reason: string): Promise<MovedCases> {
    return this.leaveOne(mover, taskId, 'closed', reason);
  }

  /** Reads for `move` and `closeWithin`: the cases locked, their promises, the collectors' days. */
  readsOf(mover: Mover, taskIds: readonly number[], now: Date) {
    return this.reads(mover, taskIds, now, false);
  }

  /** Part of another command: takes cases that it has locked from their collectors. */
  async releaseWithin(tx: Tx, taskIds: readonly number[], reason: string): Promise<MovedCases> {
    if (taskIds.length === 0) return { accepted: [], rejected: [] };
    const rows = await tx.read<[HeldCase, MovedPromise, DayCaseRow]>(
      ...this.reads(SYSTEM, taskIds, tx.now, false),
    );
    return this.move(tx, taskIds, rows, (state) => judgeLeave(state, 'released'), reason);
  }

  /** Part of another command. @throws case.notFound, case.closed */
  closeWithin(tx: Tx, taskId: number, rows: MoveRows, reason: string): void {
    const moved = this.move(tx, [taskId], rows, (state) => judgeLeave(state, 'closed'), reason);
    refuseIfNot(moved);
  }

  private async leaveOne(
    mover: Mover,
    taskId: number,
    event: 'withdrawn' | 'closed',
    reason: string,
  ): Promise<MovedCases> {
    const moved = await this.leave(mover, [taskId], event, reason);
    refuseIfNot(moved);
    return moved;
  }

  private leave(
    mover: Mover,
    taskIds: readonly number[],
    event: 'released' | 'withdrawn' | 'closed',
    reason: string | null,
    besides?: Besides,
  ): Promise<MovedCases> {
    return this.inBatches(taskIds, (batch) =>
      this.uow.transact(txActor(mover), async (tx) => {
        if (holdsContact(reason)) await tx.read(SHUT_GATE);
        const rows = await tx.read<[HeldCase, MovedPromise, DayCaseRow]>(
          ...this.reads(mover, batch, tx.now, false),
        );
        return this.move(tx, batch, rows, (state) => judgeLeave(state, event), reason, besides);
      }),
    );
  }

  private reads(mover: Mover, taskIds: readonly number[], now: Date, binds: boolean) {
    return [
      lockCases(mover, taskIds, binds),
      promisesOf(taskIds),
      this.scoreCards.entries(taskIds, now),
    ] as const;
  }

  /** Judges cases that are locked, and moves those that may. */
  move(
    tx: Tx,
    taskIds: readonly number[],
    [states, promises, days]: MoveRows,
    judge: Judge,
    reason: string | null,
    besides?: Besides,
  ): MovedCases {
    const byId = new Map(states.map((state) => [state.id, state]));
    const rejected: MovedCases['rejected'] = [];
    const moves: CaseMove[] = [];
    for (const taskId of taskIds) {
      const state = byId.get(taskId);
      const verdict = state ? judge(state, tx.now) : 'case.notFound';
      if (typeof verdict === 'string') rejected.push({ taskId, reason: verdict });
      else moves.push({ state: state!, move: verdict });
    }
    this.scoreCards.apply(tx, writeMoves(tx, moves, promises, reason), days);
    besides?.(tx, moves, rejected);
    return { accepted: moves.map(({ state }) => state.id), rejected };
  }

  private async inBatches(
    taskIds: readonly number[],
    work: (batch: number[]) => Promise<MovedCases>,
  ): Promise<MovedCases> {
    const unique = [...new Set(taskIds)];
    const moved: MovedCases = { accepted: [], rejected: [] };
    for (let start = 0; start < unique.length; start += BATCH) {
      const part = await work(unique.slice(start, start + BATCH));
      moved.accepted.push(...part.accepted);
      moved.rejected.push(...part.rejected);
    }
    return moved;
  }
}

function refuseIfNot({ rejected: [refused] }: MovedCases): void {
  if (refused) throw new AppError(refused.reason as ErrorKey);
}

export function isPerson(mover: Mover): mover is Actor {
  return 'role' in mover;
}

function txActor({ userId, requestId }: Mover): TxActor {
  return { userId, requestId };
}
