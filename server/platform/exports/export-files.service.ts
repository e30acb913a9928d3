import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { Language } from '../../../contract/codes.js';
import type { EventPayload } from '../../../contract/events/events.js';
import {
  EXPORT_ROWS,
  EXPORTS,
  type ExportRequested,
  type ExportedList,
} from '../../../contract/administration/exports.js';
import { businessDay } from '../../../contract/shared/date.js';
import { SYSTEM, type Actor } from '../auth/actor.js';
import { SessionStore } from '../auth/session-store.js';
import { Clock } from '../clock/clock.js';
import { Vault } from '../crypto/vault.js';
import { Database } from '../db/database.js';
import { Ids } from '../db/ids.js';
import { list, sql } from '../db/sql.js';
import { UnitOfWork } from '../db/unit-of-work.js';
import { AppError } from '../http/app-error.js';
import { SealedFiles } from '../files/sealed-files.js';
import { ExportsService, refuseUnlessMay, type Leaving } from './exports.service.js';

const KEPT_MS = 86_400_000;
/** Age of an unwritten file from which its job may be lost; the oldest are given up. */
const LATE_MS = 60_000;
const GIVEN_UP_MS = 3_600_000;
const BATCH = 200;

type Filter = EventPayload<'list.exported'>['filter'];
interface ExportRow {
  userId: number;
  list: ExportedList;
  filter: Filter;
  question: Buffer;
  language: Language;
  rows: number;
  fileName: string | null;
}

/** Tells a person's browsers that their files have changed. */
export type Tell = (userId: number) => void;
/** How one list is written. May run any number of times. */
export type Make = (work: {
  actor: Actor;
  query: unknown;
  /** As many as were taken from the quota. */
  max: number;
  progress: (done: number) => Promise<void>;
}) => Promise<{ content: Buffer; rows: number }>;

/**
 * Lists that a job writes. The quota is taken when one is asked for, and given back when it fails. A file is fetched only
 * once it is READY, which the attempt that wrote all of it says in one transaction with the event; an attempt that was
 * killed or overtaken leaves a file that its row names, so that the next attempt or the expiry removes it.
 */
