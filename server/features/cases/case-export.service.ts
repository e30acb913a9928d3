import { Injectable, StreamableFile } from '@nestjs/common';
import { EXPORT_ROWS, type CaseListQuery } from '../../../contract/cases.js';
import { businessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { casesCsv } from './case-csv.js';
import { CaseListQueries } from './case-list.queries.js';
import type { ListPlan } from './case-list.rules.js';

/** The list as a file: masked, no more than EXPORT_ROWS, and never without an event that says who took it. */
@Injectable()
export class CaseExportService {
  constructor(
    private readonly lists: CaseListQueries,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @param held holds the list to some of its cases. @throws permission.denied */
  async cases(
    actor: Actor,
    query: CaseListQuery,
    held?: (plan: ListPlan) => ListPlan,
  ): Promise<StreamableFile> {
    if (!actor.permissions.has('case:export')) throw new AppError('permission.denied');
    const rows = await this.lists.first(actor, query, EXPORT_ROWS, held);
    await this.uow.transact(actor, async (tx) => {
      const payload = { list: 'cases' as const, rows: rows.length };
      tx.emit({ name: 'list.exported', subject: ['user', actor.userId], payload });
    });
    return new StreamableFile(casesCsv(rows, actor.language), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="cases-${businessDay(this.clock.now())}.csv"`,
    });
  }
}
