import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import {
  PREVIEW_FAULTS,
  PREVIEW_ROWS,
  type ImportPreview,
  type PreviewDoubt,
} from '../../../contract/cases/import-mapping.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import type { LoanBook } from '../../domain/imports/loan-book.rules.js';
import { parseLedgerRow } from '../../domain/imports/ledger-row.rules.js';
import { parseLoanRow, type RowError, type SourceRow } from '../../domain/imports/loan-row.rules.js';
import { Doubts, Faults } from '../../domain/imports/preview.rules.js';
import { ProductTerms } from '../../domain/products/product-terms.entity.js';
import type { OpenedFile } from './import-source.reader.js';
import { BatchWork } from './intake.service.js';
import { IntakeReader } from './intake-state.queries.js';
import { ImportsService } from './imports.service.js';

const BATCH_ITEMS = 400;

/** Judges the rows of a file as an import of it would, and writes nothing. */
@Injectable()
export class ImportPreviewService {
  constructor(
    private readonly imports: ImportsService,
    private readonly reader: IntakeReader,
    private readonly uow: UnitOfWork,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @throws what reading the file throws */
  async preview(actor: Actor, file: OpenedFile): Promise<ImportPreview> {
    const seen = new Seen(file.kind);
    const book = await this.imports.book(actor, Infinity);
    for await (const row of file.rows) {
      if (seen.answer.rowsRead === PREVIEW_ROWS) {
        seen.answer.isWhole = false;
        break;
      }
      seen.answer.rowsRead++;
      if (file.kind === 'LEDGER') seen.ledgerRow(row, this.clock.now());
      else await this.loanRow(actor, row, book, seen);
    }
    await this.judge(actor, book, seen);
    const { answer, faults, doubts } = seen;
    const unpriced = await this.withoutTerms(seen.places, doubts.products);
    return { ...answer, faults: faults.most(PREVIEW_FAULTS), doubts: [...unpriced, ...doubts.found()] };
  }

  private async loanRow(actor: Actor, row: SourceRow, book: LoanBook, seen: Seen): Promise<void> {
    const parsed = parseLoanRow(row);
    if (book.size >= BATCH_ITEMS && !book.continues(parsed)) await this.judge(actor, book, seen);
    seen.waiting.set(row.line, row);
    book.add(parsed);
    if (!('errors' in parsed)) seen.doubts.add(parsed);
  }

  /** The transaction locks what a batch meets for one reading, as the import does. */
  private async judge(actor: Actor, book: LoanBook, seen: Seen): Promise<void> {
    const batch = { importId: 0, ...book.take() };
    if (batch.read === 0) return;
    const known = await this.uow.transact(actor, (tx) => this.reader.read(tx, batch.items));
    const work = new BatchWork(batch);
    for (const item of batch.items) {
      work.sort(item, known.items.get(item.rows[0]!.loanItemExternalId));
      for (const id of item.institution.path.split('/').filter(Boolean)) seen.places.add(Number(id));
    }
    seen.answer.rowsNew += work.totals.kept;
    seen.answer.rowsUnchanged += work.totals.unchanged;
    seen.answer.rowsRefused += work.totals.refused;
    seen.refuse([...batch.refused, ...work.refused]);
  }

  /** Products that have terms neither in the institutions of the file nor above them. */
  private async withoutTerms(
    places: ReadonlySet<number>,
    products: ReadonlyMap<string, PreviewDoubt>,
  ): Promise<PreviewDoubt[]> {
    if (products.size === 0) return [];
    const terms = await this.dataSource.getRepository(ProductTerms).find({
      select: { productCategory: true },
      where: { productCategory: In([...products.keys()]), institutionId: In([...places]) },
    });
    const priced = new Set(terms.map(({ productCategory }) => productCategory));
    return [...products.values()].filter(({ value }) => !priced.has(value));
  }
}

/** The rows of one preview. */
class Seen {
  readonly answer: Omit<ImportPreview, 'faults' | 'doubts'>;
  readonly faults = new Faults();
  readonly doubts = new Doubts();
  /** Institutions of the rows, and those above them. */
  readonly places = new Set<number>();
  /** Rows of the batch that is being gathered, by line: a refusal shows the file's text. */
  readonly waiting = new Map<number, SourceRow>();

  constructor(kind: ImportPreview['kind']) {
    this.answer = { kind, rowsRead: 0, isWhole: true, rowsNew: 0, rowsUnchanged: 0, rowsRefused: 0 };
  }

  ledgerRow(row: SourceRow, now: Date): void {
    const parsed = parseLedgerRow(row, now);
    if (!('errors' in parsed)) {
      this.answer.rowsNew++;
      return;
    }
    this.answer.rowsRefused++;
    this.waiting.set(row.line, row);
    this.refuse(parsed.errors);
  }

  refuse(errors: readonly RowError[]): void {
    for (const error of errors) this.faults.add(error, this.waiting.get(error.line)?.cells[error.field]);
    this.waiting.clear();
  }
}
