import { Injectable } from '@nestjs/common';
import type { CaseStatus } from '../../../contract/codes.js';
import { list, sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import type { IntakeItem, PlanPeriod } from '../../domain/imports/intake.rules.js';

export interface KnownBorrower {
  id: number;
  institutionId: number;
  externalId: string;
  name: string;
  phoneMask: string;
  /** Nothing about the person is taken any more. 1 or 0; left out: not looked at. */
  erased?: number;
}

export interface KnownCase {
  id: number;
  status: CaseStatus;
  amountDue: number;
  mergedInto: number | null;
}

export interface KnownItem {
  id: number;
  institutionId: number;
  borrower: KnownBorrower;
  periods: PlanPeriod[];
  acceleratedOn: string | null;
  /** Oldest first; a long-aging case stands with each of its items, and is the same object. */
  cases: KnownCase[];
}

interface ItemRow {
  id: number;
  externalId: string;
  institutionId: number;
  borrowerId: number;
  borrowerExternalId: string;
  name: string;
  phoneMask: string;
  acceleratedOn: string | null;
}

/** Reads what the database has of a batch, in one round trip, with the loan items and their cases locked. */
@Injectable()
export class IntakeReader {
  async read(
    tx: Tx,
    items: readonly IntakeItem[],
  ): Promise<{ items: Map<string, KnownItem>; borrowers: Map<string, KnownBorrower> }> {
    if (items.length === 0) return { items: new Map(), borrowers: new Map() };
    const itemKeys = list(items.map((item) => item.rows[0]!.loanItemExternalId));
    const [itemRows, borrowers, periods, cases] = await tx.read<
      [
        ItemRow,
        KnownBorrower,
        KnownItem['periods'][number] & { loanItemId: number },
        KnownCase & { loanItemId: number },
      ]
    >(
      sql`SELECT l.id, l.external_id AS externalId, l.institution_id AS institutionId, l.borrower_id AS borrowerId,
            b.external_id AS borrowerExternalId, b.name, b.phone_mask AS phoneMask, l.accelerated_on AS acceleratedOn
          FROM loan_item l JOIN borrower b ON b.id = l.borrower_id WHERE l.external_id IN ${itemKeys} FOR UPDATE`,
      sql`SELECT id, institution_id AS institutionId, external_id AS externalId, name, phone_mask AS phoneMask,
            erased_at IS NOT NULL AS erased
          FROM borrower WHERE institution_id IN ${list([...new Set(items.map((item) => item.institution.id))])}
            AND external_id IN ${list([...new Set(items.map((item) => item.rows[0]!.borrowerExternalId))])}`,
      sql`SELECT p.loan_item_id AS loanItemId, p.period, p.due_date AS dueDate, p.principal, p.interest,
            p.penalty, p.iva, p.paid
          FROM loan_item l JOIN plan_row p ON p.loan_item_id = l.id WHERE l.external_id IN ${itemKeys}`,
      sql`SELECT c.id, l.id AS loanItemId, c.status, c.amount_due AS amountDue,
            c.merged_into AS mergedInto
          FROM loan_item l JOIN collection_case c ON c.loan_item_id = COALESCE(l.lead_item_id, l.id)
          WHERE l.external_id IN ${itemKeys} ORDER BY c.id FOR UPDATE`,
    );
    const byId = new Map(itemRows.map((row) => [row.id, asKnown(row)]));
    for (const { loanItemId, ...period } of periods) byId.get(loanItemId)?.periods.push(period);
    const shared = new Map<number, KnownCase>();
    for (const { loanItemId, ...row } of cases) {
      const known = shared.get(row.id) ?? row;
      shared.set(row.id, known);
      byId.get(loanItemId)?.cases.push(known);
    }
    return {
      items: new Map(itemRows.map((row) => [row.externalId, byId.get(row.id)!])),
      borrowers: new Map(borrowers.map((row) => [`${row.institutionId}:${row.externalId}`, row])),
    };
  }
}

function asKnown(row: ItemRow): KnownItem {
  const { id, institutionId, borrowerId, borrowerExternalId, name, phoneMask, acceleratedOn } = row;
  const borrower = { id: borrowerId, institutionId, externalId: borrowerExternalId, name, phoneMask };
  return { id, institutionId, borrower, acceleratedOn, periods: [], cases: [] };
}
