import { Injectable, StreamableFile } from '@nestjs/common';
import type { AddedAttachment } from '../../../contract/supervision/complaints.js';
import type { Actor } from '../../platform/auth/actor.js';
import { complaintsOf } from '../../platform/auth/scope.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { SealedFiles } from '../../platform/files/sealed-files.js';
import { AppError } from '../../platform/http/app-error.js';
import { ComplaintsService } from './complaints.service.js';

const MAX_BYTES = 10 * 1024 * 1024;

/** File types by their first bytes; the name proves nothing. */
const KINDS = [
  { type: 'application/pdf', at: 0, bytes: Buffer.from('%PDF-') },
  { type: 'image/png', at: 0, bytes: Buffer.of(0x89, 0x50, 0x4e, 0x47) },
  { type: 'image/jpeg', at: 0, bytes: Buffer.of(0xff, 0xd8, 0xff) },
  { type: 'audio/wav', at: 8, bytes: Buffer.from('WAVE') },
  { type: 'audio/ogg', at: 0, bytes: Buffer.from('OggS') },
  { type: 'audio/mpeg', at: 0, bytes: Buffer.from('ID3') },
];

/** Files that belong to a complaint: sealed, outside of the web root, and handed out for keeping only. */
@Injectable()
export class AttachmentsService {
  constructor(
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly files: SealedFiles,
    private readonly complaints: ComplaintsService,
  ) {}

  /** Call before the file is read: it may have 10 MB. @throws complaint.notFound */
  async checkExists(actor: Actor, complaintId: number): Promise<void> {
    const found = await this.database.row(sql`
      SELECT k.id FROM complaint k WHERE k.id = ${complaintId} AND ${complaintsOf(actor)}`);
    if (!found) throw new AppError('complaint.notFound');
  }

  /** @throws complaint.attachment for anything but PDF, PNG, JPEG, WAV, Ogg and MP3 of at most 10 MB */
  async add(
    actor: Actor,
    complaintId: number,
    upload: { name: string; bytes: Buffer },
  ): Promise<AddedAttachment> {
    const { bytes } = upload;
    const kind = KINDS.find(({ at, bytes: first }) => bytes.subarray(at, at + first.length).equals(first));
    if (!kind || bytes.length > MAX_BYTES) throw new AppError('complaint.attachment');
    const id = await this.ids.take();
    const name = upload.name.replace(/[^\p{L}\p{N} ._-]/gu, '_').slice(-120);
    const file = await this.files.keep('attachments', bytes);
    try {
      await this.complaints.attach(
        actor,
        complaintId,
        (tx) =>
          tx.write(sql`
            INSERT INTO complaint_attachment (id, complaint_id, file, name, content_type, size, added_by, added_at)
            VALUES (${id}, ${complaintId}, ${file}, ${name}, ${kind.type}, ${bytes.length}, ${actor.userId}, ${tx.now})`),
        name,
      );
    } catch (error) {
      await this.files.remove('attachments', file);
      throw error;
    }
    return { attachmentId: id };
  }

  /** @throws complaint.notFound */
  async open(actor: Actor, id: number): Promise<StreamableFile> {
    const found = await this.database.row<{ file: string; name: string }>(sql`
      SELECT a.file, a.name FROM complaint_attachment a JOIN complaint k ON k.id = a.complaint_id
      WHERE a.id = ${id} AND ${complaintsOf(actor)}`);
    const content = found ? await this.files.open('attachments', found.file) : null;
    if (!found || !content) throw new AppError('complaint.notFound');
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(found.name)}`;
    return new StreamableFile(content, {
      type: 'application/octet-stream',
      disposition,
      length: content.length,
    });
  }
}
