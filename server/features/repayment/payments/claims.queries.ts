import { Injectable } from '@nestjs/common';
import type { ClaimedTimeRow, ClaimedTimesQuery } from '../../../../contract/money/payments.js';
import { COUNT_CAP, type Page } from '../../../../contract/shared/page.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Database } from '../../../platform/db/database.js';
import { cappedTotal } from '../../../platform/db/lists/capped-counts.js';
import { list, sql } from '../../../platform/db/sql.js';

@Injectable()
export class ClaimsQueries {
  constructor(private readonly database: Database) {}

  /** Payments of the viewer's institutions whose provider claimed an impossible time, newest first. */
  async claims({ institutionIds }: Actor, { page, size }: ClaimedTimesQuery): Promise<Page<ClaimedTimeRow>> {
    const shown = sql`m.institution_id IN ${list(institutionIds)}`;
    const [result, totalCount] = await Promise.all([
      this.database.wireRows<ClaimedTimeRow>(sql`
        SELECT p.id, li.external_id AS loanId, p.type, p.amount, p.channel, p.provider_reference AS providerReference,
          m.reason, m.claimed_at AS claimedAt, p.value_at AS countedAt
        FROM payment_claim m JOIN payment p ON p.id = m.payment_id JOIN loan_item li ON li.id = p.loan_item_id
        WHERE ${shown} ORDER BY m.payment_id DESC LIMIT ${Math.min((page - 1) * size, COUNT_CAP)}, ${size}`),
      cappedTotal(this.database, sql`FROM payment_claim m WHERE ${shown}`),
    ]);
    return { result, totalCount };
  }
}
