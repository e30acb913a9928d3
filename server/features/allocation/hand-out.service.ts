import { Injectable } from '@nestjs/common';
import type { ALLOCATION_STATES } from '../../../contract/team/allocation.js';
import type { MovedCases } from '../../../contract/cases/case-moves.js';
import { businessDay } from '../../../contract/shared/date.js';
import { grouped } from '../../../contract/shared/grouped.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { Database } from '../../platform/db/database.js';
import { noRead, anything, list, sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { Redis } from '../../platform/redis/redis.js';
import { Push } from '../../platform/push/push.js';
import { CaseMovesService } from '../case-work/cases/moves/case-moves.service.js';
import { Clock } from '../../platform/clock/clock.js';
import { QueuesQueries } from '../queues/queues.queries.js';
import { DaysService } from '../case-work/score-cards/days.service.js';
import { Planner } from './planner.queries.js';
import { TakeBackService } from './take-back.service.js';
import { lockRun, writesOf } from '../../domain/allocation/allocation.sql.js';
import type { ValuedPlan } from '../../domain/allocation/recovery.rules.js';

/** Cases of one collector in one transaction. */
const PART = 500;
/** Collectors who get their part at the same time: half of the writers' connections, which others need too. */
const AT_ONCE = 6;
/** How long a run counts as being carried out after its worker was last heard of. */
const ALIVE_MS = 15_000;

interface Run {
  id: number;
  institutionId: number;
  queueId: number;
  seed: number;
  status: (typeof ALLOCATION_STATES)[number];
  groupId: number | null;
}
interface Item {
  at: number;
  caseId: number;
  version: number;
}

/**
 * Carries plans out. The plan is stored whole before the first case moves; each part of a collector is one transaction
 * that moves the cases and ticks them off, so that a run that died goes on where it was, each case once. A case that has
 * changed since it was planned is skipped, with the reason.
 */
@Injectable()
export class HandOutService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly moves: CaseMovesService,
    private readonly queues: QueuesQueries,
    private readonly planner: Planner,
    private readonly takingBack: TakeBackService,
    private readonly push: Push,
    private readonly redis: Redis,
    private readonly days: DaysService,
    private readonly clock: Clock,
  ) {}

  async execute(runId: number): Promise<void> {
    const mark = () => this.redis.try((client) => client.set(aliveKey(runId), '1', 'PX', ALIVE_MS));
    await mark();
    const marking = setInterval(() => void mark(), ALIVE_MS / 3);
    try {
      await this.carryOut(runId);
    } finally {
      clearInterval(marking);
      await this.redis.try((client) => client.del(aliveKey(runId)));
    }
  }

  private async carryOut(runId: number): Promise<void> {
    const run = await this.run(runId);
    if (run?.status === 'UNDOING') return this.takingBack.carryOut(run);
    if (run?.status !== 'ASKED' && run?.status !== 'RUNNING') return;
    if (run.status === 'ASKED') await this.storePlan(run);
    const collectors = await this.database.rows<{ id: number }>(sql`
      SELECT DISTINCT agent_id AS id FROM allocation_item
      WHERE run_id = ${runId} AND agent_id IS NOT NULL AND status = 'WAITING' ORDER BY agent_id`);
    const waiting = collectors.map(({ id }) => id);
    const worker = async () => {
      for (let agentId = waiting.shift(); agentId !== undefined; agentId = waiting.shift()) {
        await this.openDay(agentId);
        await this.handTo(run, agentId);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    await this.finish(run);
  }

  /** Does what a lost job, or a worker that died, left undone. Two at one run do no harm, but each other's work again. */
  async goOn(): Promise<void> {
    const runs = await this.database.rows<{ id: number }>(sql`
      SELECT id FROM allocation_run WHERE running = 1 ORDER BY id`);
    for (const { id } of runs) {
      const alive = await this.redis.try((client) => client.exists(aliveKey(id)));
      if (!alive) await this.execute(id);
    }
  }

  private run(runId: number): Promise<Run | undefined> {
    return this.database.row<Run>(sql`
      SELECT id, institution_id AS institutionId, queue_id AS queueId, seed, status, group_id AS groupId
      FROM allocation_run WHERE id = ${runId}`);
  }

  /** One transaction, with the run locked: whoever comes second finds it stored. */
  private async storePlan(run: Run): Promise<void> {
    const queue = await this.queues.byId(run.queueId);
    const made = await this.planner.planFor(queue, run.groupId, run.seed);
    await this.uow.transact(SYSTEM, async (tx) => {
      const [locked] = await tx.read<[{ status: string }]>(lockRun(run.id));
      if (locked[0]?.status !== 'ASKED') return;
      for (const statement of writesOf(run.id, made)) {
        tx.write(statement);
        await tx.read(noRead);
      }
      tx.write(sql`
        UPDATE allocation_run SET status = 'RUNNING', planned = ${made.decisions.length - made.left},
          left_over = ${made.left}, recommended_seats = ${made.recommendedSeats}, missing_seats = ${made.missingSeats}
        WHERE id = ${run.id}`);
      const { institutionId, queueId } = run;
      tx.emit('allocation.planned', { runId: run.id, institutionId, queueId });
      if (made.left > 0) await this.tellGap(tx, run, queue.name, made);
    });
  }

  /** The queue's leaders hear of cases that nobody has room for once, and not again each minute while they stay. */
  private async tellGap(tx: Tx, run: Run, queueName: string, made: ValuedPlan): Promise<void> {
    const { id: runId, institutionId, queueId, groupId } = run;
    const [earlier, groups] = await tx.read<[{ left: number }, { id: number }]>(
      sql`
        SELECT left_over AS \`left\` FROM allocation_run
        WHERE queue_id = ${queueId} AND id <> ${runId} AND day = ${businessDay(tx.now)} AND group_id <=> ${groupId}
        ORDER BY asked_at DESC, id DESC LIMIT 1`,
      sql`
        SELECT DISTINCT group_id AS id FROM user
        WHERE queue_id = ${queueId} AND role = 'member' AND enabled = 1 AND group_id IS NOT NULL
          AND ${groupId === null ? anything : sql`group_id = ${groupId}`}
        ORDER BY group_id`,
    );
    if (earlier[0] && earlier[0].left > 0) return;
    const { left, missingSeats } = made;
    const groupIds = groups.map(({ id }) => id);
    tx.emit('allocation.gapFound', {
      ...{ runId, institutionId, queueId, queueName, left, missingSeats, groupIds },
    });
  }

  /** Opens the day first: otherwise the part would find out with its cases locked, and begin again. */
  private async openDay(agentId: number): Promise<void> {
    const day = businessDay(this.clock.now());
    if (this.days.known(agentId, day) === undefined) await this.days.open([agentId], day);
  }

  private async handTo(run: Run, agentId: number): Promise<void> {
    for (;;) {
      const items = await this.database.rows<Item>(sql`
        SELECT at, case_id AS caseId, case_version AS version FROM allocation_item
        WHERE run_id = ${run.id} AND agent_id = ${agentId} AND status = 'WAITING' ORDER BY at LIMIT ${PART}`);
      if (items.length === 0) return;
      await this.part(run, agentId, items);
    }
  }

  private async part(run: Run, agentId: number, items: readonly Item[]): Promise<void> {
    const { id: runId, institutionId, queueId } = run;
    const order = {
      taskIds: items.map(({ caseId }) => caseId),
      versions: items.map(({ version }) => version),
    };
    let totals: { cases: number; amount: number } | null = null;
    await this.moves.assign(
      SYSTEM,
      { ...order, agentIds: [agentId], reason: 'ALLOCATION' },
      (tx, moved, refused) => {
        totals = { cases: moved.length, amount: moved.reduce((sum, { state }) => sum + state.amountDue, 0) };
        for (const [reason, cases] of grouped(refused, (each) => each.reason)) skip(tx, runId, cases, reason);
        if (moved.length === 0) return;
        tick(tx, run, agentId, items);
        const { groupId } = moved[0]!.move;
        tx.emit('allocation.handedOver', {
          ...{ runId, institutionId, queueId, agentId, groupId, part: items[0]!.at },
          ...totals,
        });
      },
    );
    const data = totals as { cases: number; amount: number } | null;
    if (data && data.cases > 0)
      this.push.progress('handOut', agentId, { runId, part: items[0]!.at, ...data });
  }

  private finish({ id: runId, institutionId, queueId }: Run): Promise<void> {
    return this.uow.transact(SYSTEM, async (tx) => {
      const [runs] = await tx.read<[{ status: string }]>(lockRun(runId));
      if (runs[0]?.status !== 'RUNNING') return;
      tx.write(sql`UPDATE allocation_run SET status = 'DONE', finished_at = ${tx.now} WHERE id = ${runId}`);
      tx.emit('allocation.finished', { runId, institutionId, queueId });
    });
  }
}

const aliveKey = (runId: number) => `allocation:alive:${runId}`;

function skip(tx: Tx, runId: number, cases: MovedCases['rejected'], reason: string): void {
  const taskIds = cases.map(({ taskId }) => taskId);
  tx.write(sql`
    UPDATE allocation_item SET status = 'SKIPPED', reason = ${reason}
    WHERE run_id = ${runId} AND case_id IN ${list(taskIds)} AND status = 'WAITING'`);
}

/** Marks the part's items that were not skipped: between its ends nothing else of the collector's waits. */
function tick(tx: Tx, { id: runId }: Run, agentId: number, items: readonly Item[]): void {
  tx.write(sql`
    UPDATE allocation_item SET status = 'DONE'
    WHERE run_id = ${runId} AND agent_id = ${agentId} AND status = 'WAITING'
      AND at BETWEEN ${items[0]!.at} AND ${items.at(-1)!.at}`);
}
