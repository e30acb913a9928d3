import type { Statement } from '../../platform/db/sql.js';
import { list, rowsOf, sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { businessDay } from '../../../contract/shared/date.js';
import type { ItemToOpen } from './falling-due.sql.js';
import { joinLead, lockBorrowers, type Lead } from '../long-aging/long-aging.writes.js';

export interface NewCase extends Omit<ItemToOpen, 'state' | 'municipality'> {
  /** Used when the item gets a case of its own. */
  caseId: number;
  /** The oldest day with something due. */
  dueDate: string;
  amountDue: number;
  previousCaseId: number | null;
  zone: number;
  /** The day whose penalty it has had already: a loan comes in with all of it up to its day. */
  accruedOn: string | null;
}

/**
 * Opens a case for each loan item, nobody's, or takes it into the borrower's long-aging case, with the rows that are due
 * claimed. A long-aging queue's borrower is locked while his case is looked for, so that two at once open no two of them.
 */
export async function openCases(tx: Tx, candidates: readonly NewCase[]): Promise<void> {
  if (candidates.length === 0) return;
  const leads = await leadsOf(tx, candidates.filter(isLongAging));
  const own: NewCase[] = [];
  const joining: { item: NewCase; lead: Lead }[] = [];
  for (const item of candidates) {
    const lead = isLongAging(item) ? leads.get(item.borrowerId) : undefined;
    if (lead && lead.loanItemId !== item.loanItemId) {
      joining.push({ item, lead });
      continue;
    }
    own.push(item);
    const { caseId, loanItemId, amountDue } = item;
    if (isLongAging(item)) leads.set(item.borrowerId, { caseId, loanItemId, amountDue });
  }
  if (own.length > 0) insert(tx, own);
  for (const { item, lead } of joining) joinLead(tx, lead, item);
  tx.write(sql`
    UPDATE plan_row SET claimed = 1
    WHERE loan_item_id IN ${list(candidates.map(({ loanItemId }) => loanItemId))} AND due_date <= ${businessDay(tx.now)}`);
}

/** The items that shared a case that is over: this one and those that it led belong together no more. */
export function standAlone(loanItemId: number): Statement {
  return sql`
    UPDATE loan_item SET lead_item_id = NULL WHERE id = ${loanItemId} OR lead_item_id = ${loanItemId}`;
}

async function leadsOf(tx: Tx, items: readonly NewCase[]): Promise<Map<number, Lead>> {
  if (items.length === 0) return new Map();
  const borrowers = list([...new Set(items.map(({ borrowerId }) => borrowerId))]);
  const [, cases] = await tx.read<[object, Lead & { borrowerId: number }]>(
    lockBorrowers(borrowers),
    sql`SELECT c.id AS caseId, c.borrower_id AS borrowerId, c.loan_item_id AS loanItemId, c.amount_due AS amountDue
        FROM collection_case c
        WHERE c.borrower_id IN ${borrowers} AND c.kind = 'LONG_AGING'
          AND c.status IN ('C00', 'C01', 'C10', 'C20', 'C40') ORDER BY c.id FOR UPDATE`,
  );
  return new Map(cases.map(({ borrowerId, ...lead }) => [borrowerId, lead]));
}

function isLongAging({ kind }: NewCase): boolean {
  return kind === 'LONG_AGING';
}

function insert(tx: Tx, opened: readonly NewCase[]): void {
  tx.write(insertCases(opened, tx.now));
  tx.write(contactWindows(opened));
  const payloads = opened.map(
    ({ caseId, loanItemId, queueId, institutionId, amountDue: amount, previousCaseId }) => ({
      caseId,
      loanItemId,
      queueId,
      institutionId,
      amount,
      previousCaseId,
    }),
  );
  tx.emitMany('case.opened', payloads);
}

function insertCases(opened: readonly NewCase[], now: Date): Statement {
  const rows = opened.map((item) => [
    ...[
      item.caseId,
      item.institutionId,
      item.queueId,
      item.borrowerId,
      item.loanItemId,
      item.loanNo,
      item.appName,
    ],
    ...[item.borrowerName, item.phoneMask, item.kind, 'C00', item.dueDate, item.amountDue, now],
    ...[item.previousCaseId, item.zone, item.accruedOn],
  ]);
  return sql`
    INSERT INTO collection_case (id, institution_id, queue_id, borrower_id, loan_item_id, loan_no, app_name,
      borrower_name, borrower_phone_mask, kind, status, due_date, amount_due, opened_at, previous_case_id, contact_zone,
      accrued_on)
    VALUES ${rowsOf(rows)}`;
}

/** A borrower with an earlier case is left alone by the new one as long as by that. */
function contactWindows(opened: readonly NewCase[]): Statement {
  const borrowers = list(opened.map(({ borrowerId }) => borrowerId));
  return sql`
    UPDATE collection_case c JOIN (
      SELECT borrower_id, MAX(contact_from) AS contact_from FROM collection_case
      WHERE borrower_id IN ${borrowers} GROUP BY borrower_id HAVING COUNT(*) > 1
    ) known ON known.borrower_id = c.borrower_id SET c.contact_from = known.contact_from`;
}
