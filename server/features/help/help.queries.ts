import { Injectable } from '@nestjs/common';
import type {
  Helper,
  HelpDay,
  HelpDayQuery,
  HelpersQuery,
  HelpRequest,
  OwnHelp,
} from '../../../contract/supervision/help.js';
import { addDays, businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { idsOfPath } from '../../platform/auth/grants.rules.js';
import { Rights } from '../../platform/auth/rights.js';
import { casesOf } from '../../platform/auth/scope.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { list, sql } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { BoardTeamsQueries } from '../boards/board-teams.queries.js';
import { runningFor } from '../listening/listening.service.js';

/** A column of help_request under the alias `r` with its call under `h`. */
const STATE = sql`IF(r.status = 'WAITING' AND h.is_live IS NULL, 'MISSED', r.status)`;

@Injectable()
export class HelpQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly rights: Rights,
    private readonly teams: BoardTeamsQueries,
  ) {}

  /** From the calls that run: however many requests there were, those are few. */
  async list(actor: Actor): Promise<HelpRequest[]> {
    const rows = await this.database.wireRows<Omit<HelpRequest, 'forMe'> & { forMe: number }>(sql`
      SELECT r.id, r.call_id AS callId, u.name AS agentName, g.name AS groupName, c.id AS taskId, c.loan_no AS orderId,
        r.asked_at AS askedAt, h.answered_at AS answerTime, r.status AS state, p.name AS passedTo, b.name AS passedBy,
        IFNULL(r.passed_to = ${actor.userId}, 0) AS forMe
      FROM phone_call h JOIN help_request r ON r.call_id = h.id JOIN user u ON u.id = r.agent_id
        LEFT JOIN admin_group g ON g.id = r.group_id
        LEFT JOIN user p ON p.id = r.passed_to LEFT JOIN user b ON b.id = r.passed_by
        LEFT JOIN collection_case c ON c.id = r.case_id AND ${casesOf(actor)}
      WHERE h.is_live = 1 AND h.agent_id <> ${actor.userId} AND ${runningFor(actor)}
        AND (r.status = 'WAITING' OR (r.status = 'ANSWERED' AND r.ended_by = ${actor.userId}))
      ORDER BY r.id`);
    return rows.map((row) => ({ ...row, forMe: row.forMe === 1 }));
  }

  async own(actor: Actor): Promise<OwnHelp | null> {
    const [found] = await this.database.wireRows<OwnHelp>(sql`
      SELECT r.id, r.call_id AS callId, r.asked_at AS askedAt, r.status AS state, IF(r.status = 'WITHDRAWN', NULL, u.name) AS \`by\`,
        r.reason, p.name AS passedTo
      FROM phone_call h JOIN help_request r ON r.call_id = h.id
        LEFT JOIN user u ON u.id = r.ended_by LEFT JOIN user p ON p.id = r.passed_to
      WHERE h.is_live = 1 AND h.agent_id = ${actor.userId} ORDER BY r.asked_at DESC, r.id DESC LIMIT 1`);
    return found ?? null;
  }

  /** Leaders of the team, supervisors and administrators of the institution and of those above. @throws help.notFound */
  async helpers(actor: Actor, { id }: HelpersQuery): Promise<Helper[]> {
    const found = await this.database.row<{ path: string; groupId: number | null; agentId: number }>(sql`
      SELECT i.path, r.group_id AS groupId, r.agent_id AS agentId
      FROM help_request r JOIN phone_call h ON h.id = r.call_id JOIN institution i ON i.id = r.institution_id
      WHERE r.id = ${id} AND r.agent_id <> ${actor.userId} AND ${runningFor(actor)}`);
    if (!found) throw new AppError('help.notFound');
    const people = await this.database.rows<Helper & { institutionId: number }>(sql`
      SELECT u.id, u.name, u.role, u.institution_id AS institutionId FROM user u
      WHERE u.institution_id IN ${list(idsOfPath(found.path))} AND u.enabled = 1
        AND (u.role IN ('supervisor', 'admin') OR (u.role = 'leader' AND u.group_id = ${found.groupId}))
        AND u.id NOT IN ${list([actor.userId, found.agentId])}
      ORDER BY FIELD(u.role, 'leader', 'supervisor', 'admin'), u.name`);
    const may = await Promise.all(
      people.map(async ({ institutionId, role }) => {
        const { permissions } = await this.rights.holder(institutionId, role);
        return permissions.has('help:answer');
      }),
    );
    return people
      .filter((_, index) => may[index])
      .map(({ id: userId, name, role }) => ({ id: userId, name, role }));
  }

  /** @throws help.notFound, help.taken by somebody else */
  async callAnsweredBy(actor: Actor, id: number): Promise<number> {
    const found = await this.database.row<{ callId: number; isOwn: number }>(sql`
      SELECT r.call_id AS callId, r.status = 'ANSWERED' AND r.ended_by = ${actor.userId} AS isOwn
      FROM help_request r JOIN phone_call h ON h.id = r.call_id
      WHERE r.id = ${id} AND r.agent_id <> ${actor.userId} AND ${runningFor(actor)}`);
    if (!found) throw new AppError('help.notFound');
    if (found.isOwn !== 1) throw new AppError('help.taken');
    return found.callId;
  }

  /** @throws group.notFound */
  async day(actor: Actor, { groupId, date }: HelpDayQuery): Promise<HelpDay> {
    const group = await this.teams.group(actor, { groupId });
    const day = date ?? businessDay(this.clock.now());
    const seconds = sql`IF(r.status = 'ANSWERED', TIMESTAMPDIFF(MICROSECOND, r.asked_at, r.ended_at) DIV 1000000, NULL)`;
    const row = await this.database.row<Record<keyof HelpDay, number | null>>(sql`
      SELECT COUNT(*) AS asked, CAST(IFNULL(SUM(r.status = 'ANSWERED'), 0) AS SIGNED) AS answered,
        CAST(IFNULL(SUM(${STATE} = 'WAITING'), 0) AS SIGNED) AS waiting,
        CAST(ROUND(AVG(${seconds})) AS SIGNED) AS averageSeconds, MAX(${seconds}) AS longestSeconds
      FROM help_request r JOIN phone_call h ON h.id = r.call_id
      WHERE r.group_id = ${group.id} AND r.asked_at >= ${startOfBusinessDay(day)}
        AND r.asked_at < ${startOfBusinessDay(addDays(day, 1))}`);
    return row as HelpDay;
  }
}
