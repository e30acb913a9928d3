import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { LoginMethod } from '../../../contract/administration/users.js';
import { wallClock } from '../../../contract/shared/wall-clock.js';
import { hashOfBrowser } from '../../platform/auth/cookies.js';
import type { Origin } from '../../platform/auth/origin.js';
import { Clock } from '../../platform/clock/clock.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { claimsHash } from '../../domain/seals/streams.rules.js';
import {
  BUSY_AFTER,
  FAILURES,
  KNOWN_MS,
  LOCK_HORIZON_MS,
  LOCK_WINDOW_MS,
  lockOf,
  plainName,
  type Failure,
} from '../../domain/session/login.rules.js';

/** The results that count against nobody: refused before the password was checked, or a password that was changed. */
export type Refusal = 'CAPTCHA' | 'THROTTLED' | 'ADDRESS' | 'KEY_EXPIRED' | 'LOCKED' | 'CHANGED';

/** An attempt's own claims, kept for the audit. */
interface Claim {
  username: string;
  gps?: string | null;
  veins?: string | null;
  method?: LoginMethod;
}

export interface Attempt extends Claim {
  origin: Origin;
  userId: number | null;
  /** The stored name: the account's own spelling, or a keyed hash of a name that no account has. It may be a password. */
  storedName: string;
  browserHash: Buffer | null;
  /** The person has come in by this browser within thirty days. */
  isKnown: boolean;
}

/**
 * Every attempt is a row of login_audit, and the lock is counted from those rows, so that it holds over restarts and
 * servers. An attempt is written as failed before its password is looked at and corrected after: however many come at
 * once, no more than five passwords are checked. Unknown user names are locked in the same way.
 *
 * Failures from browsers by which the person came in before, and those of strangers, are counted apart: whoever guesses locks
 * other strangers out, and not the person's own browser. A browser is known by a random cookie; a copy of it would only be
 * counted with the person.
 */
@Injectable()
export class LoginAttemptsService {
  constructor(
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly vault: Vault,
  ) {}

  /** Finds the account, and whether the browser is known for it. Nothing is written. */
  async identify(claim: Claim, origin: Origin): Promise<Attempt> {
    const browserHash = origin.browser === null ? null : hashOfBrowser(origin.browser);
    const since = before(this.clock.now(), KNOWN_MS);
    const found = await this.database.row<{ id: number; username: string; isKnown: number }>(sql`
      SELECT u.id, u.username, EXISTS(SELECT 1 FROM login_audit a
        WHERE a.user_id = u.id AND a.at > ${since} AND a.browser_hash = ${browserHash} AND a.result = 'SUCCESS'
          AND (u.liveness = 'NONE' OR a.liveness = 'PASSED')) AS isKnown
      FROM user u WHERE u.username = ${claim.username}`);
    const storedName = found?.username ?? this.nameOfNobody(claim.username);
    const of = { userId: found?.id ?? null, storedName, isKnown: found?.isKnown === 1 };
    return { ...claim, ...of, origin, browserHash };
  }

  async refused(attempt: Attempt, result: Refusal): Promise<void> {
    await this.insert(attempt, result, null);
  }

  /**
   * After a hundred failures of strangers in ten minutes an address wants more work for each further try. A browser that the
   * person came in by is asked for nothing more.
   *
   * @throws login.harderProof
   */
  async checkAddress(attempt: Attempt, proof: 'usual' | 'harder'): Promise<void> {
    if (attempt.isKnown || proof === 'harder') return;
    const row = await this.database.row<{ failures: number }>(sql`
      SELECT COUNT(*) AS failures FROM login_audit
      WHERE address = ${attempt.origin.address} AND at > ${before(this.clock.now(), LOCK_WINDOW_MS)} AND known = 0
        AND result IN ${list(FAILURES)}`);
    if (row!.failures <= BUSY_AFTER) return;
    await this.refused(attempt, 'THROTTLED');
    throw new AppError('login.harderProof', {}, [{ field: 'altcha', rule: 'login.harderProof' }]);
  }

  /**
   * @returns the audit row's id, now counted as a failure until `correct` or a sign-in says otherwise.
   * @throws login.locked with the time it ends.
   */
  async begin(attempt: Attempt): Promise<number> {
    const id = await this.insert(attempt, 'WRONG', attempt.userId);
    const now = this.clock.now();
    const rows = await this.database.rows<{ result: string; at: Date }>(sql`
      SELECT result, at FROM login_audit
      WHERE username = ${attempt.storedName} AND at > ${before(now, LOCK_HORIZON_MS)} AND id <> ${id}
        AND at > COALESCE((SELECT u.unlocked_at FROM user u WHERE u.id = ${attempt.userId}), '2000-01-01')
        AND known = ${attempt.isKnown} AND result IN ${list(['SUCCESS', ...FAILURES])}
      ORDER BY at`);
    const until = lockOf(rows, now);
    if (!until) return id;
    await this.correct(id, 'LOCKED');
    throw new AppError('login.locked', { until: wallClock(until) });
  }

  /** As `begin`, of whom an identity provider vouches for: whoever guesses passwords does not lock them out. */
  vouched(attempt: Attempt): Promise<number> {
    return this.insert(attempt, 'DISABLED', attempt.userId);
  }

  async correct(id: number, result: Failure | Refusal): Promise<void> {
    await this.database.run(sql`
      UPDATE login_audit SET result = ${result}, outcome_at = ${this.clock.now()} WHERE id = ${id}`);
  }

  /** To be written in the transaction that signs in. */
  succeeded(id: number): Statement {
    return sql`UPDATE login_audit SET result = 'SUCCESS', outcome_at = ${this.clock.now()} WHERE id = ${id}`;
  }

  private nameOfNobody(typed: string): string {
    return `unknown-${this.vault.index(plainName(typed)).toString('hex').slice(0, 16)}`;
  }

  private async insert(attempt: Attempt, result: string, userId: number | null): Promise<number> {
    const id = await this.ids.take();
    const {
      storedName: username,
      gps = null,
      veins = null,
      method = 'PASSWORD',
      origin,
      browserHash,
      isKnown,
    } = attempt;
    const { address } = origin;
    const userAgent = origin.userAgent.slice(0, 200);
    const salt = randomBytes(16);
    const personHash = claimsHash(salt, { username, address, gps, veins, userAgent, browserHash });
    await this.database.run(sql`
      INSERT INTO login_audit (id, user_id, institution_id, username, result, begun_as, address, gps, veins, user_agent,
        method, at, browser_hash, known, salt, person_hash)
      VALUES (${id}, ${userId}, (SELECT u.institution_id FROM user u WHERE u.id = ${userId}), ${username}, ${result},
        ${result}, ${address}, ${gps}, ${veins}, ${userAgent}, ${method}, ${this.clock.now()}, ${browserHash}, ${isKnown},
        ${salt}, ${personHash})`);
    return id;
  }
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}
