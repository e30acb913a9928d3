import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type {
  QueueCollector,
  QueueCase,
  QueueCasePage,
  QueueCasesQuery,
  QueueForm,
  QueueInfo,
  QueueListQuery,
} from '../../../contract/team/queues.js';
import { UNDONE_PAUSE_MS } from '../../../contract/team/allocation.js';
import { businessDay, daysBetween } from '../../../contract/shared/date.js';
import { COUNT_CAP, type Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesToBind, peopleOf, queuesOf } from '../../platform/auth/scope.js';
import { Database } from '../../platform/db/database.js';
import { listPage, startingWith } from '../../platform/db/lists/list-page.js';
import { all, condition, list, sql, type Statement } from '../../platform/db/sql.js';
import { wire } from '../../platform/db/rows.js';
import { isOnLeave } from '../../domain/users/on-duty.sql.js';
import { Clock } from '../../platform/clock/clock.js';
import { AppError } from '../../platform/http/app-error.js';
import { Queue } from '../../domain/queues/queue.entity.js';
import { queueCases, type QueueCasesOf } from '../../domain/queues/queue-cases.sql.js';

type Counts = Pick<QueueInfo, 'reminderTemplate' | 'userCount' | 'waiting' | 'assigned' | 'oldestWaitingAt'>;
const NOTHING: Counts = {
  reminderTemplate: null,
  userCount: 0,
  waiting: 0,
  assigned: 0,
  oldestWaitingAt: null,
};

/** A queue's form, as it is in force. */
export function formOf(queue: Queue): QueueForm {
  const { institutionId, code, name, type, longAgingDpd, plannedCases } = queue;
  const { perCapitaMin, perCapitaMax, seatsMin, seatsMax, firstActionDays, reminderTemplateId } = queue;
  return {
    ...{ institutionId, code, name, type, longAgingDpd, plannedCases },
    ...{ perCapitaMin, perCapitaMax, seatsMin, seatsMax, firstActionDays, reminderTemplateId },
  };
}

@Injectable()
export class QueuesQueries {
  constructor(
    private readonly database: Database,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, query: QueueListQuery): Promise<Page<QueueInfo>> {
    const { name, type, status, institutionId } = query;
    const { result, totalCount } = await listPage(this.queues(), query, {
      where: [
        queuesOf(actor),
        name ? sql`q.name LIKE ${startingWith(name)}` : undefined,
        type && sql`q.type = ${type}`,
        status && sql`q.open = ${status === 'open'}`,
        institutionId ? sql`q.institution_id = ${institutionId}` : undefined,
      ],
      sorts: { name: 'q.name', code: 'q.code' },
      defaultSort: ['q.name', 'ASC'],
    });
    const counts = await this.countsOf(result.map(({ id }) => id));
    return { result: result.map((queue) => infoOf(queue, counts.get(queue.id))), totalCount };
  }

  /** @throws queue.notFound for a queue outside the viewer's scope, existing or not */
  async info(actor: Actor, id: number): Promise<QueueInfo> {
    const queue = await this.one(actor, id);
    return infoOf(queue, (await this.countsOf([id])).get(id));
  }

  /** @throws queue.notFound */
  async cases(actor: Actor, id: number, query: QueueCasesQuery): Promise<QueueCasePage> {
    const { state, agentId } = query;
    await this.one(actor, id);
    const owned = state === 'waiting' ? sql`c.owner_id IS NULL` : sql`c.owner_id IS NOT NULL`;
    const open = sql`c.queue_id = ${id} AND c.is_open = 1 AND ${owned} AND ${casesToBind(actor)}`;
    const where = all([open, ...(agentId ? [sql`c.owner_id = ${agentId}`] : [])]);
    return this.casesWhere(where, query, state === 'waiting' || Boolean(agentId));
  }

  /** A page of cases as queues show them, and what all of them owe; the condition on `c` has the viewer's scope. */
  async casesWhere(within: Statement, query: QueueCasesOf, ofOneOwner = false): Promise<QueueCasePage> {
    const today = businessDay(this.clock.now());
    const { ids, sums, order } = queueCases(within, query, today, ofOneOwner);
    type Sums = { total: number; owed: number };
    const rows = await this.database.rows<Omit<QueueCase, 'overdueDays'> & Sums & { dueDate: string }>(sql`
      SELECT c.id, c.version, c.queue_id AS queueId, c.loan_no AS loanId, c.borrower_name AS borrowerName, c.status,
        c.amount_due AS amountDue, c.due_date AS dueDate, c.opened_at AS openedAt, c.owner_id AS agentId,
        u.name AS agent, x.total, x.owed
      FROM (${ids}) x JOIN collection_case c ON c.id = x.id LEFT JOIN user u ON u.id = c.owner_id ORDER BY ${order}`);
    const { total: totalCount, owed } = rows[0] ?? (await this.database.row<Sums>(sums))!;
    const result = rows.map(({ dueDate, total: _, owed: __, ...row }) => ({
      ...wire(row),
      overdueDays: Math.max(0, daysBetween(dueDate, today)),
    }));
    return { result, totalCount, amountDue: totalCount > COUNT_CAP ? null : owed };
  }

