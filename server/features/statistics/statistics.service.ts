import { Injectable, type StreamableFile } from '@nestjs/common';
import type { ExportRequested } from '../../../contract/administration/exports.js';
import type { RepayKind, RepayStatistics, StatisticsQuery } from '../../../contract/team/statistics.js';
import type { Actor } from '../../platform/auth/actor.js';
import { ExportFilesService, type Make } from '../../platform/exports/export-files.service.js';
import { writeParts } from '../../platform/exports/write-parts.js';
import { statisticsCsv } from './statistics.csv.js';
import { StatisticsQueries, type RepayLog } from './statistics.queries.js';

/** The query that a job repeats: with the day itself, since "today" is another one after midnight. */
interface ExportQuery extends Omit<RepayLog, 'kind'> {
  /** Without one: asked for when there were payments only. */
  kind?: RepayKind;
  newest: number;
}

const FILES = { payments: 'repayments', reversals: 'reversals' } as const satisfies Record<RepayKind, string>;

@Injectable()
export class StatisticsService {
  constructor(
    private readonly queries: StatisticsQueries,
    private readonly files: ExportFilesService,
  ) {}

  /**
   * @returns a page of the day's payments or reversals with its figures, or with `output=1` all of them as a CSV file: at once up to
   * EXPORT_ROWS, above them by a job.
   * @throws permission.denied, export.quota for a file
   */
  async read(
    actor: Actor,
    query: StatisticsQuery,
  ): Promise<RepayStatistics | StreamableFile | ExportRequested> {
    if (query.output === '0') return this.queries.page(actor, query);
    const { date, kind } = query;
    const day = this.queries.dayOf(date);
    const { rows, newest } = await this.queries.extent(actor, { day, kind });
    const leaving = {
      list: 'statistics',
      filter: { date, ...(kind === 'reversals' && { kind }) },
      rows,
    } as const;
    const question: ExportQuery = { day, kind, newest };
    const csv = () => statisticsCsv(this.queries.parts(actor, { day, kind }, newest), actor.language);
    return this.files.take(actor, leaving, { question, name: `${FILES[kind]}-${day}`, csv });
  }

  readonly make: Make = ({ actor, query, ...work }) => {
    const { day, kind = 'payments', newest } = query as ExportQuery;
    const parts = this.queries.parts(actor, { day, kind }, newest);
    return writeParts(work, parts, (rows) => statisticsCsv(rows, actor.language));
  };
}
