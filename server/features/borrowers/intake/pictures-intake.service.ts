import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LARGEST_PICTURE, type IntakeAnswer, type PictureIntake } from '../../../../contract/cases/intake.js';
import { Database } from '../../../platform/db/database.js';
import { list, sql } from '../../../platform/db/sql.js';
import { SealedFiles } from '../../../platform/files/sealed-files.js';
import { fieldError } from '../../../platform/http/app-error.js';
import { pictureType } from '../../../domain/borrowers/picture.rules.js';
import { NoticesService } from './notices.service.js';

interface Picture extends PictureIntake {
  digest: string;
  /** The sealed file. */
  file: string;
}

/** Pictures of borrowers, as the lender's platform sends them. The file is there before its row, and goes when no row names it. */
@Injectable()
export class PicturesIntakeService {
  constructor(
    private readonly database: Database,
    private readonly files: SealedFiles,
    private readonly notices: NoticesService,
  ) {}

  /**
   * Equal pictures that come together share a file.
   *
   * @throws intake.picture (field), intake.unknownBorrower, request.reused
   */
  async take(messages: readonly PictureIntake[]): Promise<IntakeAnswer[]> {
    const contents = messages.map(({ content }) => pictureOf(content));
    const names = new Map<string, string>();
    const pictures: Picture[] = [];
    const replaced: string[] = [];
    let answers: IntakeAnswer[] = [];
    try {
      for (const [index, message] of messages.entries()) {
        const digest = createHash('sha256').update(contents[index]!).digest('base64');
        const file = names.get(digest) ?? (await this.files.keep('pictures', contents[index]!));
        names.set(digest, file);
        pictures.push({ ...message, digest, file });
      }
      replaced.push(...(await this.replacedBy(pictures)));
      answers = await this.notices.take(pictures, {
        command: 'intake.picture',
        body: ({ file: _file, content: _content, ...picture }) => picture,
        at: ({ takenAt }) => takenAt,
        storedAt: ({ kind }) => sql`
          (SELECT p.taken_at FROM borrower_picture p WHERE p.borrower_id = b.id AND p.kind = ${kind})`,
        write: (tx, { message: { kind, file }, borrowerId, at }) =>
          tx.write(sql`
            INSERT INTO borrower_picture (borrower_id, kind, file, taken_at) VALUES (${borrowerId}, ${kind}, ${file}, ${at})
            ON DUPLICATE KEY UPDATE file = VALUES(file), taken_at = VALUES(taken_at)`),
        tell: (tx, { message: { kind }, borrowerId, caseId, at }) =>
          tx.emit('borrower.pictureReceived', { borrowerId, kind }, { caseId, effectiveAt: at }),
      });
      return answers;
    } finally {
      const taken = new Set(
        pictures.filter((_, index) => answers[index]?.outcome === 'TAKEN').map(({ file }) => file),
      );
      await this.forget([...names.values(), ...replaced].filter((file) => !taken.has(file)));
    }
  }

  /** The files that these pictures may take the place of. */
  private async replacedBy(pictures: readonly Picture[]): Promise<string[]> {
    const [first] = pictures;
    if (pictures.length !== 1 || !first) return [];
    const rows = await this.database.rows<{ file: string }>(sql`
      SELECT p.file FROM institution i JOIN borrower b ON b.institution_id = i.id
      JOIN borrower_picture p ON p.borrower_id = b.id
      WHERE i.code = ${first.institutionCode} AND b.external_id = ${first.borrowerExternalId} AND p.kind = ${first.kind}`);
    return rows.map(({ file }) => file);
  }

  /** Deletes those of these files that no row names. */
  private async forget(files: readonly string[]): Promise<void> {
    if (files.length === 0) return;
    const named = await this.database.rows<{ file: string }>(sql`
      SELECT DISTINCT p.file FROM borrower_picture p WHERE p.file IN ${list(files)}`);
    const kept = new Set(named.map(({ file }) => file));
    for (const file of files) if (!kept.has(file)) await this.files.remove('pictures', file);
  }
}

/** @throws intake.picture (field) when the bytes are no JPEG or PNG, or too many */
function pictureOf(content: string): Buffer {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > LARGEST_PICTURE || pictureType(bytes) === null)
    throw fieldError('intake.picture', 'content', { limit: LARGEST_PICTURE / 1024 });
  return bytes;
}
