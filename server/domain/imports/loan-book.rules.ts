import type { ImportReason } from '../../../contract/cases/imports.js';
import { takes, type Institution, type IntakeItem, type Queue } from './intake.rules.js';
import type { LoanRow, RowError } from './loan-row.rules.js';
import { MAX_ERRORS, RowTally } from './refused-rows.sql.js';

/** Refused rows that wait for their loan item to end. */
const WAITING_ROWS = 5_000;

type Parsed = LoanRow | { errors: RowError[] };

/** Gathers the rows of a file into loan items, and refuses rows that contradict each other or name unknown queues and institutions. */
export class LoanBook {
  private readonly institutions: Map<string, Institution>;
  private readonly institutionsById: Map<number, Institution>;
  private readonly queues: Map<string, Queue>;
  private items = new Map<string, IntakeItem>();
  private refused: RowError[] = [];
  private refusedRows = 0;
  private readonly tally = new RowTally();
  private read = 0;

  constructor(
    institutions: readonly Institution[],
    queues: readonly Queue[],
    /** Refused cells that are kept. */
    private room = MAX_ERRORS,
  ) {
    this.institutions = new Map(institutions.map((institution) => [institution.code, institution]));
    this.institutionsById = new Map(institutions.map((institution) => [institution.id, institution]));
    this.queues = new Map(queues.map((queue) => [queue.code, queue]));
  }

  /** Rows that wait to be taken: loan items, or refused rows when those are many. */
  get size(): number {
    return Math.max(this.items.size, this.refusedRows);
  }

  get isHopeless(): boolean {
    return this.tally.isHopeless;
  }

  continues(row: Parsed): boolean {
    if ('errors' in row || this.refusedRows >= WAITING_ROWS) return false;
    return this.items.has(row.loanItemExternalId);
  }

  add(row: Parsed): void {
    this.read++;
    const errors = 'errors' in row ? row.errors : this.place(row);
    this.tally.add(1, errors.length > 0 ? 1 : 0);
    if (errors.length === 0) return;
    this.refusedRows++;
    const kept = errors.slice(0, this.room);
    this.room -= kept.length;
    this.refused.push(...kept);
  }

  take(): { items: IntakeItem[]; read: number; refused: RowError[]; refusedRows: number } {
    const { read, refused, refusedRows } = this;
    const items = [...this.items.values()];
    this.items = new Map();
    this.refused = [];
    this.refusedRows = 0;
    this.read = 0;
    return { items, read, refused, refusedRows };
  }

  private place(row: LoanRow): RowError[] {
    const error = (field: string, reason: ImportReason) => [{ line: row.line, field, reason }];
    const institution = this.institutions.get(row.institutionCode);
    if (!institution) return error('institutionCode', 'unknown');
    const queue = this.queues.get(row.queueCode);
    if (!queue || !takes(queue, this.institutionsById.get(queue.institutionId), institution))
      return error('queueCode', 'unknown');
    const item = this.items.get(row.loanItemExternalId);
    if (!item) {
      this.items.set(row.loanItemExternalId, { institution, queue, rows: [row] });
      return [];
    }
    if (item.institution !== institution) return error('institutionCode', 'conflict');
    if (item.rows[0]!.borrowerExternalId !== row.borrowerExternalId)
      return error('borrowerExternalId', 'conflict');
    if (item.rows.some((other) => other.period === row.period)) return error('period', 'conflict');
    item.rows.push(row);
    return [];
  }
}
