import { Injectable } from '@nestjs/common';
import type { MovedCases } from '../../../contract/cases/case-moves.js';
import type { ErrorKey } from '../../../contract/errors.js';
import { grouped } from '../../../contract/shared/grouped.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { Database } from '../../platform/db/database.js';
import { list, sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { lockRun, RUN_UNDONE } from '../../domain/allocation/allocation.sql.js';
import { judgeLeave, type HeldCase, type Move } from '../../domain/cases/moves/move.rules.js';
import type { MovedPromise } from '../../domain/cases/moves/move.sql.js';
import type { DayCaseRow } from '../../domain/score-cards/score-card.rules.js';
import { CaseMovesService } from '../case-work/cases/moves/case-moves.service.js';

/** Cases of one collector in one transaction. */
const PART = 500;

interface Run {
  id: number;
  institutionId: number;
  queueId: number;
}
interface Item {
  at: number;
  caseId: number;
  version: number;
}
interface Before {
  id: number;
  previousOwnerId: number | null;
}

/**
 * Takes back what a run handed out, part by part as it was handed out, so that one that died goes on where it was. A case
 * that anything has happened to since stays with its collector; the others are as they were before the run.
 */
@Injectable()
export class TakeBackService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly moves: CaseMovesService,
  ) {}

  async carryOut(run: Run): Promise<void> {
    const person = await this.database.row<{ userId: number }>(sql`
      SELECT undone_by AS userId FROM allocation_run WHERE id = ${run.id}`);
    const collectors = await this.database.rows<{ id: number }>(sql`
      SELECT DISTINCT agent_id AS id FROM allocation_item
      WHERE run_id = ${run.id} AND agent_id IS NOT NULL AND status = 'DONE' ORDER BY agent_id`);
    for (const { id } of collectors) await this.from(run, id, person!.userId);
    await this.finish(run);
  }

  private async from(run: Run, agentId: number, userId: number): Promise<void> {
    for (;;) {
      const items = await this.database.rows<Item>(sql`
        SELECT at, case_id AS caseId, case_version AS version FROM allocation_item
        WHERE run_id = ${run.id} AND agent_id = ${agentId} AND status = 'DONE' ORDER BY at LIMIT ${PART}`);
      if (items.length === 0) return;
      await this.uow.transact({ userId, requestId: null }, (tx) => this.part(tx, run.id, agentId, items));
    }
  }

  private async part(tx: Tx, runId: number, agentId: number, items: readonly Item[]): Promise<void> {
    const given = new Map(items.map(({ caseId, version }) => [caseId, version]));
    const taskIds = [...given.keys()];
    const [befores, ...rows] = await tx.read<[Before, HeldCase, MovedPromise, DayCaseRow]>(
      sql`SELECT id, previous_owner_id AS previousOwnerId FROM collection_case WHERE id IN ${list(taskIds)}`,
      ...this.moves.readsOf(SYSTEM, taskIds, tx.now),
    );
    const judge = (state: HeldCase): Move | ErrorKey => {
      // Handing it out was one change.
      if (state.ownerId !== agentId || state.version !== given.get(state.id)! + 1) return 'case.changed';
      const verdict = judgeLeave(state, 'released');
      return typeof verdict === 'string' ? verdict : { ...verdict, groupId: null };
    };
    const moved = this.moves.move(tx, taskIds, rows, judge, RUN_UNDONE);
    restoreOwners(tx, befores, moved.accepted);
    settleItems(tx, runId, moved);
  }

  private finish({ id: runId, institutionId, queueId }: Run): Promise<void> {
    return this.uow.transact(SYSTEM, async (tx) => {
      const [runs] = await tx.read<[{ status: string }]>(lockRun(runId));
      if (runs[0]?.status !== 'UNDOING') return;
      tx.write(sql`UPDATE allocation_run SET status = 'UNDONE' WHERE id = ${runId}`);
      tx.emit('allocation.undone', { runId, institutionId, queueId });
    });
  }
}

/** Whoever had a case for a minute does not count as the one who knows its borrower. */
function restoreOwners(tx: Tx, befores: readonly Before[], taken: readonly number[]): void {
  const groups = grouped(
    befores.filter(({ id }) => taken.includes(id)),
    ({ previousOwnerId }) => previousOwnerId,
  );
  for (const [previousOwnerId, cases] of groups)
    tx.write(sql`
      UPDATE collection_case SET previous_owner_id = ${previousOwnerId} WHERE id IN ${list(cases.map(({ id }) => id))}`);
}

function settleItems(tx: Tx, runId: number, { accepted, rejected }: MovedCases): void {
  const kept = grouped(rejected, ({ reason }) => reason);
  const states = [
    { status: 'UNDONE', reason: null, ids: accepted },
    ...[...kept].map(([reason, of]) => ({ status: 'KEPT', reason, ids: of.map(({ taskId }) => taskId) })),
  ];
  for (const { status, reason, ids } of states)
    if (ids.length > 0)
      tx.write(sql`
        UPDATE allocation_item SET status = ${status}, reason = ${reason}
        WHERE run_id = ${runId} AND case_id IN ${list(ids)} AND status = 'DONE'`);
}
