import { Injectable, StreamableFile } from '@nestjs/common';
import type { UserPictureChange } from '../../../contract/administration/users.js';
import type { Actor } from '../../platform/auth/actor.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { portraitOf } from '../../platform/files/portraits.js';
import { SealedFiles } from '../../platform/files/sealed-files.js';
import { AppError } from '../../platform/http/app-error.js';
import { lockPerson } from './accounts.service.js';

/** The pictures of those who work here: in header and watermark, and what a liveness check compares with. */
@Injectable()
export class UserPicturesService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly files: SealedFiles,
  ) {}

  /** @throws picture.notFound, also for anybody outside the viewer's scope */
  async open(actor: Actor, id: number): Promise<StreamableFile> {
    const found = await this.database.row<{ file: string | null }>(sql`
      SELECT u.picture AS file FROM user u WHERE u.id = ${id} AND ${peopleOf(actor)}`);
    const content = found?.file ? await this.files.open('pictures', found.file) : null;
    if (!content) throw new AppError('picture.notFound');
    return new StreamableFile(content, { type: 'image/jpeg', length: content.length });
  }

  /**
   * Keeps the file first; what could not be committed leaves none, and the picture before is destroyed. It raises the
   * account's version, as every change of the row does.
   *
   * @throws user.notFound for whoever is outside the actor's scope, picture.format, picture.tooLarge, picture.broken
   */
  async set(actor: Actor, { id, base64Image }: UserPictureChange): Promise<void> {
    const file =
      base64Image === null ? null : await this.files.keep('pictures', await portraitOf(base64Image));
    let unused = file;
    try {
      unused = await this.uow.transact(actor, async (tx) => {
        const { institutionId, picture } = await lockPerson(tx, actor, id);
        if (picture === file) return null;
        tx.write(sql`UPDATE user SET picture = ${file}, version = version + 1 WHERE id = ${id}`);
        tx.emit('user.pictureChanged', { userId: id, institutionId, removed: file === null });
        return picture;
      });
    } finally {
      if (unused !== null) await this.files.remove('pictures', unused);
    }
  }
}
