import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ErrorKey } from '../../../contract/errors.js';
import {
  MAX_SHEET_ERRORS,
  SHEET_LAYOUTS,
  type SheetKind,
  type SheetUpload,
} from '../../../contract/administration/sheet-uploads.js';
import { hashPassword } from '../../platform/auth/passwords.js';
import { Rights } from '../../platform/auth/rights.js';
import { Clock } from '../../platform/clock/clock.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { noRead, rowsOf, sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { Push } from '../../platform/push/push.js';
import { rowsIn, sheetParts, type SheetRow } from '../../platform/sheets/sheets.js';
import { SessionsService } from '../session/sessions.service.js';
import {
  SHEET_BOOKS,
  Stale,
  type Judged,
  type SheetBooks,
  type SheetScope,
  type Staged,
} from '../../domain/sheet-uploads/sheet-book.rules.js';

/** Rows that are judged at once: each time the database is asked for what stands. */
const STEP = 200;
/** Rows of one step of applying. */
const PART = 500;
/** Between two writes of how far it is, each of which is pushed. */
const TELL_MS = 150;
const LOST_MS = 60_000;
/** Permissions the sender needs until it is applied. */
const MANAGES = { users: 'user:manage', softphones: 'softphone:manage' } as const;

interface Upload {
  id: number;
  kind: SheetKind;
  institutionId: number;
  userId: number;
  status: SheetUpload['status'];
  scope: string;
}

/** In rows: of the file, of those read, of those written. */
interface Progress {
  total: number;
  read: number;
  written: number;
  reportedAt: number;
}
type Tally = Pick<SheetUpload, 'created' | 'changed' | 'same' | 'refusedRows' | 'refused'>;

/**
 * Reads an uploaded workbook, and applies it once it is confirmed. Each is one transaction that holds the upload's row: a
 * death undoes it, whoever comes second meanwhile leaves it alone, and the sweep does again what was left undone. Rows are
 * judged and stored as they come, so that the memory does not grow with the file.
 */
