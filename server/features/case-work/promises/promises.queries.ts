import { Injectable } from '@nestjs/common';
import {
  PROMISE_LANES,
  type ListedPromise,
  type PromiseLane,
  type PromiseListQuery,
  type PromisePage,
  type PromisePeriod,
  type PromiseRates,
  type PromiseRatesQuery,
} from '../../../../contract/cases/promises.js';
import { addDays, businessDay, startOfBusinessDay } from '../../../../contract/shared/date.js';
import { rate } from '../../../../contract/shared/money.js';
import { COUNT_CAP } from '../../../../contract/shared/page.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf, peopleOf } from '../../../platform/auth/scope.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import { cappedCount } from '../../../platform/db/lists/capped-counts.js';
import { all, sql, type Statement } from '../../../platform/db/sql.js';
import { graceDeadline, promiseDeadline } from '../../../domain/promises/promise.rules.js';

type PromiseSearch = Pick<
  PromiseListQuery,
  'lane' | 'hours' | 'period' | 'groupId' | 'queueId' | 'collectorId'
>;
type Outcomes = { kept: number; partial: number; broken: number };

const HOUR_MS = 3_600_000;
const EXPORT_BATCH = 500;
const DAYS: Record<PromisePeriod, number> = { day: 1, week: 7, month: 30 };
const SORTS = { dueDate: 'p.due_date', amount: 'p.amount', paid: 'p.paid' };

const FROM = sql`FROM promise p JOIN collection_case c ON c.id = p.case_id`;
/** The case waits for somebody to win a new promise, and a collector has it. */
const HAND_BACK = sql`
  p.status = 'BROKEN' AND c.promise_broken_at IS NOT NULL AND c.promise_id IS NULL AND c.owner_id IS NOT NULL AND c.is_open = 1`;

/** Promises of the cases that the viewer sees, by what is to be done about them; how the viewer's people's ended. */
@Injectable()
export class PromisesQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, query: PromiseListQuery): Promise<PromisePage> {
    const { lane, page, size } = query;
    const offset = (page - 1) * size;
    const where = whereOf(actor, query, lane, this.clock.now());
    const counting = this.counts(actor, query);
    // To be sorted every row of the lane is read, and many are not.
    const isMany = query.sort !== undefined && (await counting)[lane] > COUNT_CAP;
    const order = orderOf(isMany ? { lane } : query);
    const [result, counts] = await Promise.all([
      offset < COUNT_CAP
        ? this.rows(sql`${where} ORDER BY ${order} LIMIT ${String(offset)}, ${String(size)}`)
        : [],
      counting,
    ]);
    return { result, totalCount: counts[lane], counts };
  }

  /** How many promises the lane has, and the newest one's id. @param at when it was asked for */
  async extent(actor: Actor, query: PromiseSearch, at: Date): Promise<{ rows: number; newest: number }> {
    const extent = await this.database.row<{ rows: number; newest: number }>(sql`
      SELECT COUNT(*) AS \`rows\`, COALESCE(MAX(p.id), 0) AS newest ${FROM}
      WHERE ${whereOf(actor, query, query.lane, at)}`);
    return extent!;
  }

  /** The lane's promises up to the newest that is asked for, newest first, some hundreds at a time. */
  async *parts(
    actor: Actor,
    query: PromiseSearch,
    at: Date,
    newest: number,
  ): AsyncGenerator<ListedPromise[]> {
    const where = whereOf(actor, query, query.lane, at);
    let before = newest + 1;
    for (;;) {
      const rows = await this.rows(
        sql`${where} AND p.id < ${before} ORDER BY p.id DESC LIMIT ${String(EXPORT_BATCH)}`,
      );
      yield rows;
      if (rows.length < EXPORT_BATCH) return;
      before = rows.at(-1)!.id;
    }
  }

  /** By the index on collector, status and end. */
  async rates(actor: Actor, query: PromiseRatesQuery): Promise<PromiseRates> {
    const { groupId, queueId, collectorId } = query;
    const where = all([
      peopleOf(actor),
      ...(groupId ? [sql`u.group_id = ${groupId}`] : []),
      ...(queueId ? [sql`u.queue_id = ${queueId}`] : []),
      ...(collectorId ? [sql`u.id = ${collectorId}`] : []),
    ]);
    const ended = await this.database.rows<Outcomes & { collectorId: number; collector: string }>(sql`
      SELECT u.id AS collectorId, u.name AS collector, CAST(SUM(p.status = 'KEPT') AS SIGNED) AS kept,
        CAST(SUM(p.status = 'PARTIAL') AS SIGNED) AS partial, CAST(SUM(p.status = 'BROKEN') AS SIGNED) AS broken
      FROM user u JOIN promise p ON p.collector_id = u.id AND p.settled_at >= ${sinceOf(query.period, this.clock.now())}
        AND p.status IN ('KEPT', 'PARTIAL', 'BROKEN')
      WHERE ${where} GROUP BY u.id, u.name`);
    const collectors = ended.map((each) => ({ ...each, rate: keptOf(each) }));
    collectors.sort((one, other) => one.rate! - other.rate! || one.collector.localeCompare(other.collector));
    const sum = (of: keyof Outcomes) => ended.reduce((total, each) => total + each[of], 0);
    const whole = { kept: sum('kept'), partial: sum('partial'), broken: sum('broken') };
    return { ...whole, rate: keptOf(whole), collectors };
  }

  private rows(where: Statement): Promise<ListedPromise[]> {
    return this.database.wireRows<ListedPromise>(
      sql`
      SELECT p.id, c.id AS taskId, c.version, c.loan_no AS loanId, c.borrower_name AS borrowerName, c.status AS caseStatus,
        (SELECT q.name FROM queue q WHERE q.id = c.queue_id) AS queueName, p.collector_id AS collectorId,
        (SELECT u.name FROM user u WHERE u.id = p.collector_id) AS collector, p.amount, p.paid, p.due_date AS dueDate,
        p.deadline_at AS deadlineAt, p.status, p.settled_at AS settledAt, ${HAND_BACK} AS handBack
      ${FROM} WHERE ${where}`,
      'handBack',
    );
  }

  private async counts(actor: Actor, query: PromiseSearch): Promise<PromisePage['counts']> {
    const now = this.clock.now();
    const counted = await this.database.readTogether<{ total: number }[]>(
      ...PROMISE_LANES.map((lane) => cappedCount(sql`${FROM} WHERE ${whereOf(actor, query, lane, now)}`)),
    );
    const totals = PROMISE_LANES.map((lane, index) => [lane, counted[index]![0]!.total]);
    return Object.fromEntries(totals) as PromisePage['counts'];
  }
}

