import { Injectable } from '@nestjs/common';
import { type AddBehaviour, isBrowserType } from '../../../../contract/supervision/behaviour.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf } from '../../../platform/auth/scope.js';
import { TokenBuckets } from '../../../platform/auth/budgets/token-buckets.js';
import type { AddressLocation } from '../../../platform/behaviour/address-location.sql.js';
import { BehaviourRecords } from '../../../platform/behaviour/behaviour-records.js';
import { Database } from '../../../platform/db/database.js';
import { Ids } from '../../../platform/db/ids.js';
import { sql } from '../../../platform/db/sql.js';
import { UnitOfWork } from '../../../platform/db/unit-of-work.js';

/** Records that one browser may send. A person does not do two things a second for long, so more is dropped silently. */
const CLIENT = { burst: 60, perSecond: 2 };

/** Stores the reports of browsers: only what the server cannot see. */
@Injectable()
export class BehavioursService {
  private readonly reported = new TokenBuckets(CLIENT);

  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly records: BehaviourRecords,
  ) {}

  /**
   * Records what a browser reports. What the server writes itself, and whatever exceeds the limit, is dropped; a loan outside
   * the person's scope is left out.
   */
  async add(actor: Actor, input: AddBehaviour): Promise<void> {
    const { type, detail, ip } = input;
    if (!isBrowserType(type) || !this.reported.take(String(actor.userId))) return;
    const found = await this.caseOf(actor, input);
    const claim = ip ? ip.toLowerCase() : null;
    const id = await this.ids.take();
    await this.uow.transact(actor, async (tx) => {
      const [locations, before] = await tx.read<[AddressLocation, object]>(
        ...this.records.locationReads(tx, actor, 'CLIENT'),
      );
      const report = { type, caseId: found?.id ?? null, detail, claim };
      this.records.recordReport(tx, actor, id, report, before[0] && locations[0]);
    });
  }

  /** By the lender's number or the loan item's id, which stand in a case's address; else by the case's own id. */
  private async caseOf(actor: Actor, { loanId, taskId }: AddBehaviour): Promise<{ id: number } | undefined> {
    if (!loanId && !taskId) return undefined;
    const item = loanId && /^\d{1,15}$/.test(loanId) ? Number(loanId) : null;
    const named = loanId ? sql`c.loan_no = ${loanId} OR c.loan_item_id = ${item}` : sql`c.id = ${taskId}`;
    return this.database.row<{ id: number }>(sql`
      SELECT c.id FROM collection_case c
      WHERE (${named}) AND ${casesOf(actor)} ORDER BY c.id DESC LIMIT 1`);
  }
}
