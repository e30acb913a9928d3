import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Role } from '../../../contract/codes.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';

/** A change of the policy takes effect within this time on every server. */
const REMEMBERED_MS = 5_000;

/** Which roles see phone, identity and card numbers in full: by the configuration, and nobody unless it says so. */
@Injectable()
export class PhonePolicy {
  private readonly known = new LRUCache<'plain', ReadonlySet<string>>({
    max: 1,
    ttl: REMEMBERED_MS,
    ignoreFetchAbort: true,
    fetchMethod: () => this.read(),
  });

  constructor(private readonly database: Database) {}

  async showsPlain(role: Role): Promise<boolean> {
    return (await this.known.forceFetch('plain')).has(role);
  }

  /** After a change of the policy by this process. */
  forget(): void {
    this.known.clear();
  }

  private async read(): Promise<ReadonlySet<string>> {
    const rows = await this.database.rows<{ role: string }>(
      sql`SELECT role FROM phone_policy WHERE plain = 1`,
    );
    return new Set(rows.map((row) => row.role));
  }
}
