import { createHash } from 'node:crypto';
import type { SeatState } from '../../../../contract/schedules.js';
import type { PlanLimits } from '../../../../contract/what-if.js';
import { limitsOf } from '../limits.rules.js';
import type { PersonRow, QueueRow } from './what-if.sql.js';

/** A day as it is planned now, as far as the viewer sees it. */
export class DaySchedule {
  private readonly byId: ReadonlyMap<number, PersonRow>;
  private readonly scheduled: ReadonlySet<number>;

  constructor(
    readonly queues: readonly QueueRow[],
    readonly people: readonly PersonRow[],
    scheduled: readonly { id: number }[],
  ) {
    this.byId = new Map(people.map((person) => [person.id, person]));
    this.scheduled = new Set(scheduled.map(({ id }) => id));
  }

  queue(queueId: number): QueueRow | undefined {
    return this.queues.find((queue) => queue.queueId === queueId);
  }

  person(userId: number): PersonRow | undefined {
    return this.byId.get(userId);
  }

  /** Without a schedule of the institution everybody is on duty; with one, who is not in it is not: null. */
  readonly dutyOf = (userId: number): SeatState | null => {
    const person = this.byId.get(userId);
    if (person?.works !== 1) return null;
    return person.status ?? (this.scheduled.has(person.institutionId) ? null : 'ON_DUTY');
  };

  hasSchedule(institutionId: number): boolean {
    return this.scheduled.has(institutionId);
  }

  get scheduledIds(): number[] {
    return [...this.scheduled].sort((one, other) => one - other);
  }
}

/** The limits of a queue's day: the plan's where it names them, else the queue's own. */
export function limitsOn(queue: QueueRow): PlanLimits {
  const { qPerCapitaMin, qPerCapitaMax, qSeatsMin, qSeatsMax } = queue;
  const own = {
    ...{ perCapitaMin: qPerCapitaMin, perCapitaMax: qPerCapitaMax },
    ...{ seatsMin: qSeatsMin, seatsMax: qSeatsMax },
  };
  const { seatsMin, seatsMax, ...perCapita } = limitsOf(own, queue);
  return { ...perCapita, minSeats: seatsMin, maxSeats: seatsMax };
}

/** Another one as soon as a limit, a plan or anybody's day has changed. */
export function basisOf(schedule: DaySchedule): string {
  const known = {
    queues: schedule.queues,
    people: schedule.people.map(({ id, queueId, works, status, version }) => [
      id,
      queueId,
      works,
      status,
      version,
    ]),
    scheduled: schedule.scheduledIds,
  };
  return createHash('sha256').update(JSON.stringify(known)).digest('base64url');
}
