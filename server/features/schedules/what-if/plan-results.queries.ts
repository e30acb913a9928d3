import { Injectable } from '@nestjs/common';
import { businessDay } from '../../../../contract/shared/date.js';
import type {
  PlanFigures,
  PlanOutcome,
  PlanResult,
  PlanResultQuery,
} from '../../../../contract/team/what-if.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { queuesOf } from '../../../platform/auth/scope.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import { anything, list, sql, type Statement } from '../../../platform/db/sql.js';

const MAX_RESULTS = 20;

interface PlanRow {
  planId: number;
  day: string;
  groupId: number | null;
  appliedBy: string;
  appliedAt: Date;
  undoneAt: Date | null;
}
interface QueueRow {
  planId: number;
  queueId: number;
  queueName: string;
  figures: string;
}
interface Came {
  queueId: number;
  groupId: number;
  seats: number;
  covered: number;
  idle: number;
  recovered: number;
}

/** A day's plan beside its result. */
@Injectable()
export class PlanResultsQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async results(actor: Actor, { day, queueId }: PlanResultQuery): Promise<PlanResult[]> {
    const plans = await this.database.rows<PlanRow>(sql`
      SELECT a.id AS planId, a.day, a.group_id AS groupId, u.name AS appliedBy, a.applied_at AS appliedAt,
        a.undone_at AS undoneAt
      FROM applied_plan a JOIN user u ON u.id = a.applied_by
      WHERE a.day = ${day} AND ${plansOf(actor)} ORDER BY a.applied_at DESC, a.id DESC LIMIT ${MAX_RESULTS}`);
    if (plans.length === 0) return [];
    const queues = await this.database.rows<QueueRow>(sql`
      SELECT t.plan_id AS planId, t.queue_id AS queueId, q.name AS queueName, t.figures
      FROM applied_plan_queue t JOIN queue q ON q.id = t.queue_id
      WHERE t.plan_id IN ${list(plans.map(({ planId }) => planId))} AND ${queuesOf(actor)}
        AND ${queueId ? sql`t.queue_id = ${queueId}` : anything}
      ORDER BY q.name, q.id`);
    const today = businessDay(this.clock.now());
    const outcomes = day > today || queues.length === 0 ? null : await this.outcomes(day, queues);
    return plans.map(({ planId, groupId, appliedAt, undoneAt, ...plan }) => ({
      ...{ ...plan, planId },
      appliedAt: appliedAt.toISOString(),
      undoneAt: undoneAt?.toISOString() ?? null,
      mayUndo: undoneAt === null && day >= today && actor.permissions.has('schedule:manage'),
      queues: queues
        .filter((queue) => queue.planId === planId)
        .map((queue) => ({
          ...{ queueId: queue.queueId, queueName: queue.queueName },
          ...figuresIn(queue.figures),
          came: outcomes && outcomes(queue.queueId, groupId),
        })),
    }));
  }

  /** By the collectors' days, which the day's events were folded into; and what the queue's last run of the day left. */
  private async outcomes(day: string, queues: readonly QueueRow[]) {
    const queueIds = [...new Set(queues.map(({ queueId }) => queueId))];
    const [days, runs] = await Promise.all([
      this.database.rows<Came>(sql`
        SELECT d.queue_id AS queueId, d.group_id AS groupId, CAST(SUM(d.handled_count > 0) AS SIGNED) AS seats,
          CAST(SUM(IF(d.handled_count > 0, d.task_count, 0)) AS SIGNED) AS covered,
          CAST(SUM(IF(d.handled_count > 0, 0, d.task_count)) AS SIGNED) AS idle,
          CAST(SUM(d.received_amount) AS SIGNED) AS recovered
        FROM admin_group g JOIN collector_day d ON d.group_id = g.id AND d.day = ${day}
        WHERE d.queue_id IN ${list(queueIds)} GROUP BY d.queue_id, d.group_id`),
      this.database.rows<{ queueId: number; left: number }>(sql`
        SELECT r.queue_id AS queueId, r.left_over AS \`left\` FROM allocation_run r
        JOIN (SELECT n.queue_id, MAX(n.asked_at) AS asked_at FROM allocation_run n
          WHERE n.queue_id IN ${list(queueIds)} AND n.day = ${day} GROUP BY n.queue_id) newest
          ON newest.queue_id = r.queue_id AND newest.asked_at = r.asked_at`),
    ]);
    return (queueId: number, groupId: number | null): PlanOutcome => {
      const own = days.filter(
        (each) => each.queueId === queueId && (groupId === null || each.groupId === groupId),
      );
      const sum = (field: 'seats' | 'covered' | 'idle' | 'recovered') =>
        own.reduce((total, each) => total + each[field], 0);
      const [seats, covered] = [sum('seats'), sum('covered')];
      const left = runs.find((run) => run.queueId === queueId)?.left ?? 0;
      return {
        ...{ seats, covered, load: seats === 0 ? null : covered / seats },
        ...{ unworked: left + sum('idle'), recovered: sum('recovered') },
      };
    };
  }
}

type Stored = PlanFigures & { uncovered?: number };

/** Figures as they were applied. Plans of before 0.3 say `uncovered` for what nobody works. */
function figuresIn(text: string): { before: PlanFigures; planned: PlanFigures } {
  const { before, planned } = JSON.parse(text) as { before: Stored; planned: Stored };
  const read = ({ uncovered = 0, ...figures }: Stored): PlanFigures => ({
    ...figures,
    unworked: figures.unworked ?? uncovered,
  });
  return { before: read(before), planned: read(planned) };
}

/** A condition on applied_plan under `a`: a leader sees the own group's plans. */
export function plansOf({ role, institutionIds, groupId }: Actor): Statement {
  const institution = sql`a.institution_id IN ${list(institutionIds)}`;
  return role === 'leader' ? sql`${institution} AND a.group_id = ${groupId}` : institution;
}
