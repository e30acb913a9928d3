import { Injectable } from '@nestjs/common';
import type {
  PresenceListQuery,
  PresenceNow,
  PresenceRow,
  PresenceTimeline,
  PresenceTimelineQuery,
} from '../../../contract/team/presence.js';
import { addDays, businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import type { Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { cappedTotal } from '../../platform/db/lists/capped-counts.js';
import { all, list, sql } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { segmentsOf, totalsOf, type PresenceChange } from '../../domain/presence/presence.rules.js';

const ORDERS = {
  name: { asc: sql`u.name, u.id`, desc: sql`u.name DESC, u.id DESC` },
  since: { asc: sql`p.since, u.id`, desc: sql`p.since DESC, u.id DESC` },
};

type Person = Pick<PresenceTimeline, 'collectorId' | 'name' | 'groupId'>;

@Injectable()
export class PresenceQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Availability of the collectors who have ever been here. */
  of(collectorIds: readonly number[]): Promise<PresenceNow[]> {
    return this.database.wireRows<PresenceNow>(sql`
      SELECT collector_id AS collectorId, state, since FROM presence
      WHERE collector_id IN ${list(collectorIds)}`);
  }

  /** `presence/list` */
  async list(actor: Actor, query: PresenceListQuery): Promise<Page<PresenceRow>> {
    const { page, size, sort, order, groupId, state } = query;
    const found = sql`
      FROM user u LEFT JOIN presence p ON p.collector_id = u.id
      LEFT JOIN admin_group g ON g.id = u.group_id LEFT JOIN queue q ON q.id = u.queue_id
      WHERE u.role = 'member' AND u.enabled = 1 AND ${all([
        peopleOf(actor),
        ...(groupId === undefined ? [] : [sql`u.group_id = ${groupId}`]),
        ...(state === undefined ? [] : [sql`COALESCE(p.state, 'AWAY') = ${state}`]),
      ])}`;
    const [result, totalCount] = await Promise.all([
      this.database.wireRows<PresenceRow>(sql`
        SELECT u.id AS collectorId, u.name, u.group_id AS groupId, g.name AS groupName, q.name AS queueName,
          COALESCE(p.state, 'AWAY') AS state, p.since
        ${found} ORDER BY ${sort ? ORDERS[sort][order] : ORDERS.name.asc}
        LIMIT ${String((page - 1) * size)}, ${String(size)}`),
      cappedTotal(this.database, found),
    ]);
    return { result, totalCount };
  }

  /** `presence/timeline`. @throws user.notFound for who is no collector, or none of the viewer's. */
  async timeline(actor: Actor, query: PresenceTimelineQuery): Promise<PresenceTimeline> {
    const now = this.clock.now();
    const day = query.date ?? businessDay(now);
    const person = await this.database.row<Person>(sql`
      SELECT u.id AS collectorId, u.name, u.group_id AS groupId FROM user u
      WHERE u.role = 'member' AND u.id = ${query.collectorId ?? actor.userId} AND ${peopleOf(actor)}`);
    if (!person) throw new AppError('user.notFound');
    const segments = segmentsOf(await this.changes(person.collectorId, day), day, now);
    return { ...person, day, asOf: now.toISOString(), segments, totals: totalsOf(segments, now) };
  }

  private changes(collectorId: number, day: string): Promise<PresenceChange[]> {
    const [from, to] = [startOfBusinessDay(day), startOfBusinessDay(addDays(day, 1))];
    return this.database.rows<PresenceChange>(sql`
      (SELECT state, since FROM presence_change WHERE collector_id = ${collectorId} AND since < ${from}
       ORDER BY since DESC LIMIT 1)
      UNION ALL
      (SELECT state, since FROM presence_change
       WHERE collector_id = ${collectorId} AND since >= ${from} AND since < ${to})
      ORDER BY since`);
  }
}
