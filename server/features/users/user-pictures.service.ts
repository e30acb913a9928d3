import { Injectable, StreamableFile } from '@nestjs/common';
import type { UserPictureChange } from '../../../contract/administration/users.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Rights } from '../../platform/auth/rights.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { refuseOwnHand } from '../../platform/auth/ties.js';
import { saveChanges } from '../../platform/db/changes.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { portraitOf } from '../../platform/files/portraits.js';
import { SealedFiles } from '../../platform/files/sealed-files.js';
import { AppError } from '../../platform/http/app-error.js';
import { lockPerson } from '../../domain/users/accounts.writes.js';

/** The pictures of those who work here: in header and watermark, and what a liveness check compares with (two files, or one). */
@Injectable()
export class UserPicturesService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly files: SealedFiles,
    private readonly rights: Rights,
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
   * Keeps the file first; what could not be committed leaves none, and what nobody refers to any more is destroyed. It raises
   * the account's version, as every change of the row does. People choose how they are shown; what their face is compared
   * with is set by somebody else alone.
   *
   * @throws user.notFound for whoever is outside the actor's scope, permission.denied for whoever has a right that the actor
   * lacks, approval.tied for whoever made the actor, picture.format, picture.tooLarge, picture.broken
   */
  async set(actor: Actor, { id, base64Image }: UserPictureChange): Promise<void> {
    const file =
      base64Image === null ? null : await this.files.keep('pictures', await portraitOf(base64Image));
    let unused = [file];
    try {
      unused = await this.uow.transact(actor, (tx) => this.put(tx, actor, id, file));
    } finally {
      for (const name of new Set(unused)) if (name !== null) await this.files.remove('pictures', name);
    }
  }

  /** @returns the files that were the person's before and are not any more */
  private async put(tx: Tx, actor: Actor, id: number, file: string | null): Promise<(string | null)[]> {
    const isOwn = id === actor.userId;
    const user = await lockPerson(tx, actor, id, ['u.referencePicture']);
    if (!isOwn) await this.rights.checkCovered(actor, user);
    if (!isOwn) await refuseOwnHand(tx, actor.userId, id);
    const { institutionId } = user;
    const before = [user.picture, user.referencePicture];
    const after = [file, isOwn ? user.referencePicture : file] as const;
    if (before.every((name, at) => name === after[at])) return [];
    await saveChanges(tx, user, { picture: after[0], referencePicture: after[1] });
    const by = isOwn ? {} : { reference: true as const };
    tx.emit('user.pictureChanged', { userId: id, institutionId, removed: file === null, ...by });
    return before.filter((name) => !after.includes(name));
  }
}
