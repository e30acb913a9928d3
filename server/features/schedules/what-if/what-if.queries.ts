import { Injectable } from '@nestjs/common';
import { businessDay } from '../../../../contract/shared/date.js';
import type { SeatState } from '../../../../contract/team/schedules.js';
import type {
  WhatIf,
  WhatIfPerson,
  WhatIfQuery,
  WhatIfQueue,
  Wishes,
} from '../../../../contract/team/what-if.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import type { Statement } from '../../../platform/db/sql.js';
import { AppError, fieldError } from '../../../platform/http/app-error.js';
import type { RecoveryRates } from '../../../domain/allocation/recovery.rules.js';
import { RecoveryService } from '../../allocation/recovery.service.js';
import type { Indicator } from '../../../domain/score-cards/target.rules.js';
import { basisOf, DaySchedule, limitsOn } from '../../../domain/schedules/what-if/day-schedule.rules.js';
import {
  figuresOf,
  wishedLimits,
  type CaseGroup,
  type PlanSeat,
  type QueueDay,
} from '../../../domain/schedules/what-if/what-if.rules.js';
import {
  freshOn,
  groupsOn,
  indicatorsOn,
  othersOn,
  peopleOn,
  queuesOn,
  type PersonRow,
  type QueueRow,
} from '../../../domain/schedules/what-if/what-if.sql.js';

const SHOWN_PEOPLE = 50;

type OfQueue<Row> = Row & { queueId: number };
type GroupRow = OfQueue<CaseGroup> & { given: number };
type OtherRow = OfQueue<Omit<PlanSeat, 'given' | 'longAging'>> & { longAging: number };

/** Figures of a day under another plan. It reads counts by stratum, never single cases. */
@Injectable()
export class WhatIfQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly recovery: RecoveryService,
  ) {}

  /** @throws plan.past, plan.order (fields), queue.notFound, user.notFound for whom the viewer does not see */
  async whatIf(actor: Actor, { queueId, name = '', ...wishes }: WhatIfQuery): Promise<WhatIf> {
    const { schedule, queues, groups } = await this.judged(actor, wishes);
    const owned = new Map<number, number>();
    for (const { ownerId, cases } of groups)
      if (ownerId !== null) owned.set(ownerId, (owned.get(ownerId) ?? 0) + cases);
    const then = changedDuty(schedule, wishes);
    const beginning = name.toLowerCase();
    const people = schedule.people.filter(
      (person) =>
        person.works === 1 &&
        queues.some((queue) => queue.queueId === person.queueId) &&
        (queueId === undefined || person.queueId === queueId) &&
        [person.name, person.username].some((each) => each.toLowerCase().startsWith(beginning)),
    );
    return {
      day: wishes.day,
      basis: basisOf(schedule),
      queues,
      people: people.slice(0, SHOWN_PEOPLE).map((person): WhatIfPerson => ({
        userId: person.id,
        ...{ name: person.name, username: person.username, tenureDays: person.tenureDays },
        queueId: person.queueId!,
        today: schedule.dutyOf(person.id),
        then: then(person.id),
        cases: owned.get(person.id) ?? 0,
      })),
      peopleCount: people.length,
    };
  }

  /** The figures of each queue, as planned and as wished, and the schedule that they rest on. */
  async judged(
    actor: Actor,
    wishes: Wishes,
  ): Promise<{ schedule: DaySchedule; queues: WhatIfQueue[]; groups: GroupRow[] }> {
    const { day } = wishes;
    if (day < businessDay(this.clock.now())) throw fieldError('plan.past', 'day');
    const schedule = await this.schedule(actor, day);
    refuseStrangers(schedule, wishes);
    const queueIds = schedule.queues.map(({ queueId }) => queueId);
    const isLeader = actor.role === 'leader';
    const owners = isLeader ? schedule.people.map(({ id }) => id) : null;
    const then = changedDuty(schedule, wishes);
    const absent = schedule.people.filter(
      ({ id }) => schedule.dutyOf(id) === 'ABSENT' || then(id) === 'ABSENT',
    );
    const [groups, fresh, others, indicators, rates] = await Promise.all([
      this.rowsIf<GroupRow>(queueIds.length > 0, () => groupsOn(day, queueIds, owners)),
      this.rowsIf<OfQueue<CaseGroup>>(absent.length > 0, () =>
        freshOn(
          day,
          queueIds,
          absent.map(({ id }) => id),
        ),
      ),
      this.rowsIf<OtherRow>(isLeader && queueIds.length > 0, () => othersOn(actor, day, queueIds)),
      this.database.rows<Indicator>(indicatorsOn(day)),
      this.recovery.rates(actor.institutionIds),
    ]);
    const known = { schedule, wishes, then, groups, fresh, others, indicators, rates };
    const queues = schedule.queues.map((queue) => sidesOf(queue, known));
    return { schedule, queues, groups };
  }

  private async schedule(actor: Actor, day: string): Promise<DaySchedule> {
    const [queues, people] = await Promise.all([
      this.database.rows<QueueRow>(queuesOn(actor, day, groupOf(actor))),
      this.database.rows<PersonRow>(peopleOn(actor, day)),
    ]);
    return new DaySchedule(queues, people);
  }

  private rowsIf<Row extends object>(isNeeded: boolean, statement: () => Statement): Promise<Row[]> {
    return isNeeded ? this.database.rows<Row>(statement()) : Promise.resolve([]);
  }
}

