import { Injectable } from '@nestjs/common';
import type { BoardReplay, ReplayQuery } from '../../../contract/team/boards.js';
import type { AnyEvent, DomainEvent } from '../../../contract/events/events.js';
import { addDays, businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';
import { REPLAYED } from '../../domain/replay/replay.rules.js';
import { asOf, isWithin, minuteCut, readCut, type Cut } from '../../domain/boards/board-cut.rules.js';
import { BoardProductsQueries, isNarrow } from './board-products.queries.js';
import { projectBoard, projectKept, type JudgedPromise } from '../../domain/boards/board-replay.rules.js';
import { BoardTeamsQueries } from './board-teams.queries.js';
import { BoardsQueries, queuesOf } from './boards.queries.js';
import { narrowed, toBoardRow, totalsOf } from '../../domain/boards/board.rules.js';

type Logged = Pick<DomainEvent, 'id' | 'name' | 'recordedAt'> & { payload: string };

/**
 * A team's board at any minute, from the event log alone. Who is on the team that day and which cases its people had to do
 * with is read from their days, so that of all events of the day only the team's are taken out of the database.
 */
@Injectable()
export class BoardReplayQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly boards: BoardsQueries,
    private readonly teams: BoardTeamsQueries,
    private readonly products: BoardProductsQueries,
  ) {}

  /** @throws board.minute, board.minuteAhead, request.notFound */
  async replay(actor: Actor, query: ReplayQuery): Promise<BoardReplay> {
    const now = this.clock.now();
    const day = query.date ?? businessDay(now);
    const cut = query.cut === undefined ? minuteCut(query.minute!, day, now) : readCut(query.cut, day);
    const group = await this.teams.group(actor, query);
    const { rows: seats } = await this.boards.snapshot(group.id, day);
    const ids = seats.map((seat) => seat.collectorId);
    const [events, promises, only, hoursBefore, products, before] = await Promise.all([
      this.events(ids, day, cut),
      this.promises(ids, day, cut),
      isNarrow(query) ? this.products.casesOf(ids, day, query) : null,
      this.boards.receivedByHour(group.id, addDays(day, -1)),
      this.products.products(group.id, day),
      this.boards.ranksBefore(group.id, day),
    ]);
    const { rows, hours } = projectBoard(day, seats, events, only);
    const shown = rows
      .filter(({ queueId }) => query.queueId === undefined || queueId === query.queueId)
      .map((row) => (only ? narrowed(row, row) : row));
    const shownIds = new Set(shown.map(({ collectorId }) => collectorId));
    const stamp = { groupId: group.id, day, asOf: asOf(cut, now).toISOString() };
    return {
      summary: {
        ...stamp,
        groupName: group.name,
        totals: totalsOf(shown),
        receivedByHour: hours,
        receivedByHourBefore: hoursBefore,
        uncovered: null,
        queues: queuesOf(seats),
        products,
      },
      seats: {
        ...stamp,
        rows: shown.map((row) => toBoardRow(row, only !== null)),
        presence: [],
        kept: only ? [] : projectKept(day, promises).filter(({ collectorId }) => shownIds.has(collectorId)),
        ranksBefore: before,
        cut: query.cut ?? null,
      },
      events: events.length,
    };
  }

  private async events(collectorIds: readonly number[], day: string, cut: Cut): Promise<AnyEvent[]> {
    if (collectorIds.length === 0) return [];
    const people = list(collectorIds);
    // Ids follow the clock nearly always, so the day's are few of a case's: its others are passed over in the index.
    const bounds = await this.database.row<{ first: number | null; last: number | null }>(sql`
      SELECT MIN(e.id) AS first, MAX(e.id) AS last FROM domain_event e FORCE INDEX (domain_event_recorded)
      WHERE ${during(day, cut)}`);
    if (!bounds?.first) return [];
    const [ofCases, opened] = await Promise.all([
      this.database.rows<Logged>(sql`
        SELECT e.id, e.name, e.payload, e.recorded_at AS recordedAt
        FROM (SELECT DISTINCT case_id FROM collector_day_case WHERE day = ${day} AND collector_id IN ${people}) k
          STRAIGHT_JOIN domain_event e FORCE INDEX (domain_event_case) ON e.case_id = k.case_id
        WHERE e.id >= ${bounds.first} AND e.id <= ${bounds.last} AND ${during(day, cut)} AND e.name IN ${list(REPLAYED)}`),
      this.database.rows<Logged>(sql`
        SELECT e.id, e.name, e.payload, e.recorded_at AS recordedAt FROM domain_event e
        WHERE e.subject_type = 'collector' AND e.subject_id IN ${people} AND e.name = 'day.opened' AND ${during(day, cut)}`),
    ]);
    return inOrder([...ofCases, ...opened], cut);
  }

  /** All that became of the promises that may have been judged on the day. */
  private async promises(collectorIds: readonly number[], day: string, cut: Cut): Promise<JudgedPromise[]> {
    const found = await this.database.rows<Logged>(sql`
      SELECT e.id, e.name, e.payload, e.recorded_at AS recordedAt
      FROM promise p FORCE INDEX (promise_collector) STRAIGHT_JOIN domain_event e FORCE INDEX (domain_event_subject)
        ON e.subject_type = 'promise' AND e.subject_id = p.id AND e.name IN ('promise.settled', 'promise.reopened')
      WHERE p.collector_id IN ${list(collectorIds)}
        AND (p.status = 'OPEN' OR p.settled_at >= ${startOfBusinessDay(day)}) AND e.recorded_at < ${cut.until}`);
    return inOrder(found, cut) as JudgedPromise[];
  }
}

function during(day: string, { until }: Cut): Statement {
  return sql`e.recorded_at >= ${startOfBusinessDay(day)} AND e.recorded_at < ${until}`;
}

function inOrder(found: readonly Logged[], cut: Cut): AnyEvent[] {
  return found
    .filter((event) => isWithin(cut, event))
    .sort((one, other) => one.id - other.id)
    .map((event) => ({ ...event, payload: JSON.parse(event.payload) as unknown }) as unknown as AnyEvent);
}
