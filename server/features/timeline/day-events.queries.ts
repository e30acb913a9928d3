import { Injectable } from '@nestjs/common';
import { addDays, businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import type { DayEvent, DayEvents, DayEventsQuery, TimelineEntry } from '../../../contract/cases/timeline.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf, peopleOf } from '../../platform/auth/scope.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { all, list, sql, type Statement } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { dayEventsOf, edgesOf, totalOf, type Edges } from '../../domain/timeline/day-events.sql.js';
import { namesOfKind, TimelineEntries, type EventRecord } from './timeline-entries.queries.js';

type About = NonNullable<DayEvent['about']>;
type Found = EventRecord & { caseId: number | null } & (About | Record<keyof About, null>);

/** A collector's day as the log tells it, found by the cases that the day names: it costs as the day does, not as the log. */
@Injectable()
export class DayEventsQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly entries: TimelineEntries,
  ) {}

  /** @throws user.notFound for who is no collector, or none of the viewer's */
  async events(actor: Actor, query: DayEventsQuery): Promise<DayEvents> {
    const { collectorId, size } = query;
    const day = query.date ?? businessDay(this.clock.now());
    const [person, { found, total }] = await Promise.all([
      this.database.row<Pick<DayEvents, 'name' | 'groupId'>>(sql`
        SELECT u.name, u.group_id AS groupId FROM user u WHERE u.role = 'member' AND u.id = ${collectorId} AND ${peopleOf(actor)}`),
      this.page(actor, query, day),
    ]);
    if (!person) throw new AppError('user.notFound');
    const shown = found.slice(0, size);
    const entries = await this.entries.of(shown);
    return {
      ...{ collectorId, day, ...person, total },
      result: entries.map((entry, index) => toEvent(entry, shown[index]!)),
      next: found.length > size ? shown.at(-1)!.id : null,
    };
  }

  /** One event more than is shown, and with the first page what all are. */
  private async page(
    actor: Actor,
    { collectorId, kind, before, size }: DayEventsQuery,
    day: string,
  ): Promise<{ found: Found[]; total: DayEvents['total'] }> {
    const from = startOfBusinessDay(day);
    const to = startOfBusinessDay(addDays(day, 1));
    const edges = await this.database.row<Edges>(edgesOf(from, to));
    if (!edges?.first || !edges.last) return { found: [], total: before ? null : { events: 0, received: 0 } };
    const which: Statement[] = [
      sql`e.id >= ${edges.first} AND e.id <= ${Math.min(edges.last, (before ?? Infinity) - 1)}
        AND e.recorded_at >= ${from} AND e.recorded_at < ${to}`,
      ...(kind ? [sql`e.name IN ${list(namesOfKind(kind))}`] : []),
    ];
    const ids = dayEventsOf(collectorId, { day, from, to }, all(which));
    const [found, total] = await Promise.all([
      this.eventsAmong(actor, ids, size),
      before ? null : this.database.row<NonNullable<DayEvents['total']>>(totalOf(collectorId, ids)),
    ]);
    return { found, total: total ?? null };
  }

  private eventsAmong(actor: Actor, ids: Statement, size: number): Promise<Found[]> {
    return this.database.rows<Found>(sql`
      SELECT e.id, e.name, e.actor_id AS actorId, e.payload, e.effective_at AS effectiveAt, e.recorded_at AS recordedAt,
        e.case_id AS caseId, c.id AS taskId, c.loan_no AS loanId, c.borrower_name AS borrowerName
      FROM (${ids} ORDER BY id DESC LIMIT ${String(size + 1)}) found
      STRAIGHT_JOIN domain_event e ON e.id = found.id
      LEFT JOIN collection_case c ON c.id = e.case_id AND ${casesOf(actor)}
      ORDER BY e.id DESC`);
  }
}

/** For a case that has moved to somebody else only the fact and the time of an event are shown. */
function toEvent(entry: TimelineEntry, { caseId, taskId, loanId, borrowerName }: Found): DayEvent {
  if (taskId !== null) return { ...entry, about: { taskId, loanId, borrowerName } };
  if (caseId === null) return { ...entry, about: null };
  return { ...entry, facts: {}, people: {}, before: null, after: null, about: null };
}
