import { Injectable } from '@nestjs/common';
import type { RankQuery, RankRow, Ranks } from '../../../contract/team/ranks.js';
import { businessDay } from '../../../contract/shared/date.js';
import { workingDaysBefore } from '../../../contract/shared/holidays.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { list, sql } from '../../platform/db/sql.js';
import type { SeatRow } from '../../domain/boards/board.rules.js';
import { BoardsQueries } from '../boards/boards.queries.js';
import { ranksOf, sortRanks, type GroupName } from '../../domain/ranks/ranks.rules.js';

type RankFilter = Omit<RankQuery, 'page' | 'size' | 'output'>;

/**
 * Places are made of the rows of collector_day, as the relay makes those of cards and boards. All seats of the viewer's
 * institutions are read, for a place needs them; shown are the own group's to a leader, all to the others.
 */
@Injectable()
export class RanksQueries {
  constructor(
    private readonly database: Database,
    private readonly boards: BoardsQueries,
    private readonly clock: Clock,
  ) {}

  async page(actor: Actor, { page, size, ...filter }: RankQuery): Promise<Ranks> {
    const day = this.dayOf(filter);
    const rows = await this.rows(actor, filter);
    const result = rows.slice((page - 1) * size, page * size);
    return { day, dayBefore: workingDaysBefore(day, 1), result, totalCount: rows.length };
  }

  async rows(actor: Actor, filter: RankFilter): Promise<RankRow[]> {
    const day = this.dayOf(filter);
    const [groups, seats, before] = await Promise.all([
      this.groups(actor),
      this.boards.seatsOfInstitutions(actor.institutionIds, day),
      this.boards.seatsOfInstitutions(actor.institutionIds, workingDaysBefore(day, 1)),
    ]);
    const shown = new Set(seats.filter(matchesFilter(actor, filter)).map(({ collectorId }) => collectorId));
    const rows = ranksOf(seats, before, groups).filter(({ collectorId }) => shown.has(collectorId));
    return sortRanks(rows, filter);
  }

  dayOf({ date }: Pick<RankQuery, 'date'>): string {
    return date ?? businessDay(this.clock.now());
  }

  private async groups({ institutionIds }: Actor): Promise<Map<number, GroupName>> {
    const groups = await this.database.rows<GroupName>(sql`
      SELECT g.id, g.name, i.name AS institutionName FROM admin_group g JOIN institution i ON i.id = g.institution_id
      WHERE g.institution_id IN ${list(institutionIds)}`);
    return new Map(groups.map((group) => [group.id, group]));
  }
}

function matchesFilter({ role, groupId: own }: Actor, filter: RankFilter): (seat: SeatRow) => boolean {
  const { name, ranked, institutionId, groupId, queueId } = filter;
  const begins = name?.toLocaleLowerCase();
  return (seat) =>
    (role !== 'leader' || seat.groupId === own) &&
    (begins === undefined || seat.name.toLocaleLowerCase().startsWith(begins)) &&
    (ranked === undefined || (seat.ranked === 1) === (ranked === 'ranked')) &&
    (institutionId === undefined || seat.institutionId === institutionId) &&
    (groupId === undefined || seat.groupId === groupId) &&
    (queueId === undefined || seat.queueId === queueId);
}
