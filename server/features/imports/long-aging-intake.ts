import { Injectable } from '@nestjs/common';
import { list, sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { joinLead, lockBorrowers, type Lead } from '../cases/long-aging-writes.js';
import type { OpenedCase } from './intake-rows.js';

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
      joinLead(tx, lead, { loanItemId, ...due });
    }
  }

  private async casesOf(tx: Tx, opened: readonly OpenedCase[]): Promise<Map<number, Lead>> {
    if (opened.length === 0) return new Map();
    const borrowers = list([...new Set(opened.map(({ borrower }) => borrower.id))]);
    const [, cases] = await tx.read<[object, Lead & { borrowerId: number }]>(
      lockBorrowers(borrowers),
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
