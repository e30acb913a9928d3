import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Language, Role } from '../../../contract/codes.js';
import { SESSION_HOURS } from '../../../contract/team/attendance.js';
import { Clock } from '../clock/clock.js';
import { Database } from '../db/database.js';
import { sql, type Statement } from '../db/sql.js';
import { Redis } from '../redis/redis.js';
import type { Actor } from './actor.js';
import { Rights } from './rights.js';

const SESSION_SECONDS = SESSION_HOURS * 3600;
/** MySQL's sliding end is moved, and MySQL asked at all, at most this often by one process: most requests cost one Redis read. */
const SLIDE_AFTER_MS = 15 * 60_000;
const SLIDES_REMEMBERED = 20_000;
/**
 * A page sends its calls in bursts: what Redis said of a session stands this long. An end that this process wrote or heard
 * of counts at once; one that another process wrote, after this time at the latest.
 */
const RECENT_MS = 500;
const RECENT_REMEMBERED = 20_000;
/** Stands where an ended session stood, so that a slow reader of MySQL can not put its copy back. */
const ENDED = 'ended';

export interface SessionRecord {
  sessionId: number;
  userId: number;
  name: string;
  username: string;
  role: Role;
  institutionId: number;
  groupId: number | null;
  queueId: number | null;
  kiosk: boolean;
  /** Liveness is still owed: only the liveness calls and login/out are open. */
  pending: boolean;
  /** End of a wallboard, in epoch milliseconds: no use moves it. */
  endsAt: number | null;
}

/**
 * Sessions by token. MySQL decides who is signed in; Redis holds a copy for the hot path. So an emptied or absent Redis
 * neither signs anybody out nor in again: what it lacks is read from MySQL, and what MySQL has ended is never put back.
 * A session that ended, in either, is over. Tokens are kept only as SHA-256. Whoever changes a person's role, group or
 * queue ends the person's sessions: a record is never rewritten. What the role may is not in it: see rights.ts.
 *
 * Acts of a person move a session's end; what an open page does by itself (its socket, polls, answers to pushes) finds
 * the session and leaves its end where it is. A wallboard has nobody in front of it: its session lives as long as it asks.
 */
