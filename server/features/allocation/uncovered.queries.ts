import { Injectable } from '@nestjs/common';
import type { UncoveredQuery } from '../../../contract/team/allocation.js';
import type { QueueCasePage } from '../../../contract/team/queues.js';
import { businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import { COUNT_CAP } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOfTeam, casesToBind, freeCasesOf } from '../../platform/auth/scope.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { cappedTotal } from '../../platform/db/lists/capped-counts.js';
import { never, all, sql, type Statement } from '../../platform/db/sql.js';
import { workingDaysBefore } from '../../../contract/shared/holidays.js';
import { Redis } from '../../platform/redis/redis.js';
import { QueuesQueries } from '../queues/queues.queries.js';

/** A count costs as much as the rest of a board together, and cases slip out of sight by the day rather than by the second. */
const FRESH_MS = 5_000;

/**
 * The open cases that nobody will look at by themselves. A case is covered by a next action today or later, by a hold that
 * ends, or while it is new (C00, C01) and younger than its queue allows.
 */
@Injectable()
export class UncoveredQueries {
  /** Under way in this process. */
  private readonly counting = new Map<string, Promise<number>>();

  constructor(
    private readonly database: Database,
    private readonly redis: Redis,
    private readonly queues: QueuesQueries,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, query: UncoveredQuery): Promise<QueueCasePage> {
    const { queueId, groupId } = query;
    const where = all([
      casesToBind(actor),
      await this.uncovered(),
      ...(queueId === undefined ? [] : [sql`c.queue_id = ${queueId}`]),
      ...(groupId === undefined ? [] : [casesOfTeam(await this.team(groupId))]),
    ]);
    return this.queues.casesWhere(where, query);
  }

  /** Returns `countOfTeam`, cached for FRESH_MS: all who open a team's board share one count. */
  async ofTeam(groupId: number, queueId?: number): Promise<number> {
    const key = keyOf(groupId, queueId);
    const kept = await this.redis.try((client) => client.get(key));
    if (kept) return Number(kept);
    const counting = this.counting.get(key) ?? this.countOfTeam(groupId, queueId);
    this.counting.set(key, counting);
    return counting.finally(() => this.counting.delete(key));
  }

  /** How many of a team's cases, and of the free ones that it may be given: what its leader's list has now. */
  async countOfTeam(groupId: number, queueId?: number): Promise<number> {
    const [team, uncovered] = await Promise.all([this.team(groupId), this.uncovered()]);
    const within = all([uncovered, ...(queueId === undefined ? [] : [sql`c.queue_id = ${queueId}`])]);
    // Apart, since each has an index of its own: the free cases of a house may be many.
    const [own, free] = await Promise.all([
      cappedTotal(this.database, sql`FROM collection_case c WHERE c.group_id = ${groupId} AND ${within}`),
      cappedTotal(this.database, sql`FROM collection_case c WHERE ${freeCasesOf(team)} AND ${within}`),
    ]);
    const total = Math.min(own + free, COUNT_CAP + 1);
    await this.redis.try((client) => client.set(keyOf(groupId, queueId), total, 'PX', FRESH_MS));
    return total;
  }

  /** A group that there is not has no cases. */
  private async team(groupId: number): Promise<{ groupId: number; institutionId: number }> {
    const group = await this.database.row<{ institutionId: number }>(sql`
      SELECT institution_id AS institutionId FROM admin_group WHERE id = ${groupId}`);
    return { groupId, institutionId: group?.institutionId ?? 0 };
  }

  /** A condition on collection_case under `c`. */
  private async uncovered(): Promise<Statement> {
    const now = this.clock.now();
    const today = businessDay(now);
    const limits = await this.database.rows<{ days: number }>(sql`
      SELECT DISTINCT first_action_days AS days FROM queue`);
    const young = limits.map(({ days }) => {
      const since = startOfBusinessDay(workingDaysBefore(today, days));
      return sql`(c.queue_id IN (SELECT q.id FROM queue q WHERE q.first_action_days = ${days})
        AND COALESCE(c.assigned_at, c.opened_at) >= ${since})`;
    });
    return sql`
      c.is_open = 1 AND (c.action_at IS NULL OR c.action_at < ${startOfBusinessDay(today)})
      AND (c.hold_until IS NULL OR c.hold_until <= ${now})
      AND NOT EXISTS (SELECT 1 FROM contact_hold h
        WHERE h.borrower_id = c.borrower_id AND h.lifted_at IS NULL AND h.until_at > ${now})
      AND NOT (c.status IN ('C00', 'C01') AND (${young.reduce((one, other) => sql`${one} OR ${other}`, never)}))`;
  }
}

function keyOf(groupId: number, queueId: number | undefined): string {
  return `uncovered:${groupId}:${queueId ?? ''}`;
}
