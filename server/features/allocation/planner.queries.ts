import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { businessDay, daysBetween } from '../../../contract/shared/date.js';
import { casesOfTeam } from '../../platform/auth/scope.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { anything, sql } from '../../platform/db/sql.js';
import { limitsOf, type PlannedLimits } from '../../domain/schedules/limits.rules.js';
import { plan, type Limits } from '../../domain/allocation/allocation.rules.js';
import type { PlannedCollector, Waiting } from '../../domain/allocation/least-loaded.rules.js';
import { filterOf, type LoanTraits, type StoredFilter } from '../../domain/users/work-filter.rules.js';
import { isLastPage, seatsOf, waitingAfter } from '../../domain/allocation/allocation.sql.js';
import { valued, type ValuedPlan } from '../../domain/allocation/recovery.rules.js';
import { RecoveryService } from './recovery.service.js';

type SeatRow = Omit<PlannedCollector, 'longAging' | 'filter'> &
  StoredFilter & { name: string; longAging: number };
type Queue = Limits & { id: number; institutionId: number };
type WaitingRow = Omit<Waiting, 'dpd' | 'traits' | 'takenFrom'> &
  LoanTraits & { dueDate: string; takenFrom: string | null };

const NOBODY: readonly number[] = [];

/** Makes plans of what stands in the database now; it writes nothing. */
@Injectable()
export class Planner {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly recovery: RecoveryService,
  ) {}

  /** @param groupId to whose people; null: to everybody who works the queue */
  async planFor(queue: Queue, groupId: number | null, seed: number): Promise<ValuedPlan> {
    const now = this.clock.now();
    const people = await this.database.rows<SeatRow>(seatsOf(queue.id, groupId, now));
    const planned = await this.database.row<PlannedLimits>(sql`
      SELECT per_capita_min AS perCapitaMin, per_capita_max AS perCapitaMax, min_seats AS minSeats, max_seats AS maxSeats
      FROM seat_plan WHERE day = ${businessDay(now)} AND queue_id = ${queue.id}`);
    const limits = limitsOf(queue, planned);
    const cases = await this.waiting(queue, groupId, now);
    const seats = people.map(seatOf);
    const made = await plan(seats, cases, limits, seed, setImmediate);
    const rates = await this.recovery.rates([queue.institutionId]);
    return valued(made, new Map(people.map(({ id, name }) => [id, name])), queue.id, rates);
  }

  private async waiting(queue: Queue, groupId: number | null, now: Date): Promise<Waiting[]> {
    const { id, institutionId } = queue;
    const where = groupId === null ? anything : casesOfTeam({ groupId, institutionId });
    const today = businessDay(now);
    const cases: Waiting[] = [];
    for (;;) {
      const page = await this.database.rows<WaitingRow>(waitingAfter(id, cases.at(-1)?.id ?? 0, where, now));
      for (const { dueDate, product, reloan, app, takenFrom, ...found } of page)
        cases.push({
          ...found,
          traits: { product, reloan, app },
          dpd: daysBetween(dueDate, today),
          takenFrom: takenFrom ? takenFrom.split(',').map(Number) : NOBODY,
        });
      if (isLastPage(page)) return cases;
    }
  }
}

function seatOf({ name: _, longAging, products, loanTypes, appSystems, ...seat }: SeatRow): PlannedCollector {
  const filter = filterOf({ products, loanTypes, appSystems });
  return { ...seat, longAging: longAging === 1, filter };
}
