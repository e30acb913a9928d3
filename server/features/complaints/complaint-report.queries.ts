import { Injectable } from '@nestjs/common';
import type {
  ComplaintMonth,
  ComplaintReportQuery,
  ComplaintType,
} from '../../../contract/supervision/complaints.js';
import { startOfBusinessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { complaintsOf } from '../../platform/auth/scope.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { monthAfter } from '../../domain/complaints/complaint-months.rules.js';
import { fieldError } from '../../platform/http/app-error.js';

const MAX_MONTHS = 12;

type Figures = Omit<ComplaintMonth, 'month' | 'byType'>;
interface MonthRow extends Figures {
  type: ComplaintType;
}

@Injectable()
export class ComplaintReportQueries {
  constructor(private readonly database: Database) {}

  /** By the month in which a complaint was opened, also of those without any. @throws request.invalid beyond a year */
  async report(actor: Actor, { from, to }: ComplaintReportQuery): Promise<ComplaintMonth[]> {
    const months = monthsOf(from, to);
    if (months.length > MAX_MONTHS) throw fieldError('request.invalid', 'to');
    return Promise.all(months.map((month) => this.month(actor, month)));
  }

  private async month(actor: Actor, month: string): Promise<ComplaintMonth> {
    const begin = startOfBusinessDay(`${month}-01`);
    const end = startOfBusinessDay(`${monthAfter(month)}-01`);
    const rows = await this.database.rows<MonthRow>(sql`
      SELECT k.type, COUNT(*) AS opened, SUM(k.completed_at IS NOT NULL) AS completed,
        SUM(k.completed_at IS NOT NULL AND k.completed_at <= k.due_at) AS inTime, SUM(k.completed_at IS NULL) AS open,
        SUM(k.fined_at IS NOT NULL) AS fined, SUM(COALESCE(k.penalty_amount, 0)) AS penalties,
        SUM(TIMESTAMPDIFF(SECOND, k.created_at, k.completed_at)) / 3600 AS averageHours
      FROM complaint k WHERE ${complaintsOf(actor)} AND k.created_at >= ${begin} AND k.created_at < ${end}
      GROUP BY k.type`);
    const sum = (field: keyof Figures) => rows.reduce((total, row) => total + Number(row[field] ?? 0), 0);
    const completed = sum('completed');
    return {
      month,
      ...{ opened: sum('opened'), completed, inTime: sum('inTime'), open: sum('open') },
      ...{ fined: sum('fined'), penalties: sum('penalties') },
      averageHours: completed === 0 ? null : Math.round((sum('averageHours') / completed) * 10) / 10,
      byType: Object.fromEntries(rows.map(({ type, opened }) => [type, Number(opened)])),
    };
  }
}

function monthsOf(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = from; month <= to && months.length <= MAX_MONTHS; month = monthAfter(month))
    months.push(month);
  return months;
}
