import { Injectable } from '@nestjs/common';
import { isOpen, type CaseStatus } from '../../../contract/codes.js';
import { businessDay } from '../../../contract/shared/date.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database, dbErrorCode } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { EndedCases } from '../repayment-codes/ended-cases.js';
import {
  casesWithWaitingExtensions,
  endExtension,
  expiredExtensions,
  extensionsDueAgain,
  lockExtension,
} from './extension-writes.js';
import { mayBecome, type ExtensionState } from './extension.rules.js';

const SWEEP_SIZE = 200;

interface LastCase {
  id: number;
  status: CaseStatus;
  loanItemId: number;
  queueId: number;
  institutionId: number;
}
interface Outstanding {
  amount: number;
  dueDate: string | null;
}

/** What time does to extensions: offers end, and when an extended due date has passed the next cycle's case opens. */
@Injectable()
export class NextCyclesService {
  private readonly ended: EndedCases;

  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {
    this.ended = new EndedCases(database, casesWithWaitingExtensions);
  }

  /** @returns how many offers ended and cases opened now. It may run as often as it likes. */
  async sweep(): Promise<number> {
    let done = 0;
    for (const id of await this.endable()) if (await this.end(id)) done++;
    for (const id of await this.overdue()) if (await this.open(id)) done++;
    return done;
  }

  private async endable(): Promise<number[]> {
    const [expired, ended] = await Promise.all([
      this.database.rows<{ id: number }>(expiredExtensions(this.clock.now(), SWEEP_SIZE)),
      this.ended.next(),
    ]);
    if (ended.length === 0) return expired.map(({ id }) => id);
    const waiting = await this.database.rows<{ id: number }>(
      sql`SELECT x.id FROM extension x WHERE x.waiting_case_id IN ${list(ended)}`,
    );
    return [...expired, ...waiting].map(({ id }) => id);
  }

  private async overdue(): Promise<number[]> {
    const today = businessDay(this.clock.now());
    const rows = await this.database.rows<{ id: number }>(extensionsDueAgain(today, SWEEP_SIZE));
    return rows.map(({ id }) => id);
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

  private async open(id: number): Promise<boolean> {
    const caseId = await this.ids.take();
    try {
      return await this.uow.transact(SYSTEM, (tx) => this.openOnce(tx, id, caseId));
    } catch (error) {
      // The intake opened the loan's next case in the same moment: the next sweep sees it.
      if (dbErrorCode(error) !== 'ER_DUP_ENTRY') throw error;
      return false;
    }
  }

  private async openOnce(tx: Tx, id: number, caseId: number): Promise<boolean> {
    const [[last], [extension], [due]] = await tx.read<[LastCase, ExtensionState, Outstanding]>(
      lockCaseOf(id),
      lockExtension(id),
      outstandingOf(id),
    );
    if (!last || !extension || extension.nextCaseId !== null) return false;
    if (!due?.dueDate) {
      tx.write(sql`UPDATE extension SET cleared = 1 WHERE id = ${id}`);
      return false;
    }
    const opens = last.id === extension.caseId && last.status === 'C32';
    tx.write(sql`UPDATE extension SET next_case_id = ${opens ? caseId : last.id} WHERE id = ${id}`);
    if (!opens) return false;
    openCase(tx, caseId, last, due.dueDate, due.amount);
    return true;
  }
}

/** The loan's newest case, with the loan item locked first, as payments do. */
function lockCaseOf(extensionId: number): Statement {
  return sql`
    SELECT c.id, c.status, c.loan_item_id AS loanItemId, c.queue_id AS queueId, c.institution_id AS institutionId
    FROM loan_item li JOIN collection_case c ON c.loan_item_id = li.id
    WHERE li.id = (SELECT loan_item_id FROM extension WHERE id = ${extensionId})
    ORDER BY c.is_open DESC, c.id DESC LIMIT 1 FOR UPDATE`;
}

function outstandingOf(extensionId: number): Statement {
  return sql`
    SELECT CAST(COALESCE(SUM(p.principal + p.interest + p.penalty + p.iva - p.paid), 0) AS SIGNED) AS amount,
      MIN(p.due_date) AS dueDate
    FROM extension x JOIN plan_row p ON p.loan_item_id = x.loan_item_id
    WHERE x.id = ${extensionId} AND p.paid < p.principal + p.interest + p.penalty + p.iva`;
}

/** A case like the last, as new: nobody's, and due on the extended day. */
function openCase(tx: Tx, caseId: number, last: LastCase, dueDate: string, amount: number): void {
  tx.write(sql`
    INSERT INTO collection_case (id, institution_id, queue_id, borrower_id, loan_item_id, loan_no, app_name,
      borrower_name, borrower_phone_mask, contact_zone, contact_from, kind, status, due_date, amount_due, opened_at,
      previous_case_id)
    SELECT ${caseId}, institution_id, queue_id, borrower_id, loan_item_id, loan_no, app_name,
      borrower_name, borrower_phone_mask, contact_zone, contact_from, kind, 'C00', ${dueDate}, ${amount}, ${tx.now},
      id
    FROM collection_case WHERE id = ${last.id}`);
  const { loanItemId, queueId, institutionId, id: previousCaseId } = last;
  const payload = { caseId, loanItemId, queueId, institutionId, amount, previousCaseId };
  tx.emit({ name: 'case.opened', subject: ['case', caseId], caseId, payload });
}
