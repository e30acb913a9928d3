import { Injectable, StreamableFile } from '@nestjs/common';
import { EXPORT_ROWS, type CaseListQuery } from '../../../../contract/cases.js';
import { businessDay } from '../../../../contract/shared/date.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Clock } from '../../../platform/clock/clock.js';
import { AppError } from '../../../platform/http/app-error.js';
import { ExportsService } from '../../exports/exports.service.js';
import { casesCsv } from './case-csv.js';
import { CaseListQueries } from './case-list.queries.js';
import type { ListPlan } from './case-list.rules.js';

/** Said to have been filtered by, without what was typed. */
const PERSONAL = ['borrowerName', 'borrowerPhone'];
const NO_FILTER = ['page', 'size', 'after', 'before', 'output'];

/** The list as a file: masked, and no more than EXPORT_ROWS. */
@Injectable()
export class CaseExportService {
  constructor(
    private readonly lists: CaseListQueries,
    private readonly exports: ExportsService,
    private readonly clock: Clock,
  ) {}

  /** @param held holds the list to some of its cases. @throws permission.denied, export.quota */
  async cases(
    actor: Actor,
    query: CaseListQuery,
    held?: (plan: ListPlan) => ListPlan,
  ): Promise<StreamableFile> {
    if (!actor.permissions.has('case:export')) throw new AppError('permission.denied');
    const rows = await this.lists.first(actor, query, EXPORT_ROWS, held);
    const filter = filterOf(query);
    await this.exports.take(actor, { permission: 'case:export', list: 'cases', filter, rows: rows.length });
    return new StreamableFile(casesCsv(rows, actor.language), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="cases-${businessDay(this.clock.now())}.csv"`,
    });
  }
}

function filterOf(query: CaseListQuery): Record<string, string> {
  const used = Object.entries(query).filter(
    ([name, value]) => value !== undefined && !NO_FILTER.includes(name),
  );
  return Object.fromEntries(
    used.map(([name, value]) => [name, PERSONAL.includes(name) ? '•' : String(value)]),
  );
}