@Injectable()
export class ExportFilesService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly vault: Vault,
    private readonly files: SealedFiles,
    private readonly sessions: SessionStore,
    private readonly exports: ExportsService,
  ) {}

  /**
   * A list as a CSV file: at once up to EXPORT_ROWS, above them by a job.
   *
   * @param question what the job asks again
   * @param name of the file, without its ending
   * @throws permission.denied, export.quota
   */
  async take(
    actor: Actor,
    leaving: Leaving,
    { question, name, csv }: { question: object; name: string; csv: () => Readable },
  ): Promise<StreamableFile | ExportRequested> {
    if (leaving.rows > EXPORT_ROWS) return this.ask(actor, leaving, question);
    await this.exports.take(actor, leaving);
    return new StreamableFile(csv(), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="${name}.csv"`,
    });
  }

  /** @param exportQuery what the job asks again; sealed, because it may name a borrower. @throws permission.denied, export.quota */
  async ask(actor: Actor, leaving: Leaving, exportQuery: object): Promise<ExportRequested> {
    refuseUnlessMay(actor, leaving);
    const { list: name, filter, rows } = leaving;
    const id = await this.ids.take();
    const { userId } = actor;
    await this.uow.transact(actor, async (tx) => {
      await this.exports.charge(tx, actor, rows);
      tx.write(sql`
        INSERT INTO export_file (id, user_id, list, filter, question_enc, language, status, row_count, made_at, expires_at)
        VALUES (${id}, ${userId}, ${name}, ${JSON.stringify(filter)}, ${this.vault.seal(JSON.stringify(exportQuery))},
          ${actor.language}, 'WAITING', ${rows}, ${tx.now}, ${expiry(tx.now)})`);
      tx.emit('list.exportAsked', { userId, fileId: id });
      this.exports.recordIn(tx, actor, id, leaving);
    });
    return { jobId: id };
  }

  /** Writes it as its person is now; FAILED when they may no longer have it. */
  async write(fileId: number, tell: Tell, makes: Record<ExportedList, Make>): Promise<void> {
    const row = await this.database.row<ExportRow>(sql`
      SELECT user_id AS userId, list, filter, question_enc AS question, language, row_count AS \`rows\`,
        file_name AS fileName
      FROM export_file WHERE id = ${fileId} AND unwritten = 1`);
    if (!row) return;
    const actor = await this.sessions.person(row.userId, row.language);
    if (!actor?.permissions.has(EXPORTS[row.list])) return void (await this.fail(fileId));
    const fileName = this.files.newName('exports');
    const begun = await this.database.run(sql`
      UPDATE export_file SET status = 'RUNNING', done = 0, file_name = ${fileName}
      WHERE id = ${fileId} AND unwritten = 1 AND file_name <=> ${row.fileName}`);
    if (begun.affectedRows === 0) return;
    if (row.fileName !== null) await this.files.remove('exports', row.fileName);
    const progress = async (done: number) => {
      await this.database.run(sql`
        UPDATE export_file SET done = ${done} WHERE id = ${fileId} AND file_name = ${fileName}`);
      tell(row.userId);
    };
    const exportQuery: unknown = JSON.parse(this.vault.open(row.question));
    const { content, rows } = await makes[row.list]({
      actor,
      query: exportQuery,
      max: row.rows,
      progress,
    });
    await this.files.keep('exports', content, fileName);
    if (!(await this.finish(fileId, fileName, actor, row, rows)))
      await this.files.remove('exports', fileName);
  }

  /** @returns false when another attempt has taken over. */
  private finish(
    fileId: number,
    fileName: string,
    actor: Actor,
    row: ExportRow,
    rows: number,
  ): Promise<boolean> {
    return this.uow.transact(actor, async (tx) => {
      const [mine] = await tx.read<[{ id: number }]>(sql`
        SELECT id FROM export_file
        WHERE id = ${fileId} AND unwritten = 1 AND file_name = ${fileName} FOR UPDATE`);
      if (mine.length === 0) return false;
      tx.write(sql`
        UPDATE export_file SET status = 'READY', row_count = ${rows}, done = ${rows}, scope = ${scopeOf(actor)},
          expires_at = ${expiry(tx.now)}
        WHERE id = ${fileId}`);
      tx.emit('list.exported', { list: row.list, filter: row.filter, rows });
      tx.emit('list.exportEnded', { userId: actor.userId, fileId, ready: true });
      return true;
    });
  }

  /** Once more, with the same question, as a file of its own: the quota is taken again. @throws permission.denied, export.quota */
  async again(actor: Actor, fileId: number): Promise<ExportRequested> {
    const failed = await this.database.row<Pick<ExportRow, 'list' | 'filter' | 'question' | 'rows'>>(sql`
      SELECT list, filter, question_enc AS question, row_count AS \`rows\` FROM export_file
      WHERE id = ${fileId} AND user_id = ${actor.userId} AND status = 'FAILED'`);
    if (!failed) throw new AppError('export.notFound');
    const exportQuery = JSON.parse(this.vault.open(failed.question)) as object;
    return this.ask(actor, failed, exportQuery);
  }

  /** Gives back what was taken from the quota. @returns false when it was written, or failed, already. */
  fail(fileId: number): Promise<boolean> {
    return this.uow.transact(SYSTEM, async (tx) => {
      const [[file]] = await tx.read<[{ userId: number; rows: number; madeAt: Date }]>(sql`
        SELECT user_id AS userId, row_count AS \`rows\`, made_at AS madeAt FROM export_file
        WHERE id = ${fileId} AND unwritten = 1 FOR UPDATE`);
      if (!file) return false;
      tx.write(sql`UPDATE export_file SET status = 'FAILED' WHERE id = ${fileId}`);
      this.exports.giveBack(tx, file.userId, businessDay(file.madeAt), file.rows);
      tx.emit('list.exportEnded', { userId: file.userId, fileId, ready: false });
      return true;
    });
  }

  /** Fails what could not be written within an hour. @returns the ids of files whose job may be lost. */
  async late(): Promise<number[]> {
    const now = this.clock.now().getTime();
    const left = await this.database.rows<{ id: number; madeAt: Date }>(sql`
      SELECT id, made_at AS madeAt FROM export_file
      WHERE unwritten = 1 AND made_at < ${new Date(now - LATE_MS)} ORDER BY made_at LIMIT ${String(BATCH)}`);
    const given = left.filter(({ madeAt }) => madeAt.getTime() < now - GIVEN_UP_MS);
    for (const { id } of given) await this.fail(id);
    return left.filter((file) => !given.includes(file)).map(({ id }) => id);
  }

  /** The file before its row, so that no file is left that no row names. @returns how many were deleted. */
  async expire(): Promise<number> {
    const old = await this.database.rows<{ id: number; fileName: string | null }>(sql`
      SELECT id, file_name AS fileName FROM export_file WHERE expires_at <= ${this.clock.now()}
      ORDER BY expires_at LIMIT ${String(BATCH)}`);
    if (old.length === 0) return 0;
    for (const { fileName } of old) if (fileName !== null) await this.files.remove('exports', fileName);
    await this.database.run(sql`DELETE FROM export_file WHERE id IN ${list(old.map(({ id }) => id))}`);
    return old.length + (old.length === BATCH ? await this.expire() : 0);
  }
}

function expiry(now: Date): Date {
  return new Date(now.getTime() + KEPT_MS);
}

/** The rows that a person sees: a file holds those of the moment when it was written. */
export function scopeOf({ role, institutionIds, groupId }: Actor): string {
  return createHash('sha256')
    .update(JSON.stringify([role, [...institutionIds].sort((a, b) => a - b), groupId]))
    .digest('hex');
}
