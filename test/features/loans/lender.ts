import { addDays, businessDay } from '../../../contract/shared/date.js';
import { ImportsService } from '../../../server/features/imports/imports.service.js';
import { FallingDueService } from '../../../server/features/case-work/loans/falling-due.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { pay, type TestCase } from '../../support/cases.js';
import { loanRow } from '../imports/portfolio.js';
import type { MoneyDesk } from '../repayment-codes/desk.js';

export const today = businessDay(new Date());

/** State of one loan's rows. */
export interface CaseState {
  id: number;
  status: string;
  amountDue: number;
  dueDate: string;
  ownerId: number | null;
  queueId: number;
  previousCaseId: number | null;
}

let next = 700_000;
let payments = 0;
export const reference = () => `due-${process.pid}-${++payments}`;

/** The lender of a desk: takes loans in, lets days pass, and gets paid. */
export class Lender {
  constructor(private readonly desk: MoneyDesk) {}

  /** Takes a loan in whose periods of 1,000 pesos fall due so many days from today. @returns its number */
  async lend(inDays: readonly number[], cells: Record<string, string> = {}): Promise<string> {
    const n = next++;
    await this.grow(n, inDays, cells);
    return `LI${n}`;
  }

  /** More periods of a loan that was taken in, or its first. */
  async grow(n: number, inDays: readonly number[], cells: Record<string, string>, from = 1): Promise<void> {
    const rows = inDays.map((days, index) => {
      const more = { dueDate: addDays(today, days), period: String(from + index) };
      const plain = {
        principal: '1000.00',
        interest: '0',
        penalty: '0',
        iva: '0',
        loanItemExternalId: `LI${n}`,
      };
      return { ...loanRow(n, { ...plain, ...more, ...cells }), line: index + 2 };
    });
    await this.desk.api.get(ImportsService).importRows(rows);
  }

  /** Runs the night, or the day's reconciliation, that makes rows due. */
  night(): Promise<number> {
    return this.desk.api.get(FallingDueService).run({ night: true });
  }

  casesOf(item: string | number): Promise<CaseState[]> {
    return this.desk.api.rows<CaseState>(sql`
      SELECT c.id, c.status, c.amount_due AS amountDue, c.due_date AS dueDate, c.owner_id AS ownerId,
        c.queue_id AS queueId, c.previous_case_id AS previousCaseId
      FROM collection_case c JOIN loan_item i ON i.id = COALESCE(
        (SELECT l.lead_item_id FROM loan_item l WHERE l.id = c.loan_item_id), c.loan_item_id)
      WHERE c.loan_item_id = (SELECT o.id FROM loan_item o WHERE o.id = ${item} OR o.external_id = ${String(item)})
      ORDER BY c.id`);
  }

  /** Lets a row fall due on another day than it was to. */
  async move(item: number, period: number, inDays: number): Promise<void> {
    await this.desk.api.rows(sql`
      UPDATE plan_row SET due_date = ${addDays(today, inDays)} WHERE loan_item_id = ${item} AND period = ${period}`);
  }

  async eventsOf<Payload>(caseId: number, name: string): Promise<Payload[]> {
    const rows = await this.desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE case_id = ${caseId} AND name = ${name} ORDER BY id`);
    return rows.map(({ payload }) => JSON.parse(payload) as Payload);
  }

  async loanStatusOf({ loanItemId }: TestCase): Promise<number> {
    const [row] = await this.desk.api.rows<{ status: number }>(sql`
      SELECT loan_status AS status FROM loan_item WHERE id = ${loanItemId}`);
    return row!.status;
  }

  async paid(test: TestCase, amount: number, more: object = {}): Promise<string> {
    const providerReference = reference();
    const message = { loanItemExternalId: test.externalId, amount, providerReference, ...more };
    const { code } = await pay(this.desk.api, message);
    if (code !== '00') throw new Error(`The payment was refused: ${code}`);
    return providerReference;
  }

  async takenBack(originalReference: string, amount: number): Promise<void> {
    const message = { type: 'REVERSAL', originalReference, amount, providerReference: reference() };
    const { code } = await pay(this.desk.api, message);
    if (code !== '00') throw new Error(`The reversal was refused: ${code}`);
  }
}
