import { Injectable } from '@nestjs/common';
import { list, sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import type { OpenedCase } from './intake-rows.js';

/** A borrower's long-aging case, known or about to be opened in this batch. */
interface Lead {
  /** Null until the batch gives it one. */
  caseId: number | null;
  loanItemId: number;
  amountDue: number;
}

/** What a batch opens, and what joins a case instead. */
export interface Divided {
  own: OpenedCase[];
  /** Of `own`: those that lead a long-aging case. */
  leads: Map<OpenedCase, Lead>;
  joining: { opened: OpenedCase; lead: Lead }[];
}

/**
 * A long-aging queue takes a borrower's loan items into one case. The borrower is locked while it is looked for, so that
 * two imports at once open no two of them.
 */
@Injectable()
export class LongAgingIntake {
  async divide(tx: Tx, candidates: readonly OpenedCase[]): Promise<Divided> {
    const divided: Divided = { own: [], leads: new Map(), joining: [] };
    const cases = await this.casesOf(tx, candidates.filter(isLongAging));
    for (const opened of candidates) {
      const lead = isLongAging(opened) ? cases.get(opened.borrower.id) : undefined;
      if (lead && lead.loanItemId !== opened.loanItemId) {
        divided.joining.push({ opened, lead });
        continue;
      }
      divided.own.push(opened);
      if (!isLongAging(opened)) continue;
      const first = { caseId: null, loanItemId: opened.loanItemId, amountDue: opened.due.amountDue };
      cases.set(opened.borrower.id, first);
      divided.leads.set(opened, first);
    }
    return divided;
  }

  /** After the batch has opened its own cases. */
  join(tx: Tx, joining: Divided['joining']): void {
    for (const { opened, lead } of joining) {
      const { loanItemId, due } = opened;
      const caseId = lead.caseId!;
      lead.amountDue += due.amountDue;
      tx.write(sql`
        UPDATE loan_item SET lead_item_id = ${lead.loanItemId}, version = version + 1 WHERE id = ${loanItemId}`);
      tx.write(sql`
        UPDATE collection_case SET amount_due = amount_due + ${due.amountDue}, due_date = LEAST(due_date, ${due.dueDate}),
          version = version + 1
        WHERE id = ${caseId}`);
      const payload = { caseId, loanItemId, addedAmount: due.amountDue, amount: lead.amountDue };
      tx.emit({ name: 'case.extended', subject: ['case', caseId], caseId, payload });
    }
  }

  private async casesOf(tx: Tx, opened: readonly OpenedCase[]): Promise<Map<number, Lead>> {
    if (opened.length === 0) return new Map();
    const borrowers = list([...new Set(opened.map(({ borrower }) => borrower.id))]);
    const [, cases] = await tx.read<[object, Lead & { borrowerId: number }]>(
      sql`SELECT id FROM borrower WHERE id IN ${borrowers} ORDER BY id FOR UPDATE`,
      sql`SELECT c.id AS caseId, c.borrower_id AS borrowerId, c.loan_item_id AS loanItemId, c.amount_due AS amountDue
          FROM collection_case c
          WHERE c.borrower_id IN ${borrowers} AND c.kind = 'LONG_AGING'
            AND c.status IN ('C00', 'C01', 'C10', 'C20', 'C40') ORDER BY c.id FOR UPDATE`,
    );
    return new Map(cases.map(({ borrowerId, ...lead }) => [borrowerId, lead]));
  }
}

function isLongAging({ item }: OpenedCase): boolean {
  return item.queue.kind === 'LONG_AGING';
}