/** A leader plans for the own group. */
export function groupOf({ role, groupId }: Actor): number | null {
  return role === 'leader' ? groupId : null;
}

/** @throws queue.notFound, user.notFound */
export function refuseStrangers(schedule: DaySchedule, { queues, people }: Wishes): void {
  if (queues.some(({ queueId }) => !schedule.queue(queueId))) throw new AppError('queue.notFound');
  if (people.some(({ userId }) => !schedule.person(userId))) throw new AppError('user.notFound');
}

function changedDuty(schedule: DaySchedule, { people }: Wishes): (userId: number) => SeatState | null {
  const changed = new Map(people.map(({ userId, status }) => [userId, status]));
  return (userId) => {
    const person = schedule.person(userId);
    if (person?.works !== 1) return schedule.dutyOf(userId);
    return changed.get(userId) ?? schedule.dutyOf(userId);
  };
}

interface Known {
  schedule: DaySchedule;
  wishes: Wishes;
  then: (userId: number) => SeatState | null;
  groups: readonly GroupRow[];
  fresh: readonly OfQueue<CaseGroup>[];
  others: readonly OtherRow[];
  indicators: readonly Indicator[];
  rates: RecoveryRates;
}

/** @throws plan.order */
function sidesOf(queue: QueueRow, { schedule, wishes, then, ...known }: Known): WhatIfQueue {
  const { queueId, queueName, institutionId } = queue;
  const { indicators, rates } = known;
  const mine = <Row extends { queueId: number }>(rows: readonly Row[]) =>
    rows.filter((row) => row.queueId === queueId);
  const groups = mine(known.groups);
  const others = mine(known.others).map((seat): PlanSeat => ({
    ...seat,
    longAging: seat.longAging === 1,
    given: 0,
  }));
  const day: QueueDay = {
    ...{ queueId, institutionId, indicators, rates, others, groups },
    fresh: mine(known.fresh),
    expectedCases: queue.caseAllocation ?? queue.plannedCases,
  };
  const given = givenOf(groups);
  const seatsOf = (dutyOf: (id: number) => SeatState | null) =>
    schedule.people
      .filter((person) => person.queueId === queueId && dutyOf(person.id) === 'ON_DUTY')
      .map((person) => seatOf(person, given.get(person.id) ?? 0));
  const planned = limitsOn(queue);
  const wish = wishes.queues.find((each) => each.queueId === queueId) ?? { queueId };
  const { limits, wrong } = wishedLimits(planned, wish);
  if (wrong) throw fieldError('plan.order', wrong);
  const today = { limits: planned, dutyOf: schedule.dutyOf, wanted: null, target: queue.target };
  const wished = { limits, dutyOf: then, wanted: wish.seats ?? null, target: wish.target ?? queue.target };
  return {
    ...{ queueId, queueName },
    otherSeats: others.reduce((sum, { heads }) => sum + heads, 0),
    today: { limits: planned, figures: figuresOf(day, { ...today, seats: seatsOf(today.dutyOf) }) },
    then: { limits, figures: figuresOf(day, { ...wished, seats: seatsOf(then) }) },
  };
}

function givenOf(groups: readonly GroupRow[]): Map<number, number> {
  const given = new Map<number, number>();
  for (const group of groups)
    if (group.ownerId !== null) given.set(group.ownerId, (given.get(group.ownerId) ?? 0) + group.given);
  return given;
}

function seatOf({ tenureDays, longAging }: PersonRow, given: number): PlanSeat {
  return { tenureDays, longAging: longAging === 1, given, heads: 1 };
}
