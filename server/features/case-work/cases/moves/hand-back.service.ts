import { Injectable } from '@nestjs/common';
import type { BoundCases } from '../../../../../contract/cases/case-moves.js';
import type { HandBackCases } from '../../../../../contract/cases/promises.js';
import type { Actor } from '../../../../platform/auth/actor.js';
import { casesOf } from '../../../../platform/auth/scope.js';
import { Database } from '../../../../platform/db/database.js';
import { Ids } from '../../../../platform/db/ids.js';
import { UnitOfWork } from '../../../../platform/db/unit-of-work.js';
import type { DayCaseRow } from '../../../../domain/score-cards/score-card.rules.js';
import { bound, keepAs } from '../../../../domain/cases/moves/binding.writes.js';
import { CaseMovesService } from './case-moves.service.js';
import { judgeHandBack, type HeldCase } from '../../../../domain/cases/moves/move.rules.js';
import { heldCases, type MovedPromise } from '../../../../domain/cases/moves/move.sql.js';

const REASON = 'BROKEN_PROMISE';

/** Cases whose promise was broken go from their collectors back to the queue; it is taken back as any unbinding is. */
@Injectable()
export class HandBackService {
  constructor(
    private readonly moves: CaseMovesService,
    private readonly uow: UnitOfWork,
    private readonly database: Database,
    private readonly ids: Ids,
  ) {}

  /** Each case is judged for itself, and those that may not go are answered with the reason. */
  async handBack(actor: Actor, body: HandBackCases): Promise<BoundCases> {
    const { preview, clientRequestId, ...filter } = body;
    const seen = new Map(filter.taskIds.map((taskId, index) => [taskId, filter.versions?.[index]]));
    const taskIds = [...seen.keys()];
    const judge = (state: HeldCase) => judgeHandBack(state, seen.get(state.id));
    if (preview) return this.judged(actor, taskIds, judge);
    const bindId = await this.ids.take();
    return this.uow.onceLocked<BoundCases>(
      actor,
      ['handBack', clientRequestId, filter],
      async (tx, claim) => {
        const rows = await claim.read<[HeldCase, MovedPromise, DayCaseRow]>(
          ...this.moves.readsOf(actor, taskIds, tx.now),
        );
        const earlier = claim.earlier();
        if (earlier) return earlier;
        const moved = this.moves.move(tx, taskIds, rows, judge, REASON, keepAs(bindId));
        return claim.keep(bound(bindId, moved));
      },
    );
  }

  /** Nothing is locked or written. */
  private async judged(
    actor: Actor,
    taskIds: readonly number[],
    judge: (state: HeldCase) => ReturnType<typeof judgeHandBack>,
  ): Promise<BoundCases> {
    const states = await this.database.rows<HeldCase>(heldCases(taskIds, casesOf(actor)));
    const byId = new Map(states.map((state) => [state.id, state]));
    const answer: BoundCases = { accepted: [], rejected: [], bindId: null };
    for (const taskId of taskIds) {
      const state = byId.get(taskId);
      const verdict = state ? judge(state) : 'case.notFound';
      if (typeof verdict === 'string') answer.rejected.push({ taskId, reason: verdict });
      else answer.accepted.push(taskId);
    }
    return answer;
  }
}
