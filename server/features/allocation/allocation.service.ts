import { Injectable } from '@nestjs/common';
import type {
  AllocationPlan,
  AskAllocation,
  DryRun,
  UndoAllocation,
} from '../../../contract/team/allocation.js';
import { businessDay } from '../../../contract/shared/date.js';
import { SYSTEM, type Actor } from '../../platform/auth/actor.js';
import { queuesOf } from '../../platform/auth/scope.js';
import { lockOne } from '../../platform/db/changes.js';
import { Clock } from '../../platform/clock/clock.js';
import { dbErrorCode } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { Queue } from '../../domain/queues/queue.entity.js';
import { QueuesQueries } from '../queues/queues.queries.js';
import { mayUndo, runsOf, type RunState } from './allocation.queries.js';
import { Planner } from './planner.queries.js';

/** Requests a plan, shows it, and has it carried out. The carrying out is in `hand-out.service.ts`. */
@Injectable()
export class AllocationService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly queues: QueuesQueries,
    private readonly planner: Planner,
  ) {}

  /** @throws queue.notFound, allocation.manual, allocation.closed */
  async dryRun(actor: Actor, { queueId, seed = 1 }: DryRun): Promise<AllocationPlan> {
    const queue = await this.queues.one(actor, queueId);
    refuseUnlessAutomatic(queue);
    const { decisions, left, recommendedSeats, missingSeats, seats } = await this.planner.planFor(
      queue,
      groupOf(actor),
      seed,
    );
    return {
      ...{ seed, left, recommendedSeats, missingSeats },
      planned: decisions.length - left,
      seats: seats.map(({ id, name, beforeAmount: _, ...seat }) => ({ agentId: id, agent: name, ...seat })),
    };
  }

  /** @throws queue.notFound, allocation.manual, allocation.closed, allocation.running while another of the queue is under way */
  async ask(actor: Actor, { clientRequestId, ...body }: AskAllocation): Promise<{ runId: number }> {
    const runId = await this.ids.take();
    return onlyOne(
      this.uow.once(actor, ['allocation', clientRequestId, body], async (tx) => {
        const queue = await lockOne(tx, Queue, 'q', sql`q.id = ${body.queueId} AND ${queuesOf(actor)}`);
        if (!queue) throw new AppError('queue.notFound');
        refuseUnlessAutomatic(queue);
        this.open(tx, { runId, queue, seed: body.seed ?? runId % 1_000_000, groupId: groupOf(actor) });
        return { runId };
      }),
    );
  }

  /** Has a run of today taken back. @throws allocation.notFound, allocation.undoOver, allocation.running */
  async undo(actor: Actor, { clientRequestId, ...body }: UndoAllocation): Promise<{ runId: number }> {
    const { runId } = body;
    return onlyOne(
      this.uow.once(actor, ['undoAllocation', clientRequestId, body], async (tx) => {
        const [[run]] = await tx.read<[RunState]>(sql`
          SELECT r.institution_id AS institutionId, r.queue_id AS queueId, r.group_id AS groupId, r.day,
            r.status AS state
          FROM allocation_run r WHERE r.id = ${runId} AND ${runsOf(actor)} FOR UPDATE`);
        if (!run) throw new AppError('allocation.notFound');
        if (!mayUndo(actor, run, tx.now)) throw new AppError('allocation.undoOver');
        tx.write(sql`
          UPDATE allocation_run SET status = 'UNDOING', undone_by = ${actor.userId}, undone_at = ${tx.now}
          WHERE id = ${runId}`);
        const { institutionId, queueId } = run;
        tx.emit('allocation.undoAsked', { runId, institutionId, queueId });
        return { runId };
      }),
    );
  }

  /** The schedule's: one run for each open automatic queue in which cases wait. @returns how many it asked for */
  async askForWaiting(): Promise<number> {
    let requested = 0;
    for (const queue of await this.queues.withWaiting()) {
      const runId = await this.ids.take();
      try {
        await this.uow.transact(SYSTEM, async (tx) => {
          await tx.read(sql`SELECT id FROM queue WHERE id = ${queue.id} FOR UPDATE`);
          this.open(tx, { runId, queue, seed: runId % 1_000_000, groupId: null });
        });
        requested += 1;
      } catch (error) {
        // A run of the queue is under way: what waits comes with the next minute.
        if (dbErrorCode(error) !== 'ER_DUP_ENTRY') throw error;
      }
    }
    return requested;
  }

  private open(
    tx: Tx,
    { runId, queue, seed, groupId }: { runId: number; queue: Queue; seed: number; groupId: number | null },
  ): void {
    const { id: queueId, institutionId } = queue;
    tx.write(sql`
      INSERT INTO allocation_run (id, institution_id, queue_id, group_id, day, seed, status, asked_by, asked_at)
      VALUES (${runId}, ${institutionId}, ${queueId}, ${groupId}, ${businessDay(this.clock.now())}, ${seed}, 'ASKED',
        ${tx.actor.userId}, ${tx.now})`);
    tx.emit('allocation.asked', { runId, institutionId, queueId });
  }
}

/** A queue has one run under way. @throws allocation.running */
async function onlyOne<Answer>(begun: Promise<Answer>): Promise<Answer> {
  try {
    return await begun;
  } catch (error) {
    if (dbErrorCode(error) === 'ER_DUP_ENTRY') throw new AppError('allocation.running');
    throw error;
  }
}

/** A leader hands out to the own group only. */
function groupOf({ role, groupId }: Actor): number | null {
  return role === 'leader' ? groupId : null;
}

function refuseUnlessAutomatic({ type, open }: Queue): void {
  if (!open) throw new AppError('allocation.closed');
  if (type !== 'AUTOMATIC') throw new AppError('allocation.manual');
}
