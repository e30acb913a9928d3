import { buffer } from 'node:stream/consumers';
import { Injectable, type StreamableFile } from '@nestjs/common';
import { CaseListQuery, type CaseRow } from '../../../../../contract/cases/cases.js';
import { EXPORT_ROWS, type ExportRequested } from '../../../../../contract/administration/exports.js';
import { businessDay } from '../../../../../contract/shared/date.js';
import type { Actor } from '../../../../platform/auth/actor.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { ExportFilesService, type Make } from '../../../../platform/exports/export-files.service.js';
import { ExportsService } from '../../../../platform/exports/exports.service.js';
import { casesCsv } from './cases.csv.js';
import { CaseListQueries, type Held } from './case-list.queries.js';
import { longAgingOnly } from '../../../../domain/cases/list/long-aging-list.rules.js';

/** Said to have been filtered by, without what was typed. */
const PERSONAL = ['borrowerName', 'borrowerPhone'];
const NO_FILTER = ['page', 'size', 'after', 'before', 'output'];

/** The query that a job repeats. */
interface ExportQuery {
  query: CaseListQuery;
  longAging: boolean;
}

/** The list as a file, masked: at once up to EXPORT_ROWS, above them by a job. */
@Injectable()
export class CaseExportService {
  constructor(
    private readonly lists: CaseListQueries,
    private readonly exports: ExportsService,
    private readonly files: ExportFilesService,
    private readonly clock: Clock,
  ) {}

  /** @throws permission.denied, export.quota */
  async cases(
    actor: Actor,
    query: CaseListQuery,
    longAging = false,
  ): Promise<StreamableFile | ExportRequested> {
    const held = heldBy(longAging);
    const rows = await this.lists.first(actor, query, EXPORT_ROWS + 1, held);
    // One more than the quota: what does not fit into it is refused, and never cut.
    const most = rows.length > EXPORT_ROWS ? (await this.exports.quotaOf(actor)).rows + 1 : 0;
    const count = most > 0 ? await this.lists.length(actor, query, most, held) : rows.length;
    const leaving = { list: 'cases', filter: filterOf(query), rows: count } as const;
    const question: ExportQuery = { query, longAging };
    const csv = () => casesCsv(rows, actor.language);
    return this.files.take(actor, leaving, { question, csv, name: `cases-${businessDay(this.clock.now())}` });
  }

  readonly make: Make = async ({ actor, query: exportQuery, max, progress }) => {
    const { query, longAging } = exportQuery as ExportQuery;
    const rows: CaseRow[] = [];
    for await (const part of this.lists.parts(actor, CaseListQuery.parse(query), max, heldBy(longAging))) {
      rows.push(...part);
      await progress(rows.length);
    }
    return { content: await buffer(casesCsv(rows, actor.language)), rows: rows.length };
  };
}

function heldBy(longAging: boolean): Held {
  return longAging ? longAgingOnly : (plan) => plan;
}

function filterOf(query: CaseListQuery): Record<string, string> {
  const used = Object.entries(query).filter(
    ([name, value]) => value !== undefined && !NO_FILTER.includes(name),
  );
  return Object.fromEntries(
    used.map(([name, value]) => [name, PERSONAL.includes(name) ? '•' : String(value)]),
  );
}
