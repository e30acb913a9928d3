import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { ContactPolicy } from '../../../../contract/contact/contact-compliance.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import { list, sql } from '../../../platform/db/sql.js';
import {
  openZonesOf,
  type Contactable,
} from '../../../domain/contact-compliance/decide/contactable.rules.js';
import { policyOf, type PolicyRow } from '../../../domain/contact-compliance/policy/policy.rules.js';

/** A changed policy takes effect in lists within this time; acts go by it at once. */
const REMEMBERED_MS = 5_000;

@Injectable()
export class ContactableQueries {
  private readonly known = new LRUCache<string, Map<number, ContactPolicy>, readonly number[]>({
    max: 1_000,
    ttl: REMEMBERED_MS,
    fetchMethod: (_key, _stale, { context }) => this.read(context),
  });

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Where people may be called now, for the lists of these institutions. */
  async now(institutionIds: readonly number[]): Promise<Contactable> {
    const now = this.clock.now();
    const policies = await this.known.forceFetch(institutionIds.join(), { context: institutionIds });
    return { now, open: openZonesOf(policies, now) };
  }

  private async read(institutionIds: readonly number[]): Promise<Map<number, ContactPolicy>> {
    const rows = await this.database.rows<PolicyRow>(sql`
      SELECT i.id AS institutionId, p.levels FROM institution i LEFT JOIN policy_in_force p ON p.institution_id = i.id
      WHERE i.id IN ${list(institutionIds)}`);
    return new Map(rows.map((row) => [row.institutionId, policyOf(row).policy]));
  }
}
