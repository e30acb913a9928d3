import { Injectable } from '@nestjs/common';
import { businessDay } from '../../../../contract/shared/date.js';
import type { SeatState } from '../../../../contract/team/schedules.js';
import { WISHES, type ApplyPlan, type UndoPlan, type Wishes } from '../../../../contract/team/what-if.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { lockOne } from '../../../platform/db/changes.js';
import { Ids } from '../../../platform/db/ids.js';
import { list, sql } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { AppError } from '../../../platform/http/app-error.js';
import { AppliedPlanQueue } from '../../../domain/schedules/what-if/applied-plan-queue.entity.js';
import { AppliedPlan, type Written } from '../../../domain/schedules/what-if/applied-plan.entity.js';
import { saveSeatDays } from '../../../domain/schedules/seat-days.sql.js';
import { basisOf, DaySchedule } from '../../../domain/schedules/what-if/day-schedule.rules.js';
import { plansOf } from './plan-results.queries.js';
import { groupOf, refuseStrangers, WhatIfQueries } from './what-if.queries.js';
import {
  openDay,
  peopleOn,
  PLAN_COLUMNS,
  queuesOn,
  savePlan,
  type PersonRow,
  type PlanRow,
  type QueueRow,
} from '../../../domain/schedules/what-if/what-if.sql.js';

type Applied = { planId: number };

/**
 * Writes a what-if into the schedule, in the rows that an upload writes, and takes it back while nothing of it has changed.
 * The institution's row is the lock: before the first plan a day has no other.
 */
@Injectable()
export class PlansService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly whatIfs: WhatIfQueries,
  ) {}

  /** @throws plan.past, plan.order, queue.notFound, user.notFound, entity.changed when the basis is another one by now */
  async apply(actor: Actor, { clientRequestId, basis, ...wishes }: ApplyPlan): Promise<Applied> {
    const planId = await this.ids.take();
    return this.uow.once(actor, ['plan', clientRequestId, wishes], async (tx) => {
      const { queues } = await this.whatIfs.judged(actor, wishes);
      const schedule = await lockDay(tx, actor, wishes.day);
      refuseStrangers(schedule, wishes);
      if (basis !== undefined && basis !== basisOf(schedule))
        throw new AppError('entity.changed', {}, [], { inForce: { basis: basisOf(schedule) } });
      const written = changesOf(schedule, wishes);
      write(tx, wishes.day, written);
      const { day } = wishes;
      const { institutionId, userId: appliedBy } = actor;
      const plan = {
        id: planId,
        day,
        institutionId,
        groupId: groupOf(actor),
        appliedBy,
        appliedAt: tx.now,
      };
      await tx.manager.insert(AppliedPlan, { ...plan, written });
      const figures = queues.filter(({ queueId }) => isAbout(schedule, wishes, queueId));
      if (figures.length > 0)
        await tx.manager.insert(
          AppliedPlanQueue,
          figures.map(({ queueId, today, then }) => ({
            planId,
            queueId,
            target: wishes.queues.find((wish) => wish.queueId === queueId)?.target,
            figures: { before: today.figures, planned: then.figures },
          })),
        );
      const queueIds = figures.map(({ queueId }) => queueId);
      const people = written.people.length;
      tx.emit('seatPlan.applied', { planId, institutionId, day, queueIds, people });
      tellPeople(tx, day, written.people);
      return { planId };
    });
  }

  /** @throws plan.notFound, plan.over when it was taken back, its day is over, or something of it has changed since */
  undo(actor: Actor, { planId }: UndoPlan): Promise<void> {
    return this.uow.transact(actor, async (tx) => {
      const plan = await lockOne(tx, AppliedPlan, 'a', sql`a.id = ${planId} AND ${plansOf(actor)}`);
      if (!plan) throw new AppError('plan.notFound');
      const { day, institutionId, written } = plan;
      const schedule = await lockDay(tx, actor, day);
      if (plan.undoneAt || day < businessDay(tx.now) || !stands(schedule, written))
        throw new AppError('plan.over');
      await tx.manager.update(AppliedPlan, planId, { undoneAt: tx.now });
      await takeBack(tx, day, written);
      tx.emit('seatPlan.undone', { planId, institutionId, day });
      const back = written.people.map(({ before, after, ...person }) => ({
        ...person,
        before: after,
        after: before ?? (written.opened.includes(person.groupId) ? 'ON_DUTY' : null),
      }));
      tellPeople(tx, day, back);
    });
  }
}

/** The day as it is, which nobody changes until the command is over. */
async function lockDay(tx: Tx, actor: Actor, day: string): Promise<DaySchedule> {
  const own = list(actor.institutionIds);
  const [, , queues, people] = await tx.read<[object, object, QueueRow, PersonRow]>(
    sql`SELECT id FROM institution WHERE id IN ${own} ORDER BY id FOR UPDATE`,
    sql`SELECT user_id FROM seat_day WHERE institution_id IN ${own} AND day = ${day} FOR UPDATE`,
    queuesOn(actor, day, groupOf(actor)),
    peopleOn(actor, day),
  );
  return new DaySchedule(queues, people);
}

