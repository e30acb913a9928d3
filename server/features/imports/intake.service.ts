import { Injectable } from '@nestjs/common';
import { isOpen } from '../../../contract/codes.js';
import type { EventPayload } from '../../../contract/events.js';
import { businessDay } from '../../../contract/shared/date.js';
import { dbErrorCode } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { rowsOf, sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx, type TxActor } from '../../platform/db/unit-of-work.js';
import { oweAgain } from '../extensions/extension-writes.js';
import { IntakeReader, type KnownBorrower, type KnownCase, type KnownItem } from './intake-reader.js';
import { IntakeRows, type OpenedCase } from './intake-rows.js';
import { LongAgingIntake, type Divided } from './long-aging-intake.js';
import { loanStatusOf, outstanding, periodOf, type IntakeItem, type Outstanding } from './intake.rules.js';
import type { LoanRow, RowError } from './loan-row.rules.js';

/** What one batch of an import does. The counts are of rows. */
export interface IntakeBatch {
  importId: number;
  items: IntakeItem[];
  read: number;
  /** Rows that were refused before the database was asked. */
  refused: RowError[];
  refusedRows: number;
}

export interface BatchTotals {
  kept: number;
  unchanged: number;
  refused: number;
  deviceContactsDropped: number;
}

const DUPLICATE_ATTEMPTS = 5;

/**
 * Writes a batch of a loan book: borrowers, contacts, loan items, plan rows, cases and their events, with the import's
 * counters and errors, in one transaction. So a killed import has counted exactly what it wrote, and the same file again
 * writes only what is missing.
 */
@Injectable()
export class IntakeService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly reader: IntakeReader,
    private readonly rows: IntakeRows,
    private readonly longAging: LongAgingIntake,
  ) {}

  /** Two imports that meet the same new borrower or loan item: the later one runs again and finds it. */
  async write(actor: TxActor, batch: IntakeBatch): Promise<BatchTotals> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.uow.transact(actor, (tx) => this.apply(tx, batch));
      } catch (error) {
        if (dbErrorCode(error) !== 'ER_DUP_ENTRY' || attempt === DUPLICATE_ATTEMPTS) throw error;
      }
    }
  }

  private async apply(tx: Tx, batch: IntakeBatch): Promise<BatchTotals> {
    const known = await this.reader.read(tx, batch.items);
    const work = new BatchWork(batch);
    for (const item of batch.items) work.sort(item, known.items.get(item.rows[0]!.loanItemExternalId));
    await this.add(tx, work, known.borrowers);
    for (const { item, known: before, fresh } of work.grown) await this.grow(tx, item, before, fresh);
    this.count(tx, batch, work);
    return work.totals;
  }

  private async add(tx: Tx, work: BatchWork, borrowers: Map<string, KnownBorrower>): Promise<void> {
    const items = work.added;
    if (items.length === 0) return;
    const phones = this.rows.phones();
    const people = await this.rows.borrowers(items, borrowers, phones);
    if (people.rows.length > 0) tx.write(people.insert);
    const contacts = await this.rows.contacts(items, people.byKey, phones);
    work.totals.deviceContactsDropped += contacts.dropped;
    if (contacts.insert) tx.write(contacts.insert);
    const calls = this.rows.deviceCalls(items, people.byKey, phones);
    if (calls) tx.write(calls);
    const itemIds = await this.ids.takeMany(items.length);
    tx.write(this.rows.loanItems(items, itemIds, people.byKey, businessDay(tx.now)));
    tx.write(
      this.rows.planRows(items.flatMap((item, index) => item.rows.map((row) => [itemIds[index]!, row]))),
    );
    const opened = items.map((item, index) => ({
      item,
      loanItemId: itemIds[index]!,
      borrower: people.byKey.get(this.rows.borrowerKey(item))!,
      previousCaseId: null,
      due: outstanding(item.rows.map(periodOf)),
    }));
    await this.open(tx, opened);
  }

  private async open(tx: Tx, candidates: OpenedCase[]): Promise<void> {
    const opened = candidates.filter(({ due }) => due.dueDate !== null);
    if (opened.length === 0) return;
    const { own, leads, joining } = await this.longAging.divide(tx, opened);
    await this.openOwn(tx, own, leads);
    this.longAging.join(tx, joining);
  }

  private async openOwn(tx: Tx, opened: OpenedCase[], leads: Divided['leads']): Promise<void> {
    if (opened.length === 0) return;
    const caseIds = await this.ids.takeMany(opened.length);
    for (const [index, each] of opened.entries()) {
      const lead = leads.get(each);
      if (lead) lead.caseId = caseIds[index]!;
    }
    tx.write(this.rows.cases(opened, caseIds, tx.now));
    tx.write(this.rows.contactWindows(opened));
    tx.emitMany(
      opened.map(({ item, loanItemId, due, previousCaseId }, index) => ({
        name: 'case.opened' as const,
        subject: ['case', caseIds[index]!] as ['case', number],
        caseId: caseIds[index]!,
        payload: {
          caseId: caseIds[index]!,
          loanItemId,
          queueId: item.queue.id,
          institutionId: item.institution.id,
          amount: due.amountDue,
          previousCaseId,
        },
      })),
    );
  }

  /** Periods of a loan item that is known already: its plan and its open case grow, or a new case opens. */
  private async grow(tx: Tx, item: IntakeItem, known: KnownItem, fresh: LoanRow[]): Promise<void> {
    const due = outstanding([...known.periods, ...fresh.map(periodOf)]);
    tx.write(this.rows.planRows(fresh.map((row) => [known.id, row])));
    tx.write(oweAgain([known.id]));
    tx.write(sql`
      UPDATE loan_item SET loan_status = ${loanStatusOf(due, businessDay(tx.now))}, version = version + 1
      WHERE id = ${known.id}`);
    const current = known.cases.at(-1);
    if (!current || !(isOpen(current.status) || current.status === 'C40')) {
      // What had led, or been led, in a case that is over begins anew.
      tx.write(
        sql`UPDATE loan_item SET lead_item_id = NULL WHERE id = ${known.id} OR lead_item_id = ${known.id}`,
      );
      const { borrower } = known;
      const previousCaseId = current?.id ?? null;
      return this.open(tx, [{ item, loanItemId: known.id, borrower, previousCaseId, due }]);
    }
    if (due.dueDate === null) return;
    const amount = amountAfter(current, known, due);
    tx.write(sql`
      UPDATE collection_case SET amount_due = ${amount},
        due_date = IF(kind = 'LONG_AGING', LEAST(due_date, ${due.dueDate}), ${due.dueDate}), version = version + 1
      WHERE id = ${current.id}`);
    const payload: EventPayload<'case.accrued'> = {
      caseId: current.id,
      day: businessDay(tx.now),
      interest: sum(fresh, 'interest'),
      penalty: sum(fresh, 'penalty'),
      iva: sum(fresh, 'iva'),
      amount,
    };
    tx.emit({ name: 'case.accrued', subject: ['case', current.id], caseId: current.id, payload });
  }

  private count(tx: Tx, batch: IntakeBatch, { totals, refused }: BatchWork): void {
    const errors = [...batch.refused, ...refused];
    if (errors.length > 0) {
      tx.write(sql`
        INSERT IGNORE INTO import_error (import_id, line, field, reason)
        VALUES ${rowsOf(errors.map((error) => [batch.importId, error.line, error.field, error.reason]))}`);
    }
    tx.write(sql`
      UPDATE import_run SET rows_read = rows_read + ${batch.read}, rows_kept = rows_kept + ${totals.kept},
        rows_unchanged = rows_unchanged + ${totals.unchanged}, rows_refused = rows_refused + ${totals.refused},
        device_contacts_dropped = device_contacts_dropped + ${totals.deviceContactsDropped}
      WHERE id = ${batch.importId}`);
  }
}

