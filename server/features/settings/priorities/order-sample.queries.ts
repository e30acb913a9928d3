import { Injectable } from '@nestjs/common';
import type { OrderSample, SampledCase } from '../../../../contract/cases/priorities.js';
import { businessDay } from '../../../../contract/shared/date.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import { sql } from '../../../platform/db/sql.js';
import { AppError } from '../../../platform/http/app-error.js';

const MAX_CASES = 200;

/** A list as it stands, for who thinks of other weights. The screen orders it by the same rules as the lists are. */
@Injectable()
export class OrderSampleQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws institution.notFound outside the actor's institutions */
  async sample(actor: Actor, institutionId = actor.institutionId): Promise<OrderSample> {
    if (!actor.institutionIds.includes(institutionId)) throw new AppError('institution.notFound');
    const now = this.clock.now();
    const collector = await this.database.row<{ id: number; name: string }>(sql`
      SELECT u.id, u.name FROM user u JOIN collection_case c ON c.owner_id = u.id AND c.is_open = 1
      WHERE u.institution_id = ${institutionId} GROUP BY u.id, u.name ORDER BY COUNT(*) DESC, u.id LIMIT 1`);
    const cases = collector ? await this.casesOf(collector.id) : [];
    return { collector: collector?.name ?? null, asOf: now.toISOString(), today: businessDay(now), cases };
  }

  private casesOf(ownerId: number): Promise<SampledCase[]> {
    return this.database.wireRows<SampledCase>(sql`
      SELECT c.id, c.loan_no AS loanId, c.next_follow_up_at AS nextFollowUpAt, c.promise_due AS promiseDue,
        c.promise_broken_at AS promiseBrokenAt, c.amount_due AS amount, c.due_date AS penaltyDate,
        c.last_call_at AS lastCallTime, c.last_call_result AS lastCallResult, c.hold_until AS holdUntil
      FROM collection_case c WHERE c.owner_id = ${ownerId} AND c.is_open = 1 ORDER BY c.id LIMIT ${String(MAX_CASES)}`);
  }
}
