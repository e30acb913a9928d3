import { createHash } from 'node:crypto';
import type { SeatState } from '../../../../contract/team/schedules.js';
import type { PlanLimits } from '../../../../contract/team/what-if.js';
import { limitsOf } from '../limits.rules.js';
import type { PersonRow, QueueRow } from './what-if.sql.js';

/** A day as it is planned now, as far as the viewer sees it. */
export class DaySchedule {
  private readonly byId: ReadonlyMap<number, PersonRow>;
  private readonly scheduled: ReadonlySet<number | null>;

  constructor(
    readonly queues: readonly QueueRow[],
    readonly people: readonly PersonRow[],
  ) {
    this.byId = new Map(people.map((person) => [person.id, person]));
    this.scheduled = new Set(people.filter(({ status }) => status).map(({ groupId }) => groupId));
  }

  queue(queueId: number): QueueRow | undefined {
    return this.queues.find((queue) => queue.queueId === queueId);
  }

  person(userId: number): PersonRow | undefined {
    return this.byId.get(userId);
  }

  /** Without a schedule of the team everybody is on duty; with one, who is not in it is not: null. */
  readonly dutyOf = (userId: number): SeatState | null => {
    const person = this.byId.get(userId);
    if (person?.works !== 1) return null;
    return person.status ?? (this.scheduled.has(person.groupId) ? null : 'ON_DUTY');
  };

  hasSchedule(groupId: number): boolean {
    return this.scheduled.has(groupId);
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
    people: schedule.people.map(({ id, queueId, groupId, works, status, version }) => {
      return [id, queueId, groupId, works, status, version];
    }),
  };
  return createHash('sha256').update(JSON.stringify(known)).digest('base64url');
}
