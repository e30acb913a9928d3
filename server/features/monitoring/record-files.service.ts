import { type Readable } from 'node:stream';
import { Injectable, type StreamableFile } from '@nestjs/common';
import { BehaviourFilter } from '../../../contract/supervision/behaviour.js';
import { CallFilter } from '../../../contract/contact/calls.js';
import type { ExportRequested } from '../../../contract/administration/exports.js';
import { businessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Config } from '../../platform/config/config.js';
import { BehavioursQueries } from './behaviour/behaviours.queries.js';
import { CallsQueries } from '../calls/calls.queries.js';
import { ExportFilesService, type Make } from '../../platform/exports/export-files.service.js';
import { inParts, writeParts } from '../../platform/exports/write-parts.js';
import { behavioursCsv, callsCsv } from './records.csv.js';

/** The query that a job repeats. */
interface ExportQuery<Filter> {
  filter: Filter;
  at: string;
}

/** The feed's lists as files, as the screen shows them: what was recorded before the file was asked for. */
@Injectable()
export class RecordFilesService {
  constructor(
    private readonly behaviours: BehavioursQueries,
    private readonly calls: CallsQueries,
    private readonly files: ExportFilesService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** A CSV file: at once up to EXPORT_ROWS, above them by a job. @throws permission.denied, export.quota */
  async takeBehaviours(actor: Actor, filter: BehaviourFilter): Promise<StreamableFile | ExportRequested> {
    const at = this.clock.now();
    const rows = await this.behaviours.extent(actor, filter, at, this.max);
    const csv = () => behavioursCsv(this.behaviourParts(actor, filter, at), actor.language);
    return this.take(actor, { list: 'behaviours', filter, at, rows }, csv);
  }

  /** A CSV file: at once up to EXPORT_ROWS, above them by a job. @throws permission.denied, export.quota */
  async takeCalls(actor: Actor, filter: CallFilter): Promise<StreamableFile | ExportRequested> {
    const at = this.clock.now();
    const rows = await this.calls.extent(actor, filter, at, this.max);
    const csv = () => callsCsv(this.callParts(actor, filter, at), actor.language);
    return this.take(actor, { list: 'calls', filter, at, rows }, csv);
  }

  readonly makeBehaviours: Make = ({ actor, query, ...work }) => {
    const { filter, at } = query as ExportQuery<BehaviourFilter>;
    const parts = this.behaviourParts(actor, filter, new Date(at));
    return writeParts(work, parts, (rows) => behavioursCsv(rows, actor.language));
  };

  readonly makeCalls: Make = ({ actor, query, ...work }) => {
    const { filter, at } = query as ExportQuery<CallFilter>;
    const parts = this.callParts(actor, filter, new Date(at));
    return writeParts(work, parts, (rows) => callsCsv(rows, actor.language));
  };

  /** One more than the quota is told apart: what does not fit into it is refused, and never cut. */
  private get max(): number {
    return this.config.exportQuota.rows;
  }

  private behaviourParts(actor: Actor, filter: BehaviourFilter, at: Date) {
    return inParts(
      (size, after) => this.behaviours.part(actor, filter, at, size, after),
      (row) => ({ at: row.at, id: row.id }),
    );
  }

  private callParts(actor: Actor, filter: CallFilter, at: Date) {
    return inParts(
      (size, after) => this.calls.part(actor, filter, at, size, after),
      (row) => ({ at: row.callTime, id: row.callId }),
    );
  }

  private take(
    actor: Actor,
    { list, filter, at, rows }: Leaving,
    csv: () => Readable,
  ): Promise<StreamableFile | ExportRequested> {
    const leaving = { list, filter: loggedFilter(filter), rows };
    const question: ExportQuery<typeof filter> = { filter, at: at.toISOString() };
    return this.files.take(actor, leaving, { question, csv, name: `${list}-${businessDay(at)}` });
  }
}

interface Leaving {
  list: 'behaviours' | 'calls';
  filter: BehaviourFilter | CallFilter;
  at: Date;
  rows: number;
}

const VALUE_LENGTH = 60;

/** The filter as the event keeps it: without what a person typed of a borrower. */
function loggedFilter(filter: BehaviourFilter | CallFilter): Record<string, string> {
  const hidden = { loanId: '•', phone: '•', number: '•' };
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(
    given.map(([name, value]) => [
      name,
      name in hidden ? hidden[name as 'loanId'] : String(value).slice(0, VALUE_LENGTH),
    ]),
  );
}