@Injectable()
export class SessionStore {
  /** The sessions whose end was moved, and those that MySQL was asked about, within SLIDE_AFTER_MS. */
  private readonly slid: LRUCache<number, true>;
  private readonly checked: LRUCache<number, true>;
  private readonly recent = new LRUCache<string, { record: SessionRecord; attended: boolean }>({
    max: RECENT_REMEMBERED,
    ttl: RECENT_MS,
  });
  /** Ended here while Redis was away: its copies may still say otherwise. */
  private readonly owed = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly redis: Redis,
    private readonly clock: Clock,
    private readonly rights: Rights,
  ) {
    const now = () => clock.now().getTime();
    const options = { max: SLIDES_REMEMBERED, ttl: SLIDE_AFTER_MS, ttlResolution: 0, perf: { now } };
    this.slid = new LRUCache(options);
    this.checked = new LRUCache(options);
    redis.client.on('ready', () => this.distrust());
  }

  newToken(): { token: string; hash: Buffer } {
    const token = randomBytes(32).toString('base64url');
    return { token, hash: hashToken(token) };
  }

  /** `find` for one request, which may be answered by what was found a moment ago. Not for what stays open. */
  async recall(token: string, attended: boolean): Promise<SessionRecord | null> {
    const known = this.recent.get(cacheKey(hashToken(token)));
    return known && (known.attended || !attended) ? known.record : this.find(token, attended);
  }

  /**
   * @param attended a person is behind it: the session's end is moved.
   * @returns the live session of a token, or null.
   */
  async find(token: string, attended = false): Promise<SessionRecord | null> {
    if (token.length < 20 || token.length > 64) return null;
    const hash = hashToken(token);
    const key = cacheKey(hash);
    if (this.owed.has(key)) return null;
    const cached = await this.redis.try((client) =>
      attended ? client.getex(key, 'EX', SESSION_SECONDS) : client.get(key),
    );
    if (cached === ENDED) return null;
    if (!cached) return this.findInDatabase(hash, attended);
    const record = JSON.parse(cached) as SessionRecord;
    if (record.endsAt && record.endsAt <= this.clock.now().getTime()) return null;
    const moves = attended || record.kiosk;
    if (moves && !attended) await this.redis.try((client) => client.expire(key, SESSION_SECONDS));
    if (await (moves ? this.slide(hash, record.sessionId) : this.check(hash, record.sessionId)))
      return this.remember(key, record, attended);
    await this.forget([hash]);
    return null;
  }

  private async findInDatabase(hash: Buffer, attended: boolean): Promise<SessionRecord | null> {
    const found = await this.load(hash);
    if (!found) return null;
    const { record, expiresAt } = found;
    const moves = attended || record.kiosk;
    if (moves && !(await this.slide(hash, record.sessionId))) return null;
    // Not kept while the face is owed: a record is never rewritten, and this one is about to change.
    if (record.pending) return record;
    const left = moves ? SESSION_SECONDS * 1000 : expiresAt.getTime() - this.clock.now().getTime();
    const [key, text] = [cacheKey(hash), JSON.stringify(record)];
    await this.redis.try((client) => client.set(key, text, 'PX', Math.max(1, left), 'NX'));
    return record;
  }

  /** Call after the transaction that ended these sessions. Redis hears of it now, or when it is back. */
  async forget(hashes: readonly Buffer[]): Promise<void> {
    const keys = hashes.map(cacheKey);
    for (const key of keys) this.owed.add(key);
    for (const key of keys) this.recent.delete(key);
    await this.settle();
    // Redis answers in order: who read the session before it ended has put it here by now.
    for (const key of keys) this.recent.delete(key);
  }

  private remember(key: string, record: SessionRecord, attended: boolean): SessionRecord {
    this.recent.set(key, { record, attended });
    return record;
  }

  private async settle(): Promise<void> {
    for (const key of this.owed) {
      const done = await this.redis.try((client) => client.set(key, ENDED, 'EX', SESSION_SECONDS));
      if (done) this.owed.delete(key);
    }
  }

  /** Redis was away, and may have missed what other processes ended: each session is asked of MySQL once more. */
  private distrust(): void {
    this.slid.clear();
    this.checked.clear();
    this.recent.clear();
    void this.settle();
  }

  /** The row of a new session, to be written in the transaction that signs in. */
  insert(session: {
    id: number;
    hash: Buffer;
    userId: number;
    pending: boolean;
    /** Pending until its person has chosen a password. */
    choosing?: boolean;
    codeOwed?: boolean;
    kiosk: boolean;
    /** The row of login_audit that it began with. */
    loginId?: number;
    /** Where it was opened from. */
    address?: string;
    /** For a wallboard: where it hangs, and the end that use does not move. */
    label?: string;
    endsAt?: Date;
    now: Date;
  }): Statement {
    const { endsAt = null } = session;
    return sql`
      INSERT INTO user_session (id, token_hash, user_id, kind, pending, choosing, code_owed, login_id, address, label, ends_at,
        created_at, last_seen_at, expires_at)
      VALUES (${session.id}, ${session.hash}, ${session.userId}, ${session.kiosk ? 'KIOSK' : 'PERSON'},
        ${session.pending}, ${session.choosing ?? false}, ${session.codeOwed ?? false}, ${session.loginId ?? null}, ${session.address ?? null},
        ${session.label ?? null}, ${endsAt}, ${session.now}, ${session.now},
        LEAST(${expiry(session.now)}, COALESCE(${endsAt}, ${expiry(session.now)})))`;
  }

  private async load(hash: Buffer): Promise<{ record: SessionRecord; expiresAt: Date } | null> {
    const row = await this.database.row<SessionRow>(sql`
      SELECT s.id AS sessionId, s.kind, s.pending, s.expires_at AS expiresAt, s.ends_at AS endsAt, ${PERSON}
      FROM user_session s JOIN user u ON u.id = s.user_id
      WHERE s.token_hash = ${hash} AND s.ended_at IS NULL AND s.expires_at > ${this.clock.now()} AND u.enabled = 1`);
    if (!row) return null;
    const { kind, pending, expiresAt, endsAt, ...rest } = row;
    const record = {
      ...rest,
      kiosk: kind === 'KIOSK',
      pending: pending === 1,
      endsAt: endsAt?.getTime() ?? null,
    };
    return { record, expiresAt };
  }

  /** The person as they are now, for work that goes on after the request. @returns null when the account is disabled. */
  async person(userId: number, language: Language): Promise<Actor | null> {
    const row = await this.database.row<PersonRow>(sql`
      SELECT ${PERSON} FROM user u WHERE u.id = ${userId} AND u.enabled = 1`);
    if (!row) return null;
    const context = { requestId: null, address: null, language };
    return this.rights.actor({ ...row, sessionId: 0, kiosk: false }, context);
  }

  /** Has MySQL look, and move nothing. @returns false when it says that the session is over. */
  private async check(hash: Buffer, sessionId: number): Promise<boolean> {
    if (this.slid.has(sessionId) || this.checked.has(sessionId)) return true;
    // Redis knows the end to the second, MySQL only to the last slide: whether it was ended is all that is asked.
    const live = await this.database.row(sql`
      SELECT id FROM user_session WHERE token_hash = ${hash} AND ended_at IS NULL`);
    if (!live) return false;
    this.checked.set(sessionId, true);
    return true;
  }

  /** @returns false when MySQL says that the session is over. */
  private async slide(hash: Buffer, sessionId: number): Promise<boolean> {
    if (this.slid.has(sessionId)) return true;
    const now = this.clock.now();
    const update = await this.database.run(sql`
      UPDATE user_session SET last_seen_at = ${now}, expires_at = LEAST(${expiry(now)}, COALESCE(ends_at, ${expiry(now)}))
      WHERE token_hash = ${hash} AND ended_at IS NULL`);
    if (update.affectedRows === 0) return false;
    this.slid.set(sessionId, true);
    return true;
  }
}

const PERSON = sql`
  u.id AS userId, u.name, u.username, u.role, u.institution_id AS institutionId, u.group_id AS groupId,
  u.queue_id AS queueId`;

type PersonRow = Omit<SessionRecord, 'sessionId' | 'kiosk' | 'pending' | 'endsAt'>;
interface SessionRow extends PersonRow {
  sessionId: number;
  kind: string;
  pending: number;
  expiresAt: Date;
  endsAt: Date | null;
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function cacheKey(hash: Buffer): string {
  return `session:${hash.toString('base64url')}`;
}

function expiry(now: Date): Date {
  return new Date(now.getTime() + SESSION_SECONDS * 1000);
}