  /** @throws queue.notFound */
  async collectors(actor: Actor, id: number): Promise<QueueCollector[]> {
    await this.one(actor, id);
    type Row = Omit<QueueCollector, 'enabled' | 'onLeave'> & { enabled: number; onLeave: number };
    const collectors = await this.database.rows<Row>(sql`
      SELECT u.id, u.name, g.name AS groupName, u.enabled, ${isOnLeave(businessDay(this.clock.now()))} AS onLeave, COUNT(c.id) AS openCases,
        CAST(COALESCE(SUM(c.amount_due), 0) AS SIGNED) AS amountDue
      FROM user u LEFT JOIN admin_group g ON g.id = u.group_id
      LEFT JOIN collection_case c ON c.queue_id = ${id} AND c.is_open = 1 AND c.owner_id = u.id
      WHERE u.queue_id = ${id} AND u.role = 'member' AND ${peopleOf(actor)}
      GROUP BY u.id, u.name, g.name, u.enabled ORDER BY u.enabled DESC, u.name, u.id`);
    return collectors.map((collector) => ({
      ...collector,
      enabled: collector.enabled === 1,
      onLeave: collector.onLeave === 1,
    }));
  }

  /** @throws queue.notFound */
  async one(actor: Actor, id: number): Promise<Queue> {
    const queue = await this.queues()
      .where(...condition(all([queuesOf(actor), sql`q.id = ${id}`])))
      .getOne();
    if (!queue) throw new AppError('queue.notFound');
    return queue;
  }

  /** For jobs, which name the queue themselves. */
  byId(id: number): Promise<Queue> {
    return this.dataSource.manager.findOneByOrFail(Queue, { id });
  }

  /** Open automatic queues in which cases wait for a collector, and of which no run was undone a moment ago. */
  withWaiting(): Promise<Queue[]> {
    const since = new Date(this.clock.now().getTime() - UNDONE_PAUSE_MS);
    const paused = sql`EXISTS (SELECT 1 FROM allocation_run r WHERE r.queue_id = q.id AND r.undone_at > ${since})`;
    const waiting = sql`
      EXISTS (SELECT 1 FROM collection_case c
        WHERE c.queue_id = q.id AND c.is_open = 1 AND c.owner_id IS NULL)`;
    return this.queues()
      .where(...condition(all([sql`q.open = 1 AND q.type = 'AUTOMATIC' AND NOT ${paused}`, waiting])))
      .getMany();
  }

  private queues() {
    return this.dataSource.createQueryBuilder(Queue, 'q').leftJoinAndSelect('q.institution', 'i');
  }

  /** By queue, each from an index alone; and what its reminder is called. */
  private async countsOf(ids: readonly number[]): Promise<Map<number, Counts>> {
    if (ids.length === 0) return new Map();
    const [reminders, cases, users] = await Promise.all([
      this.database.rows<{ id: number; name: string }>(sql`
        SELECT q.id, m.name FROM queue q JOIN message_template m ON m.id = q.reminder_template_id
        WHERE q.id IN ${list(ids)}`),
      this.database.rows<{ id: number; waiting: number; assigned: number; oldest: Date | null }>(sql`
        SELECT c.queue_id AS id, COUNT(*) - COUNT(c.owner_id) AS waiting, COUNT(c.owner_id) AS assigned,
          MIN(IF(c.owner_id IS NULL, c.opened_at, NULL)) AS oldest
        FROM collection_case c FORCE INDEX (case_queue_open)
        WHERE c.queue_id IN ${list(ids)} AND c.is_open = 1 GROUP BY c.queue_id`),
      this.database.rows<{ id: number; userCount: number }>(sql`
        SELECT u.queue_id AS id, COUNT(*) AS userCount FROM user u
        WHERE u.queue_id IN ${list(ids)} AND u.enabled = 1 GROUP BY u.queue_id`),
    ]);
    const names = new Map(reminders.map(({ id, name }) => [id, name]));
    const people = new Map(users.map(({ id, userCount }) => [id, userCount]));
    const counts = new Map(cases.map((row) => [row.id, row]));
    return new Map(
      ids.map((id) => {
        const { waiting = 0, assigned = 0, oldest = null } = counts.get(id) ?? {};
        const oldestWaitingAt = oldest === null ? null : oldest.toISOString();
        const reminderTemplate = names.get(id) ?? null;
        return [id, { reminderTemplate, userCount: people.get(id) ?? 0, waiting, assigned, oldestWaitingAt }];
      }),
    );
  }
}

function infoOf(queue: Queue, counts: Counts = NOTHING): QueueInfo {
  const { id, version, open } = queue;
  return { ...formOf(queue), id, version, open, institutionName: queue.institution!.name, ...counts };
}