/** A what-if's changes of the schedule. A seat without a person becomes expected staff. */
function changesOf(schedule: DaySchedule, { queues, people }: Wishes): Written {
  const written: Written = { queues: [], people: [], opened: [] };
  for (const { queueId, seats, ...wish } of queues) {
    const row = schedule.queue(queueId)!;
    const before = planOf(row);
    const after: PlanRow = { ...before };
    if (seats !== undefined) after.expectedStaff = seats;
    for (const name of ['perCapitaMin', 'perCapitaMax', 'minSeats', 'maxSeats'] as const)
      if (wish[name] !== undefined) after[name] = wish[name];
    if (JSON.stringify(before) !== JSON.stringify(after))
      written.queues.push({ queueId, before: row.planned === 1 ? before : null, after });
  }
  for (const { userId, status } of people) {
    const { institutionId, groupId, status: before, works } = schedule.person(userId)!;
    if (works !== 1 || groupId === null || schedule.dutyOf(userId) === status) continue;
    written.people.push({ userId, institutionId, groupId, before, after: status });
    if (!schedule.hasSchedule(groupId) && !written.opened.includes(groupId)) written.opened.push(groupId);
  }
  return written;
}

function write(tx: Tx, day: string, { queues, people, opened }: Written): void {
  for (const { queueId, after } of queues) tx.write(savePlan(day, queueId, after));
  if (people.length === 0) return;
  const seats = people.map(({ after: status, ...person }) => ({ ...person, day, status }));
  tx.write(saveSeatDays(seats, tx.now));
  // One row is a schedule of the team, and all others of it would be off duty.
  if (opened.length > 0) tx.write(openDay(day, opened));
}

async function takeBack(tx: Tx, day: string, { queues, people, opened }: Written): Promise<void> {
  for (const { queueId, before } of queues)
    tx.write(
      before
        ? savePlan(day, queueId, before)
        : sql`DELETE FROM seat_plan WHERE day = ${day} AND queue_id = ${queueId}`,
    );
  const had = people.flatMap(({ before, ...person }) => (before ? [{ ...person, day, status: before }] : []));
  if (had.length > 0) tx.write(saveSeatDays(had, tx.now));
  const hadNone = people.filter(({ before }) => before === null).map(({ userId }) => userId);
  if (hadNone.length === 0) return;
  for (const groupId of opened) {
    const ofGroup = sql`day = ${day} AND user_id IN (SELECT u.id FROM user u WHERE u.group_id = ${groupId})`;
    const [others] = await tx.read<[{ userId: number }]>(sql`
      SELECT user_id AS userId FROM seat_day
      WHERE ${ofGroup} AND user_id NOT IN ${list(hadNone)} AND (version > 1 OR status <> 'ON_DUTY') LIMIT 1`);
    if (others.length === 0) tx.write(sql`DELETE FROM seat_day WHERE ${ofGroup}`);
    else tx.write(saveSeatDays(onDuty(people, groupId, day), tx.now));
  }
  const scheduled = people.filter(({ before, groupId }) => before === null && !opened.includes(groupId));
  if (scheduled.length > 0)
    tx.write(sql`
      DELETE FROM seat_day WHERE day = ${day} AND user_id IN ${list(scheduled.map(({ userId }) => userId))}`);
}

function onDuty(people: Written['people'], groupId: number, day: string) {
  return people
    .filter((person) => person.groupId === groupId)
    .map((person) => ({ ...person, day, status: 'ON_DUTY' as const }));
}

/** Whether all that a plan wrote still stands as it wrote it. */
function stands(schedule: DaySchedule, { queues, people }: Written): boolean {
  return (
    queues.every(({ queueId, after }) => {
      const row = schedule.queue(queueId);
      return row?.planned === 1 && JSON.stringify(planOf(row)) === JSON.stringify(after);
    }) && people.every(({ userId, after }) => schedule.person(userId)?.status === after)
  );
}

function planOf(row: QueueRow): PlanRow {
  return Object.fromEntries(PLAN_COLUMNS.map((column) => [column, row[column]])) as unknown as PlanRow;
}

/** The queues that a plan names, or of whose people it names one. */
function isAbout(schedule: DaySchedule, { queues, people }: Wishes, queueId: number): boolean {
  const isNamed = queues.some(
    (wish) => wish.queueId === queueId && WISHES.some((name) => wish[name] !== undefined),
  );
  return isNamed || people.some(({ userId }) => schedule.person(userId)?.queueId === queueId);
}

/** Null is off every schedule: the nearest that a day has a name for is rest. */
function tellPeople(
  tx: Tx,
  day: string,
  people: readonly {
    userId: number;
    institutionId: number;
    before: SeatState | null;
    after: SeatState | null;
  }[],
): void {
  for (const { userId, institutionId, before, after } of people)
    tx.emit('schedule.statusChanged', {
      ...{ institutionId, userId, day, before: before ?? 'REST', after: after ?? 'REST' },
    });
}
