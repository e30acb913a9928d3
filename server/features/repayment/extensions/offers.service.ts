import { Injectable } from '@nestjs/common';
import { isOpen, type CaseStatus } from '../../../../contract/codes.js';
import { SYSTEM } from '../../../platform/auth/actor.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import { list, sql, type Statement } from '../../../platform/db/sql.js';
import { UnitOfWork } from '../../../platform/db/unit-of-work.js';
import { EndedCases } from '../../../domain/repayment-codes/ended-cases.sql.js';
import {
  casesWithWaitingExtensions,
  endExtension,
  expiredExtensions,
  lockExtension,
} from '../../../domain/extensions/extension.writes.js';
import { mayBecome, type ExtensionState } from '../../../domain/extensions/extension.rules.js';

const RECONCILE_SIZE = 200;

interface LastCase {
  status: CaseStatus;
}

/** The effect of time on extensions: unpaid offers end, and those whose case has ended. */
@Injectable()
export class OffersService {
  private readonly ended: EndedCases;

  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {
    this.ended = new EndedCases(database, casesWithWaitingExtensions);
  }

  /** @returns how many offers ended now. It may run as often as it likes. */
  async reconcile(): Promise<number> {
    let done = 0;
    for (const id of await this.endable()) if (await this.end(id)) done++;
    return done;
  }

  private async endable(): Promise<number[]> {
    const [expired, ended] = await Promise.all([
      this.database.rows<{ id: number }>(expiredExtensions(this.clock.now(), RECONCILE_SIZE)),
      this.ended.next(),
    ]);
    if (ended.length === 0) return expired.map(({ id }) => id);
    const waiting = await this.database.rows<{ id: number }>(
      sql`SELECT x.id FROM extension x WHERE x.waiting_case_id IN ${list(ended)}`,
    );
    return [...expired, ...waiting].map(({ id }) => id);
  }

  private end(id: number): Promise<boolean> {
    return this.uow.transact(SYSTEM, async (tx) => {
      const [[last], [waiting]] = await tx.read<[LastCase, ExtensionState]>(
        lockCaseOf(id),
        lockExtension(id),
      );
      if (!last || !waiting) return false;
      const to = isOpen(last.status) ? 'EXPIRED' : 'CANCELLED';
      if (!mayBecome(waiting.status, to)) return false;
      endExtension(tx, waiting, to);
      return true;
    });
  }
}

/** The loan's newest case, with the loan item locked first, as payments do. */
function lockCaseOf(extensionId: number): Statement {
  return sql`
    SELECT c.status
    FROM loan_item li JOIN collection_case c ON c.loan_item_id = li.id
    WHERE li.id = (SELECT loan_item_id FROM extension WHERE id = ${extensionId})
    ORDER BY c.is_open DESC, c.id DESC LIMIT 1 FOR UPDATE`;
}
