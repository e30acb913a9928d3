import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { addressesIn } from '../../../contract/administration/configuration.js';
import type { KeyScope } from '../../../contract/administration/api-keys.js';
import type { Role } from '../../../contract/codes.js';
import { businessDay } from '../../../contract/shared/date.js';
import { Clock } from '../clock/clock.js';
import { Database } from '../db/database.js';
import { sql } from '../db/sql.js';
import { AppError } from '../http/app-error.js';
import { AddressSet } from './address-set.js';
import { TokenBuckets } from './budgets/token-buckets.js';

const BEGINNING = 'rk_';
const STARTS_LENGTH = 10;
const MINUTE_MS = 60_000;
const KEYS_REMEMBERED = 1_000;

/** A live key, and the account of the administrator in whose name it calls. */
export interface LiveKey {
  keyId: number;
  institutionId: number;
  scopes: readonly KeyScope[];
  addresses: string | null;
  perMinute: number;
  /** The institution of that account. */
  homeId: number;
  userId: number;
  name: string;
  username: string;
  role: Role;
}

/** @returns a secret that nobody guesses, its hash and the letters by which people tell it from others */
/** @param beginning by which people tell what it is */
export function newKeySecret(beginning = BEGINNING): { secret: string; hash: Buffer; starts: string } {
  const secret = beginning + randomBytes(32).toString('base64url');
  return { secret, hash: hashOf(secret), starts: secret.slice(0, STARTS_LENGTH) };
}

/**
 * Keys of other programs, by the secret that a call bears. Asked of the database for each call: a key that is ended opens nothing
 * from its commit on, and its calls are as few as its budget.
 */
@Injectable()
export class ApiKeys {
  private readonly buckets = new LRUCache<string, TokenBuckets>({ max: KEYS_REMEMBERED });
  private readonly used = new LRUCache<number, true>({ max: KEYS_REMEMBERED, ttl: MINUTE_MS });

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @returns null for one that is unknown, off or over, and when its administrator's account is off or reaches the institution no more */
  async find(secret: string): Promise<LiveKey | null> {
    if (!secret.startsWith(BEGINNING)) return null;
    const row = await this.database.row<Omit<LiveKey, 'scopes'> & { scopes: string }>(sql`
      SELECT k.id AS keyId, k.institution_id AS institutionId, k.scopes, k.addresses, k.per_minute AS perMinute,
        own.id AS homeId, u.id AS userId, u.name, u.username, u.role
      FROM api_key k JOIN user u ON u.id = k.issued_by
      JOIN institution own ON own.id = u.institution_id JOIN institution i ON i.id = k.institution_id
      WHERE k.secret_hash = ${hashOf(secret)} AND k.enabled = 1 AND k.expires_on >= ${businessDay(this.clock.now())}
        AND u.enabled = 1 AND i.path LIKE CONCAT(own.path, '%')`);
    return row ? { ...row, scopes: JSON.parse(row.scopes) as KeyScope[] } : null;
  }

  /** Whether it may call from there; null when its institution's white list decides. */
  admits({ addresses }: LiveKey, address: string): boolean | null {
    const list = addressesIn(addresses);
    return list.length === 0 ? null : new AddressSet(list).has(address);
  }

  /** @throws request.tooMany with the seconds to wait */
  spend({ keyId, perMinute }: LiveKey): void {
    const name = `${keyId}:${perMinute}`;
    const bucket =
      this.buckets.get(name) ?? new TokenBuckets({ burst: perMinute, perSecond: perMinute / 60, keys: 1 });
    this.buckets.set(name, bucket);
    if (!bucket.take(name)) throw new AppError('request.tooMany', { seconds: bucket.wait(name) });
  }

  /** Keeps when and from where it was used, once a minute. */
  async note({ keyId }: LiveKey, address: string): Promise<void> {
    if (this.used.has(keyId)) return;
    this.used.set(keyId, true);
    await this.database.run(sql`
      INSERT INTO api_key_use (api_key_id, used_at, address) VALUES (${keyId}, ${this.clock.now()}, ${address})
      ON DUPLICATE KEY UPDATE used_at = VALUES(used_at), address = VALUES(address)`);
  }
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