/** The viewer's scope first. */
function whereOf(actor: Actor, query: PromiseSearch, lane: PromiseLane, now: Date): Statement {
  const { groupId, queueId, collectorId } = query;
  return all([
    casesOf(actor),
    inLane(lane, query, now),
    ...(groupId ? [sql`c.group_id = ${groupId}`] : []),
    ...(queueId ? [sql`c.queue_id = ${queueId}`] : []),
    ...(collectorId ? [sql`p.collector_id = ${collectorId}`] : []),
  ]);
}

function inLane(lane: PromiseLane, { hours, period }: PromiseSearch, now: Date): Statement {
  const today = businessDay(now);
  if (lane === 'today')
    // The deadlines are what the index has.
    return sql`p.status = 'OPEN' AND p.due_date = ${today}
      AND p.deadline_at BETWEEN ${promiseDeadline(today)} AND ${graceDeadline(today)}`;
  if (lane === 'soon')
    return sql`p.status = 'OPEN' AND p.deadline_at <= ${new Date(now.getTime() + hours * HOUR_MS)}`;
  if (lane === 'open') return sql`p.status = 'OPEN'`;
  return sql`p.status = ${lane.toUpperCase()} AND p.settled_at >= ${sinceOf(period, now)}`;
}

function sinceOf(period: PromisePeriod, now: Date): Date {
  return startOfBusinessDay(addDays(businessDay(now), 1 - DAYS[period]));
}

type Order = Pick<PromiseListQuery, 'lane'> & Partial<Pick<PromiseListQuery, 'sort' | 'order'>>;

/** Unless asked otherwise the next to be over first, and of those that are the latest. */
function orderOf({ lane, sort, order = 'desc' }: Order): Statement {
  if (sort) return by(SORTS[sort], order);
  return ['today', 'soon', 'open'].includes(lane) ? by('p.deadline_at', 'asc') : by('p.settled_at', 'desc');
}

const by = (column: string, order: 'asc' | 'desc'): Statement => ({
  text: `${column} ${order}, p.id ${order}`,
  params: [],
});

function keptOf({ kept, partial, broken }: Outcomes): number | null {
  return rate(kept, kept + partial + broken);
}
