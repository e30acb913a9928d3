import { Injectable } from '@nestjs/common';
import { isOpen } from '../../../contract/codes.js';
import { businessDay } from '../../../contract/shared/date.js';
import { dbErrorCode } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx, type TxActor } from '../../platform/db/unit-of-work.js';
import { whereaboutsOf, zoneKey } from '../../domain/contact-compliance/decide/zones.rules.js';
import { claimRows } from '../../domain/loans/claiming.writes.js';
import { loanStatusOf, mayFollow, newClaimOf, unpaidOf } from '../../domain/loans/due.rules.js';
import type { FallingRow } from '../../domain/loans/due.sql.js';
import { openCases, standAlone } from '../../domain/loans/open-cases.writes.js';
import { IntakeReader, type KnownBorrower, type KnownItem } from './intake-state.queries.js';
import { IntakeRows } from './intake-rows.service.js';
import { periodOf, type IntakeItem } from '../../domain/imports/intake.rules.js';
import type { LoanRow, RowError } from '../../domain/imports/loan-row.rules.js';
import { keepErrors, keptErrors } from '../../domain/imports/refused-rows.sql.js';

/** The result of one batch of an import. The counts are of rows. */
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

interface Candidate {
  item: IntakeItem;
  loanItemId: number;
  borrower: KnownBorrower;
  previousCaseId: number | null;
  claim: { amountDue: number; dueDate: string } | null;
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
    for (const item of batch.items) {
      const { loanItemExternalId } = item.rows[0]!;
      const borrower = known.borrowers.get(this.rows.borrowerKey(item));
      work.sort(item, known.items.get(loanItemExternalId), borrower);
    }
    await this.add(tx, work, known.borrowers);
    for (const { item, known: before, fresh } of work.grown) await this.grow(tx, item, before, fresh);
    await this.count(tx, batch, work);
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
    for (const statement of contacts.reindex) tx.write(statement);
    if (contacts.insert) tx.write(contacts.insert);
    const calls = this.rows.deviceCalls(items, people.byKey, phones);
    if (calls) tx.write(calls);
    const itemIds = await this.ids.takeMany(items.length);
    const run = { importId: work.importId, today: businessDay(tx.now) };
    tx.write(this.rows.loanItems(items, itemIds, people.byKey, run));
    tx.write(
      this.rows.planRows(items.flatMap((item, index) => item.rows.map((row) => [itemIds[index]!, row]))),
    );
    await this.open(
      tx,
      items.map((item, index) => ({
        item,
        loanItemId: itemIds[index]!,
        borrower: people.byKey.get(this.rows.borrowerKey(item))!,
        previousCaseId: null,
        claim: newClaimOf(item.rows.map(periodOf), businessDay(tx.now)),
      })),
    );
  }

  /** A loan item with nothing overdue has no case; the night opens it. */
  private async open(tx: Tx, candidates: readonly Candidate[]): Promise<void> {
    const overdue = candidates.flatMap(({ claim, ...one }) => (claim ? [{ ...one, claim }] : []));
    const caseIds = await this.ids.takeMany(overdue.length);
    await openCases(
      tx,
      overdue.map(({ item, loanItemId, borrower, previousCaseId, claim }, index) => {
        const { loanItemExternalId, appName, state, municipality } = item.rows[0]!;
        return {
          caseId: caseIds[index]!,
          ...{ institutionId: item.institution.id, queueId: item.queue.id, kind: item.queue.kind },
          ...{ borrowerId: borrower.id, borrowerName: borrower.name, phoneMask: borrower.phoneMask },
          ...{ loanItemId, loanNo: loanItemExternalId, appName, ...claim, previousCaseId },
          zone: zoneKey(whereaboutsOf(state ?? null, municipality ?? null)),
          accruedOn: businessDay(tx.now),
        };
      }),
    );
  }

  /** Periods of a loan item that is known already: what is due of them comes into its open case, or a new case opens. */
  private async grow(tx: Tx, item: IntakeItem, known: KnownItem, fresh: LoanRow[]): Promise<void> {
    const today = businessDay(tx.now);
    const periods = [...known.periods, ...fresh.map(periodOf)];
    tx.write(this.rows.planRows(fresh.map((row) => [known.id, row])));
    tx.write(sql`
      UPDATE loan_item SET loan_status = ${loanStatusOf(periods, today)}, version = version + 1
      WHERE id = ${known.id}`);
    const current = known.cases.at(-1);
    if (current && (isOpen(current.status) || current.status === 'C40'))
      return claimRows(tx, [current], fallingOf(current.id, known, fresh, today));
    const claim = newClaimOf(periods, today);
    if (!claim || !mayFollow(current)) return;
    // An item that led, or was led, in a case that is over begins anew.
    tx.write(standAlone(known.id));
    const previousCaseId = current?.mergedInto ?? current?.id ?? null;
    await this.open(tx, [{ item, loanItemId: known.id, borrower: known.borrower, previousCaseId, claim }]);
  }

  private async count(tx: Tx, batch: IntakeBatch, { totals, refused }: BatchWork): Promise<void> {
    const errors = [...batch.refused, ...refused];
    if (errors.length > 0) {
      const [[stored]] = await tx.read<[{ kept: number }]>(keptErrors(batch.importId));
      const insert = keepErrors(batch.importId, errors, stored!.kept);
      if (insert) tx.write(insert);
    }
    tx.write(sql`
      UPDATE import_run SET rows_read = rows_read + ${batch.read}, rows_kept = rows_kept + ${totals.kept},
        rows_unchanged = rows_unchanged + ${totals.unchanged}, rows_refused = rows_refused + ${totals.refused},
        device_contacts_dropped = device_contacts_dropped + ${totals.deviceContactsDropped}
      WHERE id = ${batch.importId}`);
  }
}

/** Sorts the rows of a batch into new, added to something known, unchanged and refused. */
export class BatchWork {
  readonly added: IntakeItem[] = [];
  readonly grown: { item: IntakeItem; known: KnownItem; fresh: LoanRow[] }[] = [];
  readonly refused: RowError[] = [];
  readonly totals: BatchTotals;
  readonly importId: number;

  constructor(batch: IntakeBatch) {
    this.importId = batch.importId;
    this.totals = { kept: 0, unchanged: 0, refused: batch.refusedRows, deviceContactsDropped: 0 };
  }

  sort(item: IntakeItem, known: KnownItem | undefined, borrower?: KnownBorrower): void {
    if (borrower?.erased) {
      const erased = { field: 'borrowerExternalId', reason: 'erased' } as const;
      this.refused.push(...item.rows.map(({ line }) => ({ line, ...erased })));
      this.totals.refused += item.rows.length;
      return;
    }
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

function fallingOf(caseId: number, known: KnownItem, fresh: readonly LoanRow[], today: string): FallingRow[] {
  return fresh
    .map((row) => ({ ...periodOf(row), caseId, loanItemId: known.id, unpaid: unpaidOf(periodOf(row)) }))
    .filter(({ unpaid, dueDate }) => unpaid > 0 && (dueDate <= today || known.acceleratedOn !== null));
}
