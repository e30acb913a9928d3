import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Database } from '../db/database.js';
import { sql } from '../db/sql.js';
import { Logger } from '../logger/logger.js';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const PRUNE_MS = 5 * 60_000;

export type TicketKind = 'captcha' | 'nonce';
export interface Ticket {
  id: Buffer;
  payload: string;
  expiresAt: Date;
}

/**
 * Tokens that are issued, may be used once and expire within minutes. A ticket carries its own payload, sealed with
 * AES-256-GCM, so that any server can read it and issuing one stores nothing; a used one is a row in MySQL.
 * So sign-in needs no Redis, and an emptied one lets nothing be used twice. They go by the time of day: a shifted demo
 * clock differs between servers that started at different times.
 */
@Injectable()
export class Tickets implements OnApplicationShutdown {
  /** Keys that may be in use on another server just now; the first one is ours. */
  private readonly keys: [Buffer, ...Buffer[]];
  private readonly pruning: NodeJS.Timeout;

  constructor(
    config: Config,
    private readonly database: Database,
    private readonly logger: Logger,
  ) {
    const { dataKey, otherKeys } = config.secrets;
    this.keys = [ticketKey(dataKey), ...otherKeys.map((other) => ticketKey(other.dataKey))];
    this.pruning = setInterval(() => void this.prune(), PRUNE_MS).unref();
  }

  /** At most 64 characters for a payload of up to 9. */
  issue(kind: TicketKind, payload: string, seconds: number): string {
    const end = Math.floor(Date.now() / 1000 + seconds).toString(36);
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.keys[0], iv).setAAD(Buffer.from(kind));
    const body = Buffer.concat([cipher.update(`${end}.${payload}`, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url');
  }

  /** @returns null when the text is not a ticket of this kind, or its time is over. It may have been spent. */
  open(kind: TicketKind, text: string): Ticket | null {
    const sealed = Buffer.from(text, 'base64url');
    const plain = sealed.length > IV_BYTES + TAG_BYTES ? this.unseal(kind, sealed) : null;
    if (plain === null) return null;
    const dot = plain.indexOf('.');
    const expiresAt = new Date(parseInt(plain.slice(0, dot), 36) * 1000);
    if (expiresAt.getTime() <= Date.now()) return null;
    return { id: ticketId(sealed), payload: plain.slice(dot + 1), expiresAt };
  }

  /** True for the first who spends it, false for everybody after, on all servers. */
  async spend({ id, expiresAt }: Pick<Ticket, 'id' | 'expiresAt'>): Promise<boolean> {
    const insert = await this.database.run(sql`
      INSERT IGNORE INTO spent_ticket (id, expires_at) VALUES (${id}, ${expiresAt})`);
    return insert.affectedRows === 1;
  }

  private unseal(kind: TicketKind, sealed: Buffer): string | null {
    for (const key of this.keys) {
      const plain = unsealBy(key, kind, sealed);
      if (plain !== null) return plain;
    }
    return null;
  }

  private async prune(): Promise<void> {
    try {
      await this.database.run(sql`DELETE FROM spent_ticket WHERE expires_at < ${new Date()} LIMIT 10000`);
    } catch (error) {
      this.logger.warn('Spent tickets were not pruned', { reason: String(error) });
    }
  }

  onApplicationShutdown() {
    clearInterval(this.pruning);
  }
}

function ticketKey(dataKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(dataKey, 'base64'), '', 'recoup tickets', 32));
}

function unsealBy(key: Buffer, kind: TicketKind, sealed: Buffer): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES));
  decipher.setAAD(Buffer.from(kind)).setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    const body = decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES));
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch {
    // The tag does not fit: forged, of another kind, or sealed with another key.
    return null;
  }
}

export function ticketId(content: Buffer | string): Buffer {
  return createHash('sha256').update(content).digest().subarray(0, 16);
}
