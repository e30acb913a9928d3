import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Injectable, type StreamableFile } from '@nestjs/common';
import type { Language } from '../../../contract/codes.js';
import type { ExportRequested } from '../../../contract/administration/exports.js';
import type { RankQuery, RankRow, Ranks } from '../../../contract/team/ranks.js';
import type { Actor } from '../../platform/auth/actor.js';
import { columnsOf, csvOf } from '../../platform/http/csv.js';
import { ExportFilesService, type Make } from '../../platform/exports/export-files.service.js';
import { RanksQueries } from './ranks.queries.js';

@Injectable()
export class RanksService {
  constructor(
    private readonly queries: RanksQueries,
    private readonly files: ExportFilesService,
  ) {}

  /**
   * @returns a page of the day's places, or with `output=1` all of them as a CSV file: at once up to EXPORT_ROWS, above
   * them by a job.
   * @throws permission.denied, export.quota for a file
   */
  async read(actor: Actor, query: RankQuery): Promise<Ranks | StreamableFile | ExportRequested> {
    if (query.output === '0') return this.queries.page(actor, query);
    const date = this.queries.dayOf(query);
    const rows = await this.queries.rows(actor, { ...query, date });
    const leaving = { list: 'ranks', filter: loggedFilter({ ...query, date }), rows: rows.length } as const;
    const csv = () => ranksCsv(rows, actor.language);
    return this.files.take(actor, leaving, { question: { ...query, date }, name: `ranks-${date}`, csv });
  }

  readonly make: Make = async ({ actor, query, max, progress }) => {
    const rows = (await this.queries.rows(actor, query as RankQuery)).slice(0, max);
    await progress(rows.length);
    return { content: await buffer(ranksCsv(rows, actor.language)), rows: rows.length };
  };
}

/** The filter as the event keeps it: without what a person typed of another. */
function loggedFilter({
  date,
  name,
  ranked,
  institutionId,
  groupId,
  queueId,
}: RankQuery): Record<string, string> {
  const filter = { date, name: name && '•', ranked, institutionId, groupId, queueId };
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(given.map(([key, value]) => [key, String(value)]));
}

/** Money as numbers of pesos. */
export function ranksCsv(rows: readonly RankRow[], language: Language): Readable {
  const lines = rows.map((row) => ({
    ...row,
    actualReceivedAmount: (row.actualReceivedAmount / 100).toFixed(2),
  }));
  return csvOf(Readable.from(lines), columnsOf('ranks', language));
}
