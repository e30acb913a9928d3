import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SheetConfirm, SheetKind } from '../../../contract/administration/sheet-uploads.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { isWorkbook } from '../../platform/sheets/sheets.js';
import type { SheetScope } from '../../domain/sheet-uploads/sheet-book.rules.js';

const FILE_BYTES = 16 * 1024 * 1024;
/** Its rows are kept for a week. */
const CONFIRMED_WITHIN_MS = 6 * 86_400_000;

@Injectable()
export class SheetUploadsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly vault: Vault,
  ) {}

  /**
   * Keeps the file for the job that reads it. A file that waits already, from the same person, is that upload.
   *
   * @throws sheet.format, request.tooLarge
   */
  async upload(
    actor: Actor,
    kind: SheetKind,
    file: { name: string; bytes: Buffer },
  ): Promise<{ uploadId: number }> {
    if (!isWorkbook(file.bytes)) throw new AppError('sheet.format');
    if (file.bytes.length > FILE_BYTES) throw new AppError('request.tooLarge');
    const id = await this.ids.take();
    const { userId, role, institutionId, groupId, institutionIds, path, everywhere } = actor;
    const scope: SheetScope = { userId, role, institutionId, groupId, institutionIds, path, everywhere };
    const digest = createHash('sha256').update(kind).update(file.bytes).digest();
    const sealed = this.vault.sealBytes(file.bytes);
    return this.uow.transact(actor, async (tx) => {
      const [waiting] = await tx.read<[{ id: number }]>(sql`
        SELECT id FROM sheet_upload
        WHERE uploaded_by = ${userId} AND digest = ${digest} AND status IN ('WAITING', 'CONFIRMED') LIMIT 1`);
      if (waiting[0]) return { uploadId: waiting[0].id };
      tx.write(sql`
        INSERT INTO sheet_upload
          (id, kind, institution_id, uploaded_by, scope, file_name, digest, file_enc, status, uploaded_at)
        VALUES (${id}, ${kind}, ${institutionId}, ${userId}, ${JSON.stringify(scope)}, ${file.name.slice(-200)},
          ${digest}, ${sealed}, 'WAITING', ${tx.now})`);
      tx.emit('sheet.uploaded', { uploadId: id, institutionId, userId, kind });
      return { uploadId: id };
    });
  }

  /**
   * From now on it is applied, whole or not at all. Confirmed twice it is applied once.
   *
   * @throws sheet.notFound of somebody else's, sheet.notReady before it was read, after a week, or when nothing of it is good
   */
  confirm(actor: Actor, kind: SheetKind, { id }: SheetConfirm): Promise<void> {
    const { userId } = actor;
    return this.uow.transact(actor, async (tx) => {
      const [found] = await tx.read<[{ status: string; institutionId: number; uploadedAt: Date }]>(sql`
        SELECT status, institution_id AS institutionId, uploaded_at AS uploadedAt FROM sheet_upload
        WHERE id = ${id} AND kind = ${kind} AND uploaded_by = ${userId} FOR UPDATE`);
      const upload = found[0];
      if (!upload) throw new AppError('sheet.notFound');
      if (upload.status === 'CONFIRMED' || upload.status === 'APPLIED') return;
      const isOld = tx.now.getTime() - upload.uploadedAt.getTime() > CONFIRMED_WITHIN_MS;
      if (upload.status !== 'READY' || isOld) throw new AppError('sheet.notReady');
      tx.write(sql`UPDATE sheet_upload SET status = 'CONFIRMED' WHERE id = ${id}`);
      tx.emit('sheet.confirmed', { uploadId: id, institutionId: upload.institutionId, userId, kind });
    });
  }

  /** Before it is applied; one that is being read or applied is left to end. @returns whether there was something to stop */
  cancel(actor: Actor, uploadId: number): Promise<boolean> {
    return this.uow.transact(actor, async (tx) => {
      const [[upload]] = await tx.read<[{ kind: SheetKind; institutionId: number; userId: number }]>(sql`
        SELECT kind, institution_id AS institutionId, uploaded_by AS userId FROM sheet_upload
        WHERE id = ${uploadId} AND status IN ('WAITING', 'READY', 'CONFIRMED') FOR UPDATE SKIP LOCKED`);
      if (!upload) return false;
      tx.write(sql`
        UPDATE sheet_upload SET status = 'REFUSED', failure = 'job.cancelled', file_enc = NULL, finished_at = ${tx.now}
        WHERE id = ${uploadId}`);
      tx.write(sql`DELETE FROM sheet_row WHERE upload_id = ${uploadId}`);
      const nothing = { created: 0, changed: 0, refused: 0 };
      tx.emit('sheet.handled', { uploadId, ...upload, status: 'REFUSED', ...nothing });
      return true;
    });
  }
}
