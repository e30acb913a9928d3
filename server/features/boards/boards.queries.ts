import { Injectable } from '@nestjs/common';
import type { BoardQuery, BoardSeats, BoardSummary } from '../../../contract/boards.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { all, list, nothing, sql, type Statement } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { Presence } from '../../platform/realtime/presence.js';
import { DAY_COLUMNS } from '../score-cards/score-cards.queries.js';
import { toBoardRow, totalsOf, type SeatRow } from './board.rules.js';

const SEATS = sql`
  SELECT ${DAY_COLUMNS}, u.name, q.name AS queueName FROM collector_day d
  JOIN user u ON u.id = d.collector_id JOIN queue q ON q.id = d.queue_id
  LEFT JOIN collector_rank r ON r.collector_id = d.collector_id AND r.day = d.day`;

/** Boards are read from the rows of collector_day: one row for each collector, however many cases there are. */
@Injectable()
export class BoardsQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly presence: Presence,
  ) {}

  /** The seats of these collectors; one whose day is not open has none. */
  seatsOf(collectorIds: readonly number[], day: string): Promise<SeatRow[]> {
    return this.database.rows<SeatRow>(sql`
      ${SEATS} WHERE d.collector_id IN ${list(collectorIds)} AND d.day = ${day}`);
  }

  seatsOfGroups(groupIds: readonly number[], day: string): Promise<SeatRow[]> {
    return this.database.rows<SeatRow>(sql`
      ${SEATS} WHERE d.group_id IN ${list(groupIds)} AND d.day = ${day}`);
  }

  async summary(actor: Actor, query: BoardQuery): Promise<BoardSummary> {
    const group = await this.group(actor, query.groupId);
    const day = query.date ?? businessDay(this.clock.now());
    const [seats, hours, hoursBefore] = await Promise.all([
      this.seats(group.id, day, query.queueId),
      this.receivedByHour(group.id, day),
      this.receivedByHour(group.id, addDays(day, -1)),
    ]);
    return {
      groupId: group.id,
      groupName: group.name,
      day,
      asOf: this.clock.now().toISOString(),
      totals: totalsOf(seats),
      receivedByHour: hours,
      receivedByHourBefore: hoursBefore,
    };
  }

  async personal(actor: Actor, query: BoardQuery): Promise<BoardSeats> {
    const group = await this.group(actor, query.groupId);
    const today = businessDay(this.clock.now());
    const day = query.date ?? today;
    const seats = await this.seats(group.id, day, query.queueId);
    const online = day === today ? await this.presence.online(seats.map((seat) => seat.collectorId)) : [];
    return {
      groupId: group.id,
      day,
      asOf: this.clock.now().toISOString(),
      rows: seats.map(toBoardRow),
      online,
    };
  }

  /** 24 buckets of centavos, the hours of Mexico City. */
  async receivedByHour(groupId: number, day: string): Promise<number[]> {
    const rows = await this.database.rows<{ hour: number; receivedAmount: number }>(sql`
      SELECT hour, received_amount AS receivedAmount FROM group_hour WHERE group_id = ${groupId} AND day = ${day}`);
    const hours = new Array<number>(24).fill(0);
    for (const row of rows) hours[row.hour] = row.receivedAmount;
    return hours;
  }

  /** The groups that a person may see on a board, the own one first. */
  groups(actor: Actor): Promise<{ id: number; name: string }[]> {
    return this.database.rows(sql`
      SELECT g.id, g.name FROM admin_group g WHERE ${groupsOf(actor)} ORDER BY g.id = ${actor.groupId ?? 0} DESC, g.name`);
  }

  /** @throws request.notFound when the group does not exist for this person. */
  async group(actor: Actor, groupId: number | undefined): Promise<{ id: number; name: string }> {
    const wanted = groupId === undefined ? nothing : sql` AND g.id = ${groupId}`;
    const group = await this.database.row<{ id: number; name: string }>(sql`
      SELECT g.id, g.name FROM admin_group g WHERE ${groupsOf(actor)}${wanted} ORDER BY g.id = ${actor.groupId ?? 0} DESC, g.name
      LIMIT 1`);
    if (!group) throw new AppError('request.notFound');
    return group;
  }

  private seats(groupId: number, day: string, queueId: number | undefined): Promise<SeatRow[]> {
    const where = all([
      sql`d.group_id = ${groupId}`,
      sql`d.day = ${day}`,
      ...(queueId === undefined ? [] : [sql`d.queue_id = ${queueId}`]),
    ]);
    return this.database.rows<SeatRow>(
      sql`${SEATS} WHERE ${where} ORDER BY r.ranking IS NULL, r.ranking, u.name`,
    );
  }
}

function groupsOf(actor: Actor): Statement {
  const institution = sql`g.institution_id IN ${list(actor.institutionIds)}`;
  return actor.role === 'leader' || actor.role === 'member'
    ? all([institution, sql`g.id = ${actor.groupId ?? 0}`])
    : institution;
}
