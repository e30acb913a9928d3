import { Injectable } from '@nestjs/common';
import type {
  BoardGroup,
  BoardQuery,
  BoardSeats,
  BoardSummary,
  KeptPromises,
  RanksBefore,
} from '../../../contract/team/boards.js';
import { addDays, businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import { workingDaysBefore } from '../../../contract/shared/holidays.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { list, sql } from '../../platform/db/sql.js';
import { UncoveredQueries } from '../allocation/uncovered.queries.js';
import { PresenceQueries } from '../presence/presence.queries.js';
import { DAY_COLUMNS } from '../../domain/score-cards/day-row.sql.js';
import { cutText, NAMED } from '../../domain/boards/board-cut.rules.js';
import { BoardProductsQueries, isNarrow } from './board-products.queries.js';
import { BoardTeamsQueries } from './board-teams.queries.js';
import {
  narrowed,
  ranksBefore,
  toBoardRow,
  totalsOf,
  type SeatRow,
} from '../../domain/boards/board.rules.js';

const SEATS = sql`
  SELECT ${DAY_COLUMNS}, u.name, q.name AS queueName FROM collector_day d
  JOIN user u ON u.id = d.collector_id JOIN queue q ON q.id = d.queue_id
  LEFT JOIN collector_rank r ON r.collector_id = d.collector_id AND r.day = d.day`;

/** The newest events, beside one of the rows: one statement sees one state of both. */
const SEEN = sql`
  SELECT GROUP_CONCAT(e.id) FROM domain_event e
  WHERE e.id > (SELECT MAX(m.id) FROM domain_event m) - ${{ text: String(NAMED), params: [] }}`;

export interface Snapshot {
  rows: SeatRow[];
  cut: string | null;
}

/** Boards are read from the rows of collector_day: one row for each collector, however many cases there are. */
@Injectable()
export class BoardsQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly presence: PresenceQueries,
    private readonly teams: BoardTeamsQueries,
    private readonly products: BoardProductsQueries,
    private readonly uncovered: UncoveredQueries,
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

  seatsOfInstitutions(institutionIds: readonly number[], day: string): Promise<SeatRow[]> {
    return this.database.rows<SeatRow>(sql`
      ${SEATS} WHERE d.group_id IN (SELECT g.id FROM admin_group g WHERE g.institution_id IN ${list(institutionIds)})
        AND d.day = ${day}`);
  }

  async summary(actor: Actor, query: BoardQuery): Promise<BoardSummary> {
    const group = await this.teams.group(actor, query);
    const today = businessDay(this.clock.now());
    const day = query.date ?? today;
    const [{ rows }, hours, hoursBefore, products, uncovered] = await Promise.all([
      this.snapshot(group.id, day),
      this.receivedByHour(group.id, day),
      this.receivedByHour(group.id, addDays(day, -1)),
      this.products.products(group.id, day),
      day === today && !isNarrow(query) ? this.uncovered.ofTeam(group.id, query.queueId) : null,
    ]);
    const seats = await this.narrow(rows, group.id, day, query);
    return {
      groupId: group.id,
      groupName: group.name,
      day,
      asOf: this.clock.now().toISOString(),
      totals: totalsOf(seats),
      receivedByHour: hours,
      receivedByHourBefore: hoursBefore,
      uncovered,
      queues: queuesOf(rows),
      products,
    };
  }

  async personal(actor: Actor, query: BoardQuery): Promise<BoardSeats> {
    const group = await this.teams.group(actor, query);
    const today = businessDay(this.clock.now());
    const day = query.date ?? today;
    const { rows, cut } = await this.snapshot(group.id, day);
    const seats = await this.narrow(rows, group.id, day, query);
    const ids = seats.map((seat) => seat.collectorId);
    const [presence, kept, before] = await Promise.all([
      day === today ? this.presence.of(ids) : [],
      isNarrow(query) ? [] : this.kept(ids, day),
      this.ranksBefore(group.id, day),
    ]);
    return {
      groupId: group.id,
      day,
      asOf: this.clock.now().toISOString(),
      rows: seats.map((seat) => toBoardRow(seat, isNarrow(query))),
      presence,
      kept,
      ranksBefore: before,
      cut,
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

  /** Places of a team at the end of the working day before. */
  async ranksBefore(groupId: number, day: string): Promise<RanksBefore> {
    const before = workingDaysBefore(day, 1);
    return ranksBefore(before, await this.seatsOfGroups([groupId], before));
  }

  /** Outcomes of these collectors' promises that were judged on the day. */
  kept(collectorIds: readonly number[], day: string): Promise<KeptPromises[]> {
    return this.database.rows<KeptPromises>(sql`
      SELECT collector_id AS collectorId, CAST(SUM(status = 'KEPT') AS SIGNED) AS kept, COUNT(*) AS judged FROM promise
      WHERE collector_id IN ${list(collectorIds)} AND status IN ('KEPT', 'PARTIAL', 'BROKEN')
        AND settled_at >= ${startOfBusinessDay(day)} AND settled_at < ${startOfBusinessDay(addDays(day, 1))}
      GROUP BY collector_id ORDER BY collector_id`);
  }

  groups(actor: Actor): Promise<BoardGroup[]> {
    return this.teams.groups(actor);
  }

  /** All seats of a team, and which events are in them. */
  async snapshot(groupId: number, day: string): Promise<Snapshot> {
    const found = await this.database.rows<SeatRow & { seen: string | null }>(sql`
      SELECT seat.*, IF(ROW_NUMBER() OVER () = 1, (${SEEN}), NULL) AS seen
      FROM (${SEATS} WHERE d.group_id = ${groupId} AND d.day = ${day}) seat
      ORDER BY seat.ranking IS NULL, seat.ranking, seat.name`);
    const seen = found.find((row) => row.seen !== null)?.seen;
    return {
      rows: found.map(({ seen: _, ...row }) => row),
      cut: seen ? cutText(seen.split(',').map(Number)) : null,
    };
  }

  private async narrow(
    rows: readonly SeatRow[],
    groupId: number,
    day: string,
    query: BoardQuery,
  ): Promise<SeatRow[]> {
    const seats = rows.filter(({ queueId }) => query.queueId === undefined || queueId === query.queueId);
    if (!isNarrow(query)) return seats;
    const parts = await this.products.parts(groupId, day, query);
    return seats.map((seat) => narrowed(seat, parts.get(seat.collectorId)));
  }
}

export function queuesOf(rows: readonly SeatRow[]): { id: number; name: string }[] {
  const names = new Map(rows.map(({ queueId, queueName }) => [queueId, queueName]));
  return [...names]
    .map(([id, name]) => ({ id, name }))
    .sort((one, other) => one.name.localeCompare(other.name));
}
