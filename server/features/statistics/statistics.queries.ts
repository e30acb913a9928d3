import { Injectable } from '@nestjs/common';
import type {
  RepayKind,
  RepayRow,
  RepayStatistics,
  StatisticsQuery,
} from '../../../contract/team/statistics.js';
import { addDays, businessDay, daysBetween, startOfBusinessDay } from '../../../contract/shared/date.js';
import { rate } from '../../../contract/shared/money.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf, peopleOf } from '../../platform/auth/scope.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { cappedTotal } from '../../platform/db/lists/capped-counts.js';
import { sql, type Statement } from '../../platform/db/sql.js';

const EXPORT_BATCH = 500;

interface PaymentRecord extends Omit<RepayRow, 'repay_time' | 'penalty_day'> {
  repay_time: Date;
}
interface Figures {
  amount: number;
  handled: number;
  handledPaid: number;
}
/** The day's payments or reversals. */
export interface RepayLog {
  day: string;
  kind: RepayKind;
}

/**
 * The payments of a day, as far as they paid the due: a collector sees the own ones, a leader those of the group. What was
 * paid in advance is credited to nobody and is not here. Figures count payments alone; reversals are a list of their own.
 */
@Injectable()
export class StatisticsQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async page(actor: Actor, query: StatisticsQuery): Promise<RepayStatistics> {
    const day = this.dayOf(query.date);
    const of = logOf(actor, { day, kind: query.kind });
    const [figures, loans, reversals, owed, totalCount, rows] = await Promise.all([
      this.figures(actor, day),
      this.database.rows<{ count: number }>(sql`
        SELECT COUNT(DISTINCT p.loan_item_id) AS count ${logOf(actor, { day, kind: 'payments' })}`),
      this.database.rows<{ amount: number; count: number }>(sql`
        SELECT CAST(COALESCE(SUM(-p.towards_due), 0) AS SIGNED) AS amount, COUNT(*) AS count
        ${logOf(actor, { day, kind: 'reversals' })}`),
      this.database.rows<{ amount: number; count: number }>(sql`
        SELECT CAST(COALESCE(SUM(v.amount - v.paid - v.written_off), 0) AS SIGNED) AS amount, COUNT(*) AS count
        FROM receivable v JOIN collection_case c ON c.id = v.case_id WHERE v.status = 'OPEN' AND ${casesOf(actor)}`),
      cappedTotal(this.database, of),
      this.database.rows<PaymentRecord>(sql`
        SELECT ${columnsFor(actor)} ${of} ORDER BY p.id DESC LIMIT ${(query.page - 1) * query.size}, ${query.size}`),
    ]);
    return {
      totalRepayAmount: figures.amount,
      totalRepayCount: loans[0]!.count,
      collectTaskCount: figures.handled,
      collectRate: rate(figures.handledPaid, figures.handled),
      reversalAmount: reversals[0]!.amount,
      reversalCount: reversals[0]!.count,
      receivableAmount: owed[0]!.amount,
      receivableCount: owed[0]!.count,
      result: rows.map(toRow),
      totalCount,
    };
  }

  /** How many rows of the day there are, and the id of the newest. */
  async extent(actor: Actor, log: RepayLog): Promise<{ rows: number; newest: number }> {
    const [extent] = await this.database.rows<{ rows: number; newest: number }>(sql`
      SELECT COUNT(*) AS \`rows\`, COALESCE(MAX(p.id), 0) AS newest ${logOf(actor, log)}`);
    return extent!;
  }

  /** The day's rows up to the newest that is asked for, newest first, a few hundred at a time. */
  async *parts(actor: Actor, log: RepayLog, newest: number): AsyncGenerator<RepayRow[]> {
    const of = logOf(actor, log);
    let before = newest + 1;
    for (;;) {
      const rows = await this.database.rows<PaymentRecord>(sql`
        SELECT ${columnsFor(actor)} ${of} AND p.id < ${before} ORDER BY p.id DESC LIMIT ${EXPORT_BATCH}`);
      yield rows.map(toRow);
      if (rows.length < EXPORT_BATCH) return;
      before = rows[rows.length - 1]!.id;
    }
  }

  dayOf(date: StatisticsQuery['date']): string {
    const today = businessDay(this.clock.now());
    return date === 'today' ? today : addDays(today, -1);
  }

  private async figures(actor: Actor, day: string): Promise<Figures> {
    const [figures] = await this.database.rows<Figures>(sql`
      SELECT CAST(COALESCE(SUM(d.payment_amount), 0) AS SIGNED) AS amount,
        CAST(COALESCE(SUM(d.handled_count), 0) AS SIGNED) AS handled,
        CAST(COALESCE(SUM(d.handled_paid_count), 0) AS SIGNED) AS handledPaid
      FROM user u JOIN collector_day d ON d.collector_id = u.id AND d.day = ${day} WHERE ${peopleOf(actor)}`);
    return figures!;
  }
}

/** A collector who no longer has the case (withdrawn, moved, closed) reads the amounts, and not whose they are. */
function columnsFor(actor: Actor): Statement {
  const named =
    actor.role === 'member' ? sql`(c.owner_id = ${actor.userId} AND c.status <> 'C30')` : sql`(1 = 1)`;
  return sql`
    p.id, IF(${named}, li.loan_external_id, NULL) AS borrow_id, IF(${named}, li.borrower_id, NULL) AS user_id,
    IF(${named}, b.name, NULL) AS user_name, COALESCE(p.due_since, c.due_date) AS repay_due_time,
    p.due_before AS repay_due_amount, IF(p.type = 'REVERSAL', -p.towards_due, p.towards_due) AS amount,
    p.value_at AS repay_time, p.channel AS repay_way_name`;
}

const TYPES = { payments: 'PAYMENT', reversals: 'REVERSAL' } as const satisfies Record<RepayKind, string>;

function logOf(actor: Actor, { day, kind }: RepayLog): Statement {
  return sql`
    FROM user u JOIN payment p ON p.credited_to = u.id AND p.type = ${TYPES[kind]}
      AND p.posted_at >= ${startOfBusinessDay(day)} AND p.posted_at < ${startOfBusinessDay(addDays(day, 1))}
    JOIN loan_item li ON li.id = p.loan_item_id JOIN borrower b ON b.id = li.borrower_id
    JOIN collection_case c ON c.id = p.case_id WHERE ${peopleOf(actor)}`;
}

function toRow(record: PaymentRecord): RepayRow {
  const { repay_due_time: due, repay_time: paidAt } = record;
  // Compare Mexico's days: DATE() of the database would use UTC's, which begin six hours earlier.
  const late = Math.max(0, daysBetween(due, businessDay(paidAt)));
  return { ...record, penalty_day: late, repay_time: paidAt.toISOString() };
}
