import { Injectable } from '@nestjs/common';
import {
  takersOf,
  UNDO_MS,
  type AssignCases,
  type BindingPreview,
  type BoundCases,
  type MovedCases,
  type PreviewBinding,
} from '../../../../../contract/cases/case-moves.js';
import type { ErrorKey } from '../../../../../contract/errors.js';
import { SYSTEM, type Actor } from '../../../../platform/auth/actor.js';
import { casesToBind } from '../../../../platform/auth/scope.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/db/database.js';
import { Ids } from '../../../../platform/db/ids.js';
import { sql } from '../../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../../platform/db/unit-of-work.js';
import { AppError } from '../../../../platform/http/app-error.js';
import type { DayCaseRow } from '../../../../domain/score-cards/score-card.rules.js';
import { bound, keepAs } from '../../../../domain/cases/moves/binding.writes.js';
import { CaseMovesService } from './case-moves.service.js';
import {
  judgeAssign,
  judgeLeave,
  type BoundCollector,
  type Move,
  type HeldCase,
} from '../../../../domain/cases/moves/move.rules.js';
import {
  collectorsOf,
  heldCases,
  loadsOf,
  type MovedPromise,
} from '../../../../domain/cases/moves/move.sql.js';
import { share, takersAmong, type LoadRow } from '../../../../domain/cases/moves/share.rules.js';

interface BoundCase {
  caseId: number;
  ownerId: number | null;
  groupId: number | null;
  version: number;
}

/** A leader's binding and unbinding: seen before it is done, and taken back for a while. */
@Injectable()
export class BindingsService {
  constructor(
    private readonly moves: CaseMovesService,
    private readonly uow: UnitOfWork,
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** @throws user.notFound */
  async bind(actor: Actor, body: AssignCases): Promise<BoundCases> {
    const bindId = await this.ids.take();
    const { taskIds, versions } = body;
    const assignment = { taskIds, versions, agentIds: [...new Set(takersOf(body))] };
    return bound(bindId, await this.moves.assign(actor, assignment, keepAs(bindId)));
  }

  async unbind(actor: Actor, taskIds: readonly number[]): Promise<BoundCases> {
    const bindId = await this.ids.take();
    return bound(bindId, await this.moves.release(actor, taskIds, { besides: keepAs(bindId) }));
  }

  /** Previews `bind`. Nothing is locked or written. @throws user.notFound */
  async preview(actor: Actor, body: PreviewBinding): Promise<BindingPreview> {
    const { taskIds } = body;
    const agentIds = [...new Set(takersOf(body))];
    const now = this.clock.now();
    const [collectors, states, loads] = await Promise.all([
      this.database.rows<BoundCollector>(collectorsOf(actor, agentIds, now, false)),
      this.database.rows<HeldCase>(heldCases(taskIds, casesToBind(actor))),
      this.database.rows<LoadRow>(loadsOf(agentIds)),
    ]);
    if (collectors.length < agentIds.length) throw new AppError('user.notFound');
    const byId = new Map(states.map((state) => [state.id, state]));
    const takers = takersAmong(collectors, loads);
    const preview: BindingPreview = { accepted: [], rejected: [], collectors: [] };
    for (const taskId of new Set(taskIds)) {
      const state = byId.get(taskId);
      const verdict = state
        ? share(takers, state, { version: undefined, now, person: true })
        : 'case.notFound';
      if (typeof verdict === 'string') preview.rejected.push({ taskId, reason: verdict });
      else preview.accepted.push(taskId);
    }
    const ofId = new Map(takers.map(({ collector, before, after }) => [collector.id, { before, after }]));
    preview.collectors = agentIds.map((agentId) => ({ agentId, ...ofId.get(agentId)! }));
    return preview;
  }

  /**
   * Gives each case back to whom it was taken from, or to nobody. A case that has changed since stays where it is.
   *
   * @throws binding.notFound for another's, binding.over after UNDO_MS or the second time
   */
  undo(actor: Actor, bindId: number): Promise<MovedCases> {
    return this.uow.transact(actor, async (tx) => {
      const [bindings, bound] = await tx.read<[{ boundAt: Date; undoneAt: Date | null }, BoundCase]>(
        sql`
          SELECT bound_at AS boundAt, undone_at AS undoneAt FROM binding
          WHERE id = ${bindId} AND bound_by = ${actor.userId} FOR UPDATE`,
        sql`
          SELECT case_id AS caseId, owner_id AS ownerId, group_id AS groupId, version FROM binding_case
          WHERE binding_id = ${bindId} ORDER BY case_id`,
      );
      const [binding] = bindings;
      if (!binding) throw new AppError('binding.notFound');
      if (binding.undoneAt || tx.now.getTime() - binding.boundAt.getTime() > UNDO_MS)
        throw new AppError('binding.over');
      tx.write(sql`UPDATE binding SET undone_at = ${tx.now} WHERE id = ${bindId}`);
      return this.giveBack(tx, actor, bound);
    });
  }

  private async giveBack(tx: Tx, actor: Actor, bound: readonly BoundCase[]): Promise<MovedCases> {
    const taskIds = bound.map(({ caseId }) => caseId);
    const owners = bound.flatMap(({ ownerId }) => (ownerId === null ? [] : [ownerId]));
    const [collectors, ...rows] = await tx.read<[BoundCollector, HeldCase, MovedPromise, DayCaseRow]>(
      collectorsOf(SYSTEM, owners, tx.now),
      ...this.moves.readsOf(actor, taskIds, tx.now),
    );
    const before = new Map(bound.map((each) => [each.caseId, each]));
    const byId = new Map(collectors.map((collector) => [collector.id, collector]));
    const judge = (state: HeldCase, now: Date): Move | ErrorKey => {
      const { ownerId, groupId, version } = before.get(state.id)!;
      if (state.version !== version) return 'case.changed';
      const verdict =
        ownerId === null
          ? judgeLeave(state, 'released')
          : judgeAssign(state, byId.get(ownerId)!, { version, now, person: false });
      return typeof verdict === 'string' ? verdict : { ...verdict, groupId };
    };
    return this.moves.move(tx, taskIds, rows, judge, 'UNDO');
  }
}
