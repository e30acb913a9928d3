import { Injectable } from '@nestjs/common';
import type { BoardCaseRow, BoardCases, BoardCasesQuery } from '../../../contract/team/board-cases.js';
import { addDays, businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf } from '../../platform/auth/scope.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { casesBehind } from '../../domain/boards/board-cases.sql.js';
import { BoardTeamsQueries } from './board-teams.queries.js';

type Found = Pick<
  BoardCaseRow,
  'collectorId' | 'collector' | 'caseId' | 'payable' | 'received' | 'judged' | 'kept'
> & {
  handled: number;
  settled: number;
  taskId: number | null;
  loanId: string;
  borrowerName: string;
};
type Sums = Pick<BoardCases, 'totalCount' | 'payable' | 'received' | 'judged' | 'kept'>;

/** The cases that a board's figures count. */
@Injectable()
export class BoardCasesQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly teams: BoardTeamsQueries,
  ) {}

  /** @throws group.notFound for a team that the viewer does not see */
  async cases(actor: Actor, query: BoardCasesQuery): Promise<BoardCases> {
    const { figure, page, size } = query;
    const group = await this.teams.group(actor, query);
    const day = query.date ?? businessDay(this.clock.now());
    const span = { day, from: startOfBusinessDay(day), to: startOfBusinessDay(addDays(day, 1)) };
    const counted = casesBehind(figure, { ...query, ...span, groupId: group.id });
    const [found, sums] = await Promise.all([
      this.database.rows<Found>(sql`
        SELECT f.*, u.name AS collector, c.id AS taskId, c.loan_no AS loanId, c.borrower_name AS borrowerName
        FROM (SELECT k.* FROM (${counted}) k ORDER BY k.received DESC, k.payable DESC, k.collectorId, k.caseId
          LIMIT ${String(size)} OFFSET ${String((page - 1) * size)}) f
        JOIN user u ON u.id = f.collectorId LEFT JOIN collection_case c ON c.id = f.caseId AND ${casesOf(actor)}
        ORDER BY f.received DESC, f.payable DESC, f.collectorId, f.caseId`),
      this.database.row<Sums>(sql`
        SELECT COUNT(*) AS totalCount, CAST(COALESCE(SUM(f.payable), 0) AS SIGNED) AS payable,
          CAST(COALESCE(SUM(f.received), 0) AS SIGNED) AS received,
          CAST(COALESCE(SUM(f.judged), 0) AS SIGNED) AS judged, CAST(COALESCE(SUM(f.kept), 0) AS SIGNED) AS kept
        FROM (${counted}) f`),
    ]);
    return { groupId: group.id, groupName: group.name, day, ...sums!, result: found.map(toRow) };
  }
}

function toRow({ taskId, loanId, borrowerName, handled, settled, ...row }: Found): BoardCaseRow {
  const about = taskId === null ? null : { taskId, loanId, borrowerName };
  return { ...row, about, handled: handled === 1, settled: settled === 1 };
}
