import { Injectable } from '@nestjs/common';
import type { AnnouncementChange, NewAnnouncement } from '../../../contract/announcements.js';
import type { Actor } from '../../platform/auth/actor.js';
import { maskMiddle, Vault } from '../../platform/crypto/vault.js';
import { lockOne, saveChanges } from '../../platform/db/changes.js';
import { Ids } from '../../platform/db/ids.js';
import { list, sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { Announcement } from './announcement.entity.js';
import { lineOf, pictureOf } from './announcement.rules.js';
import { SealedFiles } from '../../platform/files/sealed-files.js';

@Injectable()
export class AnnouncementsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly vault: Vault,
    private readonly files: SealedFiles,
  ) {}

  /**
   * Publishes to one institution; its people hear of it at once.
   *
   * @throws institution.notFound outside the actor's institutions; announcement.picture.
   */
  async add(actor: Actor, added: NewAnnouncement): Promise<{ msgId: number }> {
    const institutionId = added.institutionId ?? actor.institutionId;
    if (!actor.institutionIds.includes(institutionId)) throw new AppError('institution.notFound');
    const id = await this.ids.take();
    await this.withPicture(added, (picture) =>
      this.uow.transact(actor, async (tx) => {
        const made = { id, institutionId, kind: added.kind };
        await tx.manager.insert(Announcement, {
          ...this.contentOf(added),
          ...made,
          picture,
          createdBy: actor.userId,
          createdAt: tx.now,
          updatedAt: tx.now,
        });
        tx.emit({ name: 'announcement.published', ...about(made), payload: refOf(made) });
      }),
    );
    return { msgId: id };
  }

  /** A correction does not make the announcement unread for those who have seen it. @throws announcement.notFound, announcement.picture. */
  async update(actor: Actor, change: AnnouncementChange): Promise<void> {
    const before = await this.withPicture(change, (picture) =>
      this.uow.transact(actor, async (tx) => {
        const found = await lock(tx, actor, change.msgId);
        if (found?.kind !== change.kind) throw new AppError('announcement.notFound');
        const before = found.picture;
        const image = isReplaced(change) ? { picture } : {};
        const values = { ...this.contentOf(change), ...image, updatedAt: tx.now };
        const changes = await saveChanges(tx, found, values);
        if (changes)
          tx.emit({ name: 'announcement.changed', ...about(found), payload: { ...refOf(found), changes } });
        return before;
      }),
    );
    if (isReplaced(change) && before !== null) await this.files.remove('pictures', before);
  }

  /** Nobody sees it any more, and its picture is destroyed. @throws announcement.notFound. */
  async withdraw(actor: Actor, msgId: number): Promise<void> {
    const picture = await this.uow.transact(actor, async (tx) => {
      const found = await lock(tx, actor, msgId);
      if (!found) throw new AppError('announcement.notFound');
      const { picture } = found;
      await saveChanges(tx, found, { withdrawnAt: tx.now, updatedAt: tx.now, picture: null });
      tx.emit({ name: 'announcement.withdrawn', ...about(found), payload: refOf(found) });
      return picture;
    });
    if (picture !== null) await this.files.remove('pictures', picture);
  }

  /**
   * Marks it as seen by the viewer; a repetition changes nothing, nor does a withdrawal while it was on screen. No
   * event: nothing follows from it.
   *
   * @throws announcement.notFound outside the viewer's institution.
   */
  async markRead(actor: Actor, msgId: number): Promise<void> {
    await this.uow.transact(actor, async (tx) => {
      const [[found]] = await tx.read<[{ id: number }]>(sql`
        SELECT a.id FROM announcement a
        WHERE a.id = ${msgId} AND a.institution_id = ${actor.institutionId} AND a.kind = 'VIOLATION'`);
      if (!found) throw new AppError('announcement.notFound');
      tx.write(sql`
        INSERT INTO announcement_read (user_id, announcement_id, read_at) VALUES (${actor.userId}, ${msgId}, ${tx.now})
        ON DUPLICATE KEY UPDATE read_at = read_at`);
    });
  }

  /** The fields that the change really changes. */
  private contentOf(input: NewAnnouncement | AnnouncementChange): Partial<Announcement> {
    if (input.kind === 'NOTICE') return { language: input.country, content: input.content };
    const { name, irregularities, processResult, idNo } = input;
    const identity =
      idNo === undefined
        ? {}
        : { idNoEnc: idNo ? this.vault.seal(idNo) : null, idNoMask: idNo ? maskMiddle(idNo, 4, 2) : null };
    return { name, irregularities, processResult, content: input.content ?? lineOf(input), ...identity };
  }

  /** Writes the picture's file before the transaction, and deletes it again when the transaction fails. */
  private async withPicture<Result>(
    input: NewAnnouncement | AnnouncementChange,
    work: (picture: string | null) => Promise<Result>,
  ): Promise<Result> {
    if (input.kind === 'NOTICE' || !input.base64Image) return work(null);
    const dataUrl = pictureOf(input.base64Image);
    if (dataUrl === null) throw fieldError('announcement.picture', 'base64Image');
    const picture = await this.files.keep('pictures', Buffer.from(dataUrl));
    try {
      return await work(picture);
    } catch (error) {
      await this.files.remove('pictures', picture);
      throw error;
    }
  }
}

function isReplaced(change: AnnouncementChange): boolean {
  return change.kind === 'VIOLATION' && change.base64Image !== undefined;
}

function lock(tx: Tx, actor: Actor, msgId: number): Promise<Announcement | null> {
  return lockOne(
    tx,
    Announcement,
    'a',
    sql`a.id = ${msgId} AND a.institution_id IN ${list(actor.institutionIds)} AND a.withdrawn_at IS NULL`,
  );
}

type Named = Pick<Announcement, 'id' | 'institutionId' | 'kind'>;

function refOf({ id, institutionId, kind }: Named) {
  return { announcementId: id, institutionId, kind };
}

function about({ id }: Named): { subject: ['announcement', number] } {
  return { subject: ['announcement', id] };
}
