import { Injectable, StreamableFile } from '@nestjs/common';
import type { RepayStatistics, StatisticsQuery } from '../../../contract/statistics.js';
import type { Actor } from '../../platform/auth/actor.js';
import { ExportsService } from '../exports/exports.service.js';
import { statisticsCsv } from './statistics-csv.js';
import { StatisticsQueries } from './statistics.queries.js';

@Injectable()
export class StatisticsService {
  constructor(
    private readonly queries: StatisticsQueries,
    private readonly exports: ExportsService,
  ) {}

  /**
   * @returns a page of the day's payments with its figures, or with `output=1` all of them as a CSV file.
   * @throws permission.denied, export.quota for a file
   */
  async read(actor: Actor, query: StatisticsQuery): Promise<RepayStatistics | StreamableFile> {
    if (query.output === '0') return this.queries.page(actor, query);
    const rows = await this.queries.count(actor, query.date);
    const filter = { date: query.date };
    await this.exports.take(actor, { permission: 'statistics:export', list: 'statistics', filter, rows });
    return new StreamableFile(statisticsCsv(this.queries.all(actor, query.date), actor.language), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="repayments-${this.queries.dayOf(query.date)}.csv"`,
    });
  }
}