/** Sorts the rows of a batch into new, added to something known, unchanged and refused. */
class BatchWork {
  readonly added: IntakeItem[] = [];
  readonly grown: { item: IntakeItem; known: KnownItem; fresh: LoanRow[] }[] = [];
  readonly refused: RowError[] = [];
  readonly totals: BatchTotals;

  constructor(batch: IntakeBatch) {
    this.totals = { kept: 0, unchanged: 0, refused: batch.refusedRows, deviceContactsDropped: 0 };
  }

  sort(item: IntakeItem, known: KnownItem | undefined): void {
    if (!known) {
      this.added.push(item);
      this.totals.kept += item.rows.length;
      return;
    }
    const fresh = item.rows.filter((row) => this.isFresh(row, item, known));
    this.totals.kept += fresh.length;
    if (fresh.length > 0) this.grown.push({ item, known, fresh });
  }

  private isFresh(row: LoanRow, item: IntakeItem, known: KnownItem): boolean {
    const field = this.conflict(row, item, known);
    if (field) {
      const reason = field === 'loanItemExternalId' ? 'conflict' : 'changed';
      this.refused.push({ line: row.line, field, reason });
      this.totals.refused++;
      return false;
    }
    const exists = known.periods.some((period) => period.period === row.period);
    if (exists) this.totals.unchanged++;
    return !exists;
  }

  /** Interest, penalty and payments move after the intake; the day and the principal of a period never do. */
  private conflict(row: LoanRow, item: IntakeItem, known: KnownItem): string | null {
    if (known.institutionId !== item.institution.id || known.borrower.externalId !== row.borrowerExternalId)
      return 'loanItemExternalId';
    const period = known.periods.find((candidate) => candidate.period === row.period);
    if (!period) return null;
    if (period.dueDate !== row.dueDate) return 'dueDate';
    return period.principal === row.principal ? null : 'principal';
  }
}

/** A long-aging case grows by what its item grew by; any other owes what its only item does. */
function amountAfter(current: KnownCase, known: KnownItem, due: Outstanding): number {
  if (current.kind !== 'LONG_AGING') return due.amountDue;
  current.amountDue += due.amountDue - outstanding(known.periods).amountDue;
  return current.amountDue;
}

function sum(rows: readonly LoanRow[], part: 'interest' | 'penalty' | 'iva'): number {
  return rows.reduce((total, row) => total + row[part], 0);
}
