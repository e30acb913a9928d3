import { Injectable } from '@nestjs/common';
import type { GuardPolicy } from '../../../../contract/guard.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import { list, sql } from '../../../platform/db/sql.js';
import { openZonesOf, type Contactable } from './contactable.rules.js';
import { policyOf } from '../policy/policy.rules.js';

/** A changed policy takes effect in lists within this time; acts go by it at once. */
const REMEMBERED_MS = 5_000;

@Injectable()
export class ContactableQueries {
  private readonly known = new Map<string, { readAt: number; policies: Promise<Map<number, GuardPolicy>> }>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Where people may be called now, for the lists of these institutions. */
  async now(institutionIds: readonly number[]): Promise<Contactable> {
    const now = this.clock.now();
    return { now, open: openZonesOf(await this.policies(institutionIds), now) };
  }

  private policies(institutionIds: readonly number[]): Promise<Map<number, GuardPolicy>> {
    const key = institutionIds.join();
    const known = this.known.get(key);
    if (known && Date.now() - known.readAt < REMEMBERED_MS) return known.policies;
    const policies = this.read(institutionIds);
    this.known.set(key, { readAt: Date.now(), policies });
    policies.catch(() => this.known.delete(key));
    return policies;
  }

  private async read(institutionIds: readonly number[]): Promise<Map<number, GuardPolicy>> {
    const rows = await this.database.rows<{
      id: number;
      version: number | null;
      document: string | null;
    }>(sql`
      SELECT i.id, p.version, p.document FROM institution i
      LEFT JOIN guard_policy p ON p.institution_id = i.id AND p.version =
        (SELECT MAX(newest.version) FROM guard_policy newest WHERE newest.institution_id = i.id)
      WHERE i.id IN ${list(institutionIds)}`);
    return new Map(rows.map((row) => [row.id, policyOf(row).policy]));
  }
}
