import { Injectable } from '@nestjs/common';
import type { PictureKind, PictureList } from '../../../contract/cases/borrowers.js';
import type { Actor } from '../../platform/auth/actor.js';
import { caseFor, casesOf } from '../../platform/auth/scope.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { SealedFiles } from '../../platform/files/sealed-files.js';
import { AppError } from '../../platform/http/app-error.js';
import { pictureType } from '../../domain/borrowers/picture.rules.js';
import { BorrowersQueries } from './borrowers.queries.js';

interface Comment {
  taskId: number;
  /** Null: on the identity document as a whole. */
  kind: PictureKind | null;
  comment: string;
  clientRequestId?: string | undefined;
}

/** Shows the borrower's pictures, one at a time, logs every look, and stores people's comments on them. */
@Injectable()
export class PicturesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly vault: Vault,
    private readonly files: SealedFiles,
    private readonly queries: BorrowersQueries,
  ) {}

  /** @throws case.notFound */
  async show(actor: Actor, caseId: number, kind: PictureKind | undefined): Promise<PictureList> {
    const pictures = await this.queries.pictures(actor, caseId);
    const image = kind === undefined ? null : await this.look(actor, caseId, kind);
    return { pictures, image };
  }

  /** Commits the log row before it answers the picture. */
  private async look(actor: Actor, caseId: number, kind: PictureKind): Promise<string | null> {
    const file = await this.uow.transact(actor, async (tx) => {
      const [found] = await tx.read<[{ file: string }]>(sql`
        SELECT p.file FROM collection_case c JOIN borrower_picture p ON p.borrower_id = c.borrower_id
        WHERE c.id = ${caseId} AND p.kind = ${kind} AND ${casesOf(actor)}`);
      if (!found[0]) return null;
      tx.emit('picture.viewed', { caseId, kind });
      return found[0].file;
    });
    const content = file === null ? null : await this.files.open('pictures', file);
    return content && dataUrlOf(content);
  }

  /** The same clientRequestId again has no effect and the first one's answer. @throws case.notFound, request.reused */
  async comment(actor: Actor, comment: Comment): Promise<{ id: number }> {
    const id = await this.ids.take();
    const { taskId, kind, clientRequestId } = comment;
    return this.uow.onceLocked<{ id: number }>(
      actor,
      ['comment', clientRequestId, comment],
      async (tx, claim) => {
        const [cases] = await claim.read<[object]>(caseFor(actor, taskId));
        if (cases.length === 0) throw new AppError('case.notFound');
        const earlier = claim.earlier();
        if (earlier) return earlier;
        const sealed = this.vault.seal(comment.comment);
        tx.write(sql`
        INSERT INTO image_comment (id, case_id, kind, comment_enc, author_id, at)
        VALUES (${id}, ${taskId}, ${kind}, ${sealed}, ${actor.userId}, ${tx.now})`);
        tx.emit('picture.commented', { caseId: taskId, commentId: id, kind });
        return claim.keep({ id });
      },
    );
  }
}

function dataUrlOf(content: Buffer): string {
  return `data:${pictureType(content) ?? 'image/jpeg'};base64,${content.toString('base64')}`;
}
