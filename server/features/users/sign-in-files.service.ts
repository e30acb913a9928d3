import { Injectable, type StreamableFile } from '@nestjs/common';
import type { LoginLogFilter } from '../../../contract/administration/users.js';
import type { ExportRequested } from '../../../contract/administration/exports.js';
import { businessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Config } from '../../platform/config/config.js';
import { ExportFilesService, type Make } from '../../platform/exports/export-files.service.js';
import { inParts, writeParts } from '../../platform/exports/write-parts.js';
import { LoginLogsQueries } from './login-logs.queries.js';
import { signInsCsv } from './sign-ins.csv.js';

/** The query that a job repeats. */
interface Question {
  filter: LoginLogFilter;
  at: string;
}

/** Sign-ins as a file, as the screen shows them: those of before it was asked for. */
@Injectable()
export class SignInFilesService {
  constructor(
    private readonly logs: LoginLogsQueries,
    private readonly files: ExportFilesService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** A CSV file: at once up to EXPORT_ROWS, above them by a job. @throws permission.denied, export.quota */
  async take(actor: Actor, filter: LoginLogFilter): Promise<StreamableFile | ExportRequested> {
    const at = this.clock.now();
    const rows = await this.logs.extent(actor, filter, at, this.config.exportQuota.rows);
    const given = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
    const leaving = { list: 'signIns' as const, filter: Object.fromEntries(given), rows };
    const question: Question = { filter, at: at.toISOString() };
    const csv = () => signInsCsv(this.parts(actor, filter, at), actor.language);
    return this.files.take(actor, leaving, { question, csv, name: `sign-ins-${businessDay(at)}` });
  }

  readonly make: Make = ({ actor, query, ...work }) => {
    const { filter, at } = query as Question;
    const parts = this.parts(actor, filter, new Date(at));
    return writeParts(work, parts, (rows) => signInsCsv(rows, actor.language));
  };

  private parts(actor: Actor, filter: LoginLogFilter, at: Date) {
    return inParts(
      (size, after) => this.logs.part(actor, filter, at, size, after),
      (row) => ({ at: row.at, id: row.id }),
    );
  }
}
