import { Injectable, type StreamableFile } from '@nestjs/common';
import type { ExportRequested } from '../../../../contract/administration/exports.js';
import { PromiseListQuery, type PromisePage } from '../../../../contract/cases/promises.js';
import { businessDay } from '../../../../contract/shared/date.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Clock } from '../../../platform/clock/clock.js';
import { ExportFilesService, type Make } from '../../../platform/exports/export-files.service.js';
import { writeParts } from '../../../platform/exports/write-parts.js';
import { promisesCsv } from './promises.csv.js';
import { PromisesQueries } from './promises.queries.js';

/** The query that a job repeats. */
interface ExportQuery {
  query: PromiseListQuery;
  at: string;
  newest: number;
}

@Injectable()
export class PromiseListsService {
  constructor(
    private readonly queries: PromisesQueries,
    private readonly files: ExportFilesService,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns a page with the counts of all lanes, or with `output=1` all of the lane as a CSV file: at once up to EXPORT_ROWS,
   * above them by a job.
   * @throws permission.denied, export.quota for a file
   */
  async list(actor: Actor, query: PromiseListQuery): Promise<PromisePage | StreamableFile | ExportRequested> {
    if (query.output === '0') return this.queries.list(actor, query);
    const at = this.clock.now();
    const { rows, newest } = await this.queries.extent(actor, query, at);
    const leaving = { list: 'promises', filter: filterOf(query), rows } as const;
    const question: ExportQuery = { query, at: at.toISOString(), newest };
    const csv = () => promisesCsv(this.queries.parts(actor, query, at, newest), actor.language);
    return this.files.take(actor, leaving, {
      question,
      csv,
      name: `promises-${query.lane}-${businessDay(at)}`,
    });
  }

  readonly make: Make = ({ actor, query: exportQuery, ...work }) => {
    const { query, at, newest } = exportQuery as ExportQuery;
    const parts = this.queries.parts(actor, PromiseListQuery.parse(query), new Date(at), newest);
    return writeParts(work, parts, (rows) => promisesCsv(rows, actor.language));
  };
}

function filterOf({ lane, period, hours, groupId, queueId, collectorId }: PromiseListQuery) {
  const used = Object.entries({ lane, period, hours, groupId, queueId, collectorId });
  return Object.fromEntries(
    used.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
