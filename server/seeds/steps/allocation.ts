import { Injectable } from '@nestjs/common';
import { CaseMovesService } from '../../features/case-work/cases/moves/case-moves.service.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import type { SeededCollector } from './people.js';
import type { Progress } from '../progress.js';
import { Random } from '../generators/random.js';

const PAGE = 20_000;
/** Cases of a manual queue that stay without a collector, so that a leader has some to bind by hand. */
const LEFT_OVER = 0.1;

@Injectable()
export class Allocation {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly cases: CaseMovesService,
  ) {}

  async morning(seed: number, collectors: readonly SeededCollector[], progress: Progress): Promise<void> {
    const byQueue = new Map<number, SeededCollector[]>();
    for (const one of collectors) byQueue.set(one.queueId, [...(byQueue.get(one.queueId) ?? []), one]);
    const manual = await this.database.rows<{ id: number }>(sql`SELECT id FROM queue WHERE type = 'MANUAL'`);
    for (const [queueId, seats] of byQueue) {
      const leftOver = manual.some(({ id }) => id === queueId) ? LEFT_OVER : 0;
      let after = 0;
      for (;;) {
        const page = await this.fresh(queueId, after);
        if (page.length === 0) break;
        after = page.at(-1)!;
        progress.assign(await this.share(new Random(seed, after), page, seats, leftOver));
      }
    }
  }

  private async fresh(queueId: number, after: number): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(sql`
      SELECT id FROM collection_case
      WHERE queue_id = ${queueId} AND status = 'C00' AND id > ${after} ORDER BY id LIMIT ${PAGE}`);
    return rows.map(({ id }) => id);
  }

  private async share(
    random: Random,
    page: readonly number[],
    seats: readonly SeededCollector[],
    leftOver: number,
  ): Promise<number> {
    const wanted = page.filter(() => !random.chance(leftOver));
    const first = random.between(0, seats.length - 1);
    const moved = await this.uow.bulk(
      seats.map(({ id: agentId }, place) => () => {
        const taskIds = wanted.filter((_, index) => (index + first) % seats.length === place);
        return this.cases.assign(SYSTEM, { taskIds, agentIds: [agentId] });
      }),
    );
    const [refused] = moved.flatMap(({ rejected }) => rejected);
    if (refused) throw new Error(`A new case was not assigned: ${refused.reason}`);
    return wanted.length;
  }
}
