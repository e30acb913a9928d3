import { Injectable } from '@nestjs/common';
import type { LoginLog, LoginLogQuery } from '../../../contract/users.js';
import { addDays, businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import { COUNT_CAP, type Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Database } from '../../platform/db/database.js';
import { startingWith } from '../../platform/db/list-page.js';
import { wire } from '../../platform/db/rows.js';
import { all, list, sql } from '../../platform/db/sql.js';
import { pictureAddress } from './user.rules.js';

type LogRow = Omit<LoginLog, 'at' | 'picture'> & { at: Date; file: string | null };

/** Who signed in, or tried to, from where and how. An attempt under a name that nobody has is in nobody's list. */
@Injectable()
export class LoginLogsQueries {
  constructor(private readonly database: Database) {}

  async list(actor: Actor, { page, size, ...asked }: LoginLogQuery): Promise<Page<LoginLog>> {
    const { username, state, result, address, from, to } = asked;
    const where = all(
      [
        sql`a.institution_id IN ${list(actor.institutionIds)} AND a.user_id IS NOT NULL`,
        username ? sql`a.username LIKE ${startingWith(username)}` : undefined,
        state && (state === 'success' ? sql`a.result IN ${list(GOOD)}` : sql`a.result NOT IN ${list(GOOD)}`),
        result ? sql`a.result = ${result}` : undefined,
        address ? sql`a.address = ${address}` : undefined,
        from ? sql`a.at >= ${startOfBusinessDay(from)}` : undefined,
        to ? sql`a.at < ${startOfBusinessDay(addDays(to, 1))}` : undefined,
      ].filter((each) => each !== undefined),
    );
    const [rows, count] = await Promise.all([
      this.database.rows<LogRow>(sql`
        SELECT a.id, a.user_id AS userId, a.username, u.name, u.picture AS file, a.at, a.method, a.result, a.address,
          a.gps, a.veins AS device, a.user_agent AS userAgent, a.liveness, a.live_checks AS liveChecks,
          a.face_checks AS faceChecks, 0 AS successes, 0 AS abnormal
        FROM (SELECT a.* FROM login_audit a WHERE ${where} ORDER BY a.id DESC LIMIT ${(page - 1) * size}, ${size}) a
        JOIN user u ON u.id = a.user_id ORDER BY a.id DESC`),
      this.database.row<{ total: number }>(sql`
        SELECT COUNT(*) AS total FROM (SELECT 1 FROM login_audit a WHERE ${where} LIMIT ${COUNT_CAP + 1}) x`),
    ]);
    const counted = await Promise.all(rows.map((row) => this.counted(row)));
    return { result: counted, totalCount: count!.total };
  }

  /** With the account's attempts of the day up to this one, from the index on the account's attempts alone. */
  private async counted({ file, ...row }: LogRow): Promise<LoginLog> {
    const day = startOfBusinessDay(businessDay(row.at));
    const found = await this.database.row<{ total: number; good: number }>(sql`
      SELECT COUNT(*) AS total, CAST(COALESCE(SUM(result IN ${list(GOOD)}), 0) AS SIGNED) AS good FROM login_audit
      WHERE user_id = ${row.userId} AND at >= ${day} AND at <= ${row.at} AND id <= ${row.id}`);
    const { total, good } = found!;
    return {
      ...wire(row),
      picture: pictureAddress(row.userId, file),
      successes: good,
      abnormal: total - good,
    };
  }
}

const GOOD = ['SUCCESS', 'CHANGED'] as const;