@Injectable()
export class SheetJobs {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly sessions: SessionsService,
    private readonly clock: Clock,
    private readonly push: Push,
    private readonly vault: Vault,
    private readonly rights: Rights,
    @Inject(SHEET_BOOKS) private readonly books: SheetBooks,
  ) {}

  async work(uploadId: number): Promise<void> {
    const upload = await this.database.row<Upload>(sql`
      SELECT id, kind, institution_id AS institutionId, uploaded_by AS userId, status, scope FROM sheet_upload
      WHERE id = ${uploadId}`);
    if (upload?.status === 'WAITING') await this.read(upload);
    if (upload?.status === 'CONFIRMED') await this.apply(upload);
  }

  /** Does what a lost job left undone. */
  async reconcile(): Promise<void> {
    const lost = await this.database.rows<{ id: number }>(sql`
      SELECT id FROM sheet_upload
      WHERE status IN ('WAITING', 'CONFIRMED') AND uploaded_at < ${new Date(this.clock.now().getTime() - LOST_MS)}
      ORDER BY id`);
    for (const { id } of lost) await this.work(id);
  }

  private read(upload: Upload): Promise<void> {
    return this.uow.transact({ userId: upload.userId, requestId: null }, async (tx) => {
      const [held] = await tx.read<[{ file: Buffer }]>(sql`
        SELECT file_enc AS file FROM sheet_upload
        WHERE id = ${upload.id} AND status = 'WAITING' FOR UPDATE SKIP LOCKED`);
      if (!held[0]) return;
      const tally: Tally = { created: 0, changed: 0, same: 0, refusedRows: 0, refused: 0 };
      const failure = await this.judge(tx, upload, this.vault.openBytes(held[0].file), tally);
      const { created, changed, same, refusedRows, refused } = tally;
      const status = failure || created + changed + same === 0 ? 'REFUSED' : 'READY';
      tx.write(sql`
        UPDATE sheet_upload SET status = ${status}, failure = ${failure}, file_enc = NULL, created = ${created},
          changed = ${changed}, same = ${same}, refused_rows = ${refusedRows}, refused = ${refused}, finished_at = ${tx.now}
        WHERE id = ${upload.id}`);
      this.handled(tx, upload, status, tally);
    });
  }

  /** @returns why nothing of the file can be read */
  private async judge(tx: Tx, upload: Upload, file: Buffer, tally: Tally): Promise<ErrorKey | null> {
    const { id, kind, scope } = upload;
    const judge = await this.books[kind].judge(JSON.parse(scope) as SheetScope);
    const progress: Progress = { total: 0, read: 0, written: 0, reportedAt: -Infinity };
    let at = 0;
    let rows: SheetRow[] = [];
    let lines: number[] = [];
    const settle = async () => {
      const judged = await judge(rows);
      const placed = judged.map((each, index) => ({ ...each, at: at + index, line: lines[index]! }));
      await store(tx, id, tally, placed);
      at += rows.length;
      [rows, lines] = [[], []];
    };
    try {
      for await (const part of sheetParts(file, SHEET_LAYOUTS[kind])) {
        if ('total' in part) progress.total = part.total;
        else {
          let next = 0;
          for (const row of rowsIn(part)) {
            rows.push(row);
            lines.push(part.lines[next++]!);
            if (rows.length >= STEP) await settle();
          }
          progress.read = part.place;
        }
        await this.tell(upload, progress);
      }
      await settle();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      tx.write(sql`DELETE FROM sheet_row WHERE upload_id = ${id}`);
      Object.assign(tally, { created: 0, changed: 0, same: 0, refusedRows: 0, refused: 0 });
      return error.key;
    }
    // Empty rows were counted so far.
    await this.tell(upload, { ...progress, total: at, read: at, reportedAt: -Infinity });
    return null;
  }

  private async apply(upload: Upload): Promise<void> {
    const actor = { userId: upload.userId, requestId: null };
    const madeHash = await hashPassword(randomBytes(32).toString('base64'));
    try {
      await this.sessions.command(actor, async (tx, end) => {
        const [held] = await tx.read<[Tally]>(sql`
          SELECT created, changed, same, refused_rows AS refusedRows, refused FROM sheet_upload
          WHERE id = ${upload.id} AND status = 'CONFIRMED' FOR UPDATE SKIP LOCKED`);
        const tally = held[0];
        if (!tally) return;
        const scope = JSON.parse(upload.scope) as SheetScope;
        await this.checkRights(tx, upload.kind, scope);
        const total = tally.created + tally.changed;
        const progress: Progress = { total, read: total, written: 0, reportedAt: -Infinity };
        for (const act of ['CHANGED', 'CREATED'] as const)
          for (let last = -1; ;) {
            const rows = await staged(tx, upload.id, act, last);
            if (rows.length === 0) break;
            await this.books[upload.kind].apply({ tx, end, scope, madeHash }, rows);
            last = rows.at(-1)!.at;
            progress.written += rows.length;
            await this.tell(upload, progress);
          }
        await this.tell(upload, { ...progress, reportedAt: -Infinity });
        tx.write(sql`
          UPDATE sheet_upload SET status = 'APPLIED', made_hash = ${madeHash}, finished_at = ${tx.now}
          WHERE id = ${upload.id}`);
        this.handled(tx, upload, 'APPLIED', tally);
      });
    } catch (error) {
      if (!(error instanceof Stale)) throw error;
      await this.leave(upload);
    }
  }

  /** Nothing of it was done. */
  private leave(upload: Upload): Promise<void> {
    return this.uow.transact({ userId: upload.userId, requestId: null }, async (tx) => {
      const nothing: Tally = { created: 0, changed: 0, same: 0, refusedRows: 0, refused: 0 };
      tx.write(sql`
        UPDATE sheet_upload SET status = 'STALE', failure = 'sheet.stale', finished_at = ${tx.now}
        WHERE id = ${upload.id} AND status = 'CONFIRMED'`);
      this.handled(tx, upload, 'STALE', nothing);
      await Promise.resolve();
    });
  }

  /** Whoever has lost rights since, or the account, applies nothing. @throws Stale */
  private async checkRights(tx: Tx, kind: SheetKind, scope: SheetScope): Promise<void> {
    const { userId, role, institutionId, groupId } = scope;
    const [users] = await tx.read<[object]>(sql`
      SELECT 1 FROM user WHERE id = ${userId} AND enabled = 1 AND role = ${role} AND institution_id = ${institutionId}
        AND group_id <=> ${groupId} FOR UPDATE`);
    await this.rights.renew();
    const { permissions } = await this.rights.grantsOf(institutionId, role);
    const reached = new Set((await this.rights.branch(institutionId)).ids);
    const isKept = permissions.includes(MANAGES[kind]) && scope.institutionIds.every((id) => reached.has(id));
    if (users.length === 0 || !isKept) throw new Stale('The rights of who sent it have changed');
  }

  private handled(tx: Tx, upload: Upload, status: SheetUpload['status'], tally: Tally): void {
    const { id: uploadId, institutionId, userId, kind } = upload;
    const { created, changed, refused } = tally;
    tx.emit('sheet.handled', { uploadId, institutionId, userId, kind, status, created, changed, refused });
  }

  /** Beside the upload's row, which is locked while it is read or applied. */
  private async tell({ id, userId }: Upload, progress: Progress): Promise<void> {
    const { total, read, written, reportedAt } = progress;
    if (performance.now() - reportedAt < TELL_MS) return;
    progress.reportedAt = performance.now();
    await this.database.run(sql`
      INSERT INTO sheet_progress (upload_id, rows_total, rows_read, rows_written)
      VALUES (${id}, ${total}, ${read}, ${written})
      ON DUPLICATE KEY UPDATE rows_total = VALUES(rows_total), rows_read = VALUES(rows_read),
        rows_written = VALUES(rows_written)`);
    this.push.progress('sheet', userId, id);
  }
}

