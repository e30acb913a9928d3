import { Injectable } from '@nestjs/common';
import type { LoginLog, LoginLogFilter, LoginLogQuery } from '../../../contract/administration/users.js';
import { addDays, businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import { COUNT_CAP, type Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { CappedCounts } from '../../platform/db/lists/capped-counts.js';
import { Database } from '../../platform/db/database.js';
import type { PartEnd } from '../../platform/exports/write-parts.js';
import {
  countFound,
  countNewest,
  newestIds,
  timesOf,
  type Ranges,
} from '../../platform/db/lists/newest-first.js';
import { wire } from '../../platform/db/rows.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';
import { attemptsOf, GOOD } from '../../domain/users/login-logs.sql.js';
import { pictureAddress } from '../../domain/users/user.rules.js';

type LogRow = Omit<LoginLog, 'at' | 'picture'> & { at: Date; file: string | null };
/** A line of the file. */
export type SignInLine = Omit<LoginLog, 'picture' | 'successes' | 'abnormal'>;

const ORDER = {
  asc: { text: 'a.at, a.id', params: [] },
  desc: { text: 'a.at DESC, a.id DESC', params: [] },
};

const timesBefore = ({ from: dateFrom, to: dateTo }: LoginLogFilter, before: Date) =>
  timesOf({ dateFrom, dateTo }, before);

/** Sign-ins and attempts, with address and way. An attempt under a name that nobody has is in nobody's list. */
@Injectable()
export class LoginLogsQueries {
  private readonly counts = new CappedCounts();

  constructor(private readonly database: Database) {}

  async list(
    actor: Actor,
    { page, size, from, to, sort: _, order, ...filter }: LoginLogQuery,
  ): Promise<Page<LoginLog>> {
    const time = {
      ...(from && { from: startOfBusinessDay(from) }),
      ...(to && { to: startOfBusinessDay(addDays(to, 1)) }),
    };
    // A name that thousands begin with is met often enough on the way through all; the others are fetched and sorted.
    const total = await this.total(attemptsOf(actor, filter, Boolean(filter.username)), time);
    const ranges = attemptsOf(actor, filter, Boolean(filter.username) && total <= COUNT_CAP);
    const rows =
      (page - 1) * size < COUNT_CAP
        ? await this.page(newestIds(ranges, { page, size, order, ...time }), order)
        : [];
    const counted = await Promise.all(rows.map((row) => this.counted(row)));
    return { result: counted, totalCount: total };
  }

  /** How many were before the moment, `max` + 1 for more. */
  extent(actor: Actor, filter: LoginLogFilter, before: Date, max: number): Promise<number> {
    const ranges = attemptsOf(actor, filter, Boolean(filter.username));
    return countFound(this.database, { ranges, ...timesBefore(filter, before) }, max);
  }

  /** Those before the moment and after a row, without how many the account had that day. */
  async part(
    actor: Actor,
    filter: LoginLogFilter,
    before: Date,
    size: number,
    after: PartEnd | undefined,
  ): Promise<SignInLine[]> {
    const ranges = attemptsOf(actor, filter, Boolean(filter.username));
    const rows = await this.page(newestIds(ranges, { page: 1, size, after, ...timesBefore(filter, before) }));
    return rows.map((row) => wire(row));
  }

  private page(ids: Statement, order: keyof typeof ORDER = 'desc'): Promise<LogRow[]> {
    return this.database.rows<LogRow>(sql`
      SELECT a.id, a.user_id AS userId, a.username, u.name, u.picture AS file, a.at, a.method, a.result, a.address,
        a.gps, a.veins AS device, a.user_agent AS userAgent, a.liveness, a.live_checks AS liveChecks,
        a.face_checks AS faceChecks, 0 AS successes, 0 AS abnormal
      FROM (${ids}) f JOIN login_audit a ON a.id = f.id JOIN user u ON u.id = a.user_id
      ORDER BY ${ORDER[order]}`);
  }

  private total(ranges: Ranges, time: { from?: Date; to?: Date }): Promise<number> {
    const counting = countNewest(ranges, time);
    return this.counts.total(ranges.table, counting, async () => {
      const row = await this.database.row<{ total: number }>(counting);
      return Number(row!.total);
    });
  }

  /** With the account's attempts of the day up to this one, from the index on the account's attempts alone. */
  private async counted({ file, ...row }: LogRow): Promise<LoginLog> {
    const day = startOfBusinessDay(businessDay(row.at));
    const found = await this.database.row<{ total: number; good: number }>(sql`
      SELECT COUNT(*) AS total, CAST(COALESCE(SUM(result IN ${list(GOOD)}), 0) AS SIGNED) AS good FROM login_audit
      WHERE user_id = ${row.userId} AND at >= ${day} AND at <= ${row.at} AND (at < ${row.at} OR id <= ${row.id})`);
    const { total, good } = found!;
    return {
      ...wire(row),
      picture: pictureAddress(row.userId, file),
      successes: good,
      abnormal: total - good,
    };
  }
}
