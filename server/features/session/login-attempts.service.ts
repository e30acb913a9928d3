import { Injectable } from '@nestjs/common';
import { wallClock } from '../../../contract/shared/wall-clock.js';
import type { Origin } from '../../platform/auth/origin.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { LOCK_HORIZON_MS, LOCK_WINDOW_MS, lockedUntil, waitSeconds } from './login.rules.js';

/** Those that count against the account and the address. */
const FAILURES = ['WRONG', 'DISABLED', 'ID_CARD'] as const;
export type Failure = (typeof FAILURES)[number];
/** The results that count against nobody: refused before the password was checked, or a password that was changed. */
export type Refusal = 'CAPTCHA' | 'THROTTLED' | 'ADDRESS' | 'KEY_EXPIRED' | 'LOCKED' | 'CHANGED';

/** What an attempt says of itself: a claim, kept for the audit. */
export interface Attempt {
  username: string;
  gps?: string | null;
  veins?: string | null;
  method?: 'PASSWORD' | 'CHANGE';
}

/**
 * Every attempt is a row of login_audit, and the lock is counted from those rows, so that it holds over restarts and
 * servers. An attempt is written as failed before its password is looked at and corrected after: however many come at
 * once, no more than five passwords are checked. Unknown user names are locked in the same way.
 */
@Injectable()
export class LoginAttemptsService {
  constructor(
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async refused(attempt: Attempt, origin: Origin, result: Refusal): Promise<void> {
    await this.insert(attempt, origin, result, null);
  }

  /** @throws login.throttled while the address has to wait. */
  async checkAddress(attempt: Attempt, origin: Origin): Promise<void> {
    const now = this.clock.now();
    const row = await this.database.row<{ failures: number; last: Date | null }>(sql`
      SELECT COUNT(*) AS failures, MAX(at) AS last FROM login_audit
      WHERE address = ${origin.address} AND at > ${before(now, LOCK_WINDOW_MS)} AND result IN ${list(FAILURES)}`);
    const seconds = waitSeconds(row!.failures, row!.last, now);
    if (seconds === 0) return;
    await this.refused(attempt, origin, 'THROTTLED');
    throw new AppError('login.throttled', { seconds });
  }

  /**
   * @returns the audit row's id, now counted as a failure until `correct` or a sign-in says otherwise.
   * @throws login.locked with the time it ends.
   */
  async begin(attempt: Attempt, origin: Origin, userId: number | null): Promise<number> {
    const id = await this.insert(attempt, origin, 'WRONG', userId);
    const now = this.clock.now();
    const rows = await this.database.rows<{ result: string; at: Date }>(sql`
      SELECT result, at FROM login_audit
      WHERE username = ${attempt.username} AND at > ${before(now, LOCK_HORIZON_MS)} AND id <> ${id}
        AND result IN ${list(['SUCCESS', ...FAILURES])}
      ORDER BY at`);
    const since = rows.findLastIndex((row) => row.result === 'SUCCESS') + 1;
    const until = lockedUntil(
      rows.slice(since).map((row) => row.at),
      now,
    );
    if (!until) return id;
    await this.correct(id, 'LOCKED');
    throw new AppError('login.locked', { until: wallClock(until) });
  }

  async correct(id: number, result: Failure | Refusal): Promise<void> {
    await this.database.run(sql`UPDATE login_audit SET result = ${result} WHERE id = ${id}`);
  }

  /** To be written in the transaction that signs in. */
  succeeded(id: number): Statement {
    return sql`UPDATE login_audit SET result = 'SUCCESS' WHERE id = ${id}`;
  }

  private async insert(
    attempt: Attempt,
    origin: Origin,
    result: string,
    userId: number | null,
  ): Promise<number> {
    const id = await this.ids.take();
    await this.database.run(sql`
      INSERT INTO login_audit (id, user_id, institution_id, username, result, address, gps, veins, user_agent, method, at)
      VALUES (${id}, ${userId}, (SELECT u.institution_id FROM user u WHERE u.id = ${userId}), ${attempt.username}, ${result}, ${origin.address}, ${attempt.gps}, ${attempt.veins},
        ${origin.userAgent.slice(0, 200)}, ${attempt.method ?? 'PASSWORD'}, ${this.clock.now()})`);
    return id;
  }
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}