async function staged(tx: Tx, id: number, act: Staged['act'], last: number): Promise<Staged[]> {
  const [rows] = await tx.read<[Staged]>(sql`
    SELECT at, act, data, subject_id AS subjectId, subject_version AS subjectVersion FROM sheet_row
    WHERE upload_id = ${id} AND act = ${act} AND at > ${last} ORDER BY at LIMIT ${PART}`);
  return rows;
}

/** Columns of a refused cell: changes, data, subject and version. */
const NO_OUTCOME = [null, null, null, null];

type Placed = Judged & { at: number; line: number };

async function store(tx: Tx, uploadId: number, tally: Tally, judged: readonly Placed[]): Promise<void> {
  const rows = judged.flatMap(({ at, line, name, act, changes, data, subject, refusals }) => {
    const named = name.slice(0, 80);
    if (refusals.length > 0) {
      tally.refusedRows += 1;
      return refusals.flatMap(({ cell, column, reason }) => {
        const place = tally.refused++;
        return place < MAX_SHEET_ERRORS
          ? [[place, 'REFUSED', cell, named, column, reason, ...NO_OUTCOME]]
          : [];
      });
    }
    if (act === null) {
      tally.same += 1;
      return [];
    }
    tally[act === 'CREATED' ? 'created' : 'changed'] += 1;
    const { id = null, version = null } = subject ?? {};
    return [
      [at, act, String(line), named, null, null, JSON.stringify(changes), JSON.stringify(data), id, version],
    ];
  });
  if (rows.length > 0)
    tx.write(sql`
      INSERT INTO sheet_row
        (upload_id, kept_at, at, act, place, name, field, reason, changes, data, subject_id, subject_version)
      VALUES ${rowsOf(rows.map((row) => [uploadId, tx.now, ...row]))}`);
  await tx.read(noRead);
}
