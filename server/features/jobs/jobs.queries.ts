import { Injectable } from '@nestjs/common';
import type { ErrorKey } from '../../../contract/errors.js';
import {
  JOB_KINDS,
  type JobKind,
  type JobRow,
  type JobsQuery,
} from '../../../contract/administration/jobs.js';
import { COUNT_CAP, type Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { Database } from '../../platform/db/database.js';
import { cappedCount } from '../../platform/db/lists/capped-counts.js';
import { wire, type Stored } from '../../platform/db/rows.js';
import { anything, all, sql, type Statement } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { messageOf } from '../../platform/http/messages.js';
import { SOURCES } from '../../domain/jobs/job-sources.sql.js';
import { errorFileOf, mayCancel, mayRetry } from '../../domain/jobs/jobs.rules.js';

type Found = Stored<
  Omit<JobRow, 'errorFile' | 'mayRetry' | 'mayCancel' | 'failure'>,
  'startedAt' | 'finishedAt'
> & {
  failure: ErrorKey | null;
};

/** Long jobs of all kinds, of the people whom the viewer sees. */
@Injectable()
export class JobsQueries {
  constructor(private readonly database: Database) {}

  async list(actor: Actor, { page, size, kind, state }: JobsQuery): Promise<Page<JobRow>> {
    const kinds = kind ? [kind] : JOB_KINDS;
    const offset = (page - 1) * size;
    const where = (each: JobKind) =>
      all([peopleOf(actor), state ? sql`${SOURCES[each].state} = ${state}` : anything]);
    const [rows, totals] = await Promise.all([
      offset < COUNT_CAP ? this.newest(kinds, where, offset + size) : [],
      this.database.readTogether<{ total: number }[]>(
        ...kinds.map((each) => cappedCount(sql`FROM ${SOURCES[each].from} WHERE ${where(each)}`)),
      ),
    ]);
    const total = totals.reduce((sum, counted) => sum + counted[0]!.total, 0);
    return {
      result: rows.slice(offset, offset + size).map((row) => toRow(row, actor)),
      totalCount: Math.min(total, COUNT_CAP + 1),
    };
  }

  /** @throws job.notFound outside the viewer's scope */
  async info(actor: Actor, id: number): Promise<JobRow> {
    const where = () => sql`j.id = ${id} AND ${peopleOf(actor)}`;
    const [found] = await this.newest(JOB_KINDS, where, 1);
    if (!found) throw new AppError('job.notFound');
    return toRow(found, actor);
  }

  /** The newest of each kind, and of those the newest. */
  private async newest(
    kinds: readonly JobKind[],
    where: (kind: JobKind) => Statement,
    max: number,
  ): Promise<Found[]> {
    const parts = await this.database.readTogether<Found[]>(
      ...kinds.map((kind) => {
        const { at, state, facts, from } = SOURCES[kind];
        return sql`
          SELECT j.id, ${kind} AS kind, ${state} AS state, u.id AS personId, u.name AS person,
            ${at} AS startedAt, ${facts}
          FROM ${from} WHERE ${where(kind)} ORDER BY ${at} DESC, j.id DESC LIMIT ${max}`;
      }),
    );
    const later = (one: Found, other: Found) =>
      other.startedAt.getTime() - one.startedAt.getTime() || other.id - one.id;
    return parts.flat().sort(later).slice(0, max);
  }
}

function toRow({ failure, ...found }: Found, actor: Actor): JobRow {
  return {
    ...wire(found),
    failure: failure && messageOf(failure, actor.language),
    errorFile: errorFileOf(found, found.id, actor),
    mayRetry: mayRetry(found, actor),
    mayCancel: mayCancel(found, actor),
  };
}
