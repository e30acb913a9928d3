import { Injectable } from '@nestjs/common';
import type { Role } from '../../../contract/codes.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';

/** A change of the policy takes effect within this time on every server. */
const REMEMBERED_MS = 5_000;

/** Which roles see phone, identity and card numbers in full: by the configuration, and nobody unless it says so. */
@Injectable()
export class PhonePolicy {
  private plain: Promise<ReadonlySet<string>> | null = null;
  private readAt = 0;

  constructor(private readonly database: Database) {}

  async showsPlain(role: Role): Promise<boolean> {
    if (this.plain === null || Date.now() - this.readAt > REMEMBERED_MS) {
      this.readAt = Date.now();
      this.plain = this.read();
    }
    return (await this.plain).has(role);
  }

  /** After a change of the policy by this process. */
  forget(): void {
    this.plain = null;
  }

  private async read(): Promise<ReadonlySet<string>> {
    try {
      const rows = await this.database.rows<{ role: string }>(
        sql`SELECT role FROM phone_policy WHERE plain = 1`,
      );
      return new Set(rows.map((row) => row.role));
    } catch (error) {
      this.plain = null;
      throw error;
    }
  }
}
