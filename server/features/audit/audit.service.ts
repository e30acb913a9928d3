import { Readable } from 'node:stream';
import { Injectable, type StreamableFile } from '@nestjs/common';
import { AuditExport, type AuditRow } from '../../../contract/administration/audit.js';
import type { Language } from '../../../contract/codes.js';
import type { ExportRequested } from '../../../contract/administration/exports.js';
import { businessDay } from '../../../contract/shared/date.js';
import { wallClock } from '../../../contract/shared/wall-clock.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Config } from '../../platform/config/config.js';
import { columnsOf, csvOf } from '../../platform/http/csv.js';
import { ExportFilesService, type Make } from '../../platform/exports/export-files.service.js';
import { writeParts } from '../../platform/exports/write-parts.js';
import { changesText } from '../../domain/audit/audit.rules.js';
import { AuditQueries } from './audit.queries.js';

@Injectable()
export class AuditService {
  constructor(
    private readonly queries: AuditQueries,
    private readonly files: ExportFilesService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** All that was asked for as a CSV file: at once up to EXPORT_ROWS, above them by a job. @throws permission.denied, export.quota */
  async export(actor: Actor, query: AuditExport): Promise<StreamableFile | ExportRequested> {
    // One more than the quota: what does not fit into it is refused, and never cut.
    const rows = await this.queries.length(actor, query, this.config.exportQuota.rows + 1);
    const { loanId, ...conditions } = query;
    const filters = Object.entries({ ...conditions, loanId: loanId && '•' });
    const filter = Object.fromEntries(
      filters.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    );
    const leaving = { list: 'audit', filter, rows } as const;
    const csv = () => auditCsv(this.queries.parts(actor, query), actor.language);
    const name = `audit-${businessDay(this.clock.now())}`;
    return this.files.take(actor, leaving, { question: query, name, csv });
  }

  readonly make: Make = ({ actor, query, ...work }) => {
    const parts = this.queries.parts(actor, query as AuditExport);
    return writeParts(work, parts, (rows) => auditCsv(rows, actor.language));
  };
}

/** Mexico City's time. */
function auditCsv(parts: AsyncIterable<AuditRow[]>, language: Language): Readable {
  return csvOf(Readable.from(spread(parts)), columnsOf('audit', language));
}

async function* spread(parts: AsyncIterable<AuditRow[]>): AsyncGenerator<object> {
  for await (const rows of parts)
    for (const { at, signIn, subject, subjectType, subjectId, changes, facts, ...row } of rows)
      yield {
        ...row,
        at: wallClock(new Date(at)).slice(0, 19),
        signedInAt: signIn && wallClock(new Date(signIn.at)).slice(0, 19),
        address: signIn?.address ?? null,
        subject: `${subjectType} ${subject ?? subjectId}`,
        changes: changesText(changes, facts),
      };
}
