import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not, type Repository } from 'typeorm';
import type { ErrorKey } from '../../../contract/errors.js';
import type { ImportKind } from '../../../contract/cases/imports.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type TxActor } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { IntakeService } from './intake.service.js';
import { LedgerService } from './ledger.service.js';
import { Queue as QueueEntity } from '../../domain/queues/queue.entity.js';
import { ImportRun } from '../../domain/imports/import-run.entity.js';
import { LoanBook } from '../../domain/imports/loan-book.rules.js';
import type { Institution, Queue } from '../../domain/imports/intake.rules.js';
import { User } from '../../domain/users/user.entity.js';
import { parseLoanRow, type SourceRow } from '../../domain/imports/loan-row.rules.js';
import { hopeless } from '../../domain/imports/refused-rows.sql.js';

const BATCH_ITEMS = 400;

export interface ImportOptions {
  actor?: TxActor;
  fileName?: string;
  /** SHA-256 of the file. */
  fileHash?: Buffer;
  /** The institutions whose rows are taken; all when it is not said. */
  institutionIds?: readonly number[];
  /** New loans are worked by nobody until a person releases the import. */
  waits?: boolean;
}

export interface ImportTotals {
  importId: number;
  rowsRead: number;
  rowsKept: number;
  rowsUnchanged: number;
  rowsRefused: number;
  deviceContactsDropped: number;
}

/** Takes loan books in, row by row, from wherever they come. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly intake: IntakeService,
    private readonly ledger: LedgerService,
    private readonly dataSource: DataSource,
  ) {}

  private get runs(): Repository<ImportRun> {
    return this.dataSource.getRepository(ImportRun);
  }

  /**
   * Imports loan rows: good ones are kept, bad ones are listed in import_error with line, column and reason, and rows
   * that are known already are counted as unchanged. Rows of one loan item belong together best when they follow each other.
   *
   * @throws import.hopeless when hardly a row is good, and what reading the source throws; what was read before stays, and
   * the run is marked FAILED.
   */
  async importRows(
    source: AsyncIterable<SourceRow> | Iterable<SourceRow>,
    options: ImportOptions = {},
  ): Promise<ImportTotals> {
    return this.resume(await this.begin('LOANS', options), 'LOANS', source, options);
  }

  /** Opens the run, so that its number can be told before its rows are read. */
  async begin(kind: ImportKind, options: ImportOptions): Promise<number> {
    const id = await this.ids.take();
    const { fileName = '', fileHash = Buffer.alloc(32), actor, waits = false } = options;
    const started = { startedBy: actor?.userId ?? null, startedAt: this.clock.now() };
    await this.runs.insert({
      id,
      kind,
      fileName: fileName.slice(-200),
      fileHash,
      status: 'RUNNING',
      releaseState: waits ? 'WAITING' : 'RELEASED',
      ...started,
    });
    return id;
  }

  /** Rows read so far stay; the reading server stops at its next check. @returns false when it was over. */
  async cancel(actor: TxActor, importId: number): Promise<boolean> {
    return this.uow.transact(actor, async (tx) => {
      const running = { id: importId, status: 'RUNNING' as const, cancelledAt: IsNull() };
      const { affected } = await tx.manager.update(ImportRun, running, { cancelledAt: tx.now });
      if (!affected) return false;
      tx.emit('import.cancelled', { importId });
      return true;
    });
  }

  isCancelled(importId: number): Promise<boolean> {
    return this.runs.existsBy({ id: importId, cancelledAt: Not(IsNull()) });
  }

  /** Reads the rows of a run that was opened. @throws as importRows does */
  async resume(
    importId: number,
    kind: ImportKind,
    source: AsyncIterable<SourceRow> | Iterable<SourceRow>,
    options: ImportOptions,
  ): Promise<ImportTotals> {
    const actor = options.actor ?? SYSTEM;
    try {
      if (kind === 'LEDGER') await this.ledger.postAll(importId, source, actor, options.institutionIds);
      else await this.takeAll(importId, source, await this.book(options), actor);
      return await this.finish(importId, actor);
    } catch (error) {
      const failure: ErrorKey = error instanceof AppError ? error.key : 'system.error';
      await this.runs.update(importId, { status: 'FAILED', failure, finishedAt: this.clock.now() });
      throw error;
    }
  }

  /** Reads the next batch while the one before is being written. */
  private async takeAll(
    importId: number,
    source: AsyncIterable<SourceRow> | Iterable<SourceRow>,
    book: LoanBook,
    actor: TxActor,
  ): Promise<void> {
    let writing: Promise<unknown> = Promise.resolve();
    const flush = async () => {
      const batch = { importId, ...book.take() };
      await writing;
      writing = this.intake.write(actor, batch);
      // Awaited by the next flush; without this a failure in between would end the process.
      writing.catch(() => undefined);
    };
    let refusal: AppError | null = null;
    try {
      for await (const row of source) {
        const parsed = parseLoanRow(row);
        if (book.size >= BATCH_ITEMS && !book.continues(parsed)) await flush();
        book.add(parsed);
        if (book.isHopeless) throw hopeless();
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusal = error;
    }
    // The sender has to see the errors of a file that is given up.
    await flush();
    await writing;
    if (refusal) throw refusal;
  }

  private async finish(importId: number, actor: TxActor): Promise<ImportTotals> {
    return this.uow.transact(actor, async (tx) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const run = await tx.manager.findOneOrFail(ImportRun, { where: { id: importId }, lock });
      const starter = await tx.manager.findOneBy(User, { id: actor.userId ?? 0 });
      const { rowsRead, rowsKept, rowsUnchanged, rowsRefused, deviceContactsDropped } = run;
      const totals = { importId, rowsRead, rowsKept, rowsUnchanged, rowsRefused, deviceContactsDropped };
      await tx.manager.update(ImportRun, importId, { status: 'DONE', finishedAt: tx.now });
      const institutionId = starter?.institutionId ?? null;
      tx.emit('import.finished', { ...totals, startedBy: actor.userId, institutionId });
      return totals;
    });
  }

  /** @param room refused cells that are kept; 1,000 when it is not said */
  async book({ institutionIds }: Pick<ImportOptions, 'institutionIds'>, room?: number): Promise<LoanBook> {
    const [institutions, queues] = await Promise.all([
      this.database.rows<Institution>(sql`SELECT id, code, path, device_data AS deviceData FROM institution`),
      this.dataSource
        .getRepository(QueueEntity)
        .find({ select: { id: true, code: true, institutionId: true, kind: true } }) as Promise<Queue[]>,
    ]);
    const taken = institutions.filter(({ id }) => institutionIds?.includes(id) ?? true);
    return new LoanBook(taken, queues, room);
  }
}
