import { Injectable } from '@nestjs/common';
import type {
  AnnouncementChange,
  AnnouncementForm,
  NewAnnouncement,
} from '../../../contract/supervision/announcements.js';
import type { Actor } from '../../platform/auth/actor.js';
import { institutionsIn } from '../../platform/auth/institution-scope.js';
import { maskMiddle, Vault } from '../../platform/crypto/vault.js';
import { checkVersion, insertNew, lockOne, saveChanges } from '../../platform/db/changes.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { Announcement } from '../../domain/announcements/announcement.entity.js';
import { Group } from '../../domain/groups/group.entity.js';
import { contentOf, pictureOf } from '../../domain/announcements/announcement.rules.js';
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
   * For one institution, or a group of it. Its people hear at once of what is published. The same clientRequestId again
   * has no effect.
   *
   * @throws institution.notFound outside the actor's institutions, group.notFound, announcement.picture, request.reused
   */
  async add(actor: Actor, { clientRequestId, ...added }: NewAnnouncement): Promise<{ msgId: number }> {
    const { kind, groupId, published } = added;
    const institutionId = added.institutionId ?? actor.institutionId;
    if (!actor.institutionIds.includes(institutionId))
      throw fieldError('institution.notFound', 'institutionId');
    const id = await this.ids.take();
    return this.withPicture(added, (picture) =>
      this.uow.once(actor, ['announcement', clientRequestId, added], async (tx) => {
        await checkGroup(tx, institutionId, groupId);
        const made = { id, institutionId, kind };
        const times = { createdAt: tx.now, updatedAt: tx.now, publishedAt: published ? tx.now : null };
        const content = { ...contentOf(added), ...this.identityOf(added) };
        const row = { ...content, ...made, picture, createdBy: actor.userId, ...times };
        const changes = await insertNew(tx, Announcement, row);
        if (published) tx.emit('announcement.published', { ...shownOf({ ...made, ...content }), changes });
        else tx.emit('announcement.drafted', { ...refOf(made), changes });
        return { msgId: id };
      }),
    );
  }

  /**
   * Readers stay readers: a correction makes nothing unread.
   *
   * @throws announcement.notFound, entity.changed, group.notFound, announcement.picture
   */
  async update(actor: Actor, change: AnnouncementChange): Promise<void> {
    const before = await this.withPicture(change, (picture) =>
      this.uow.transact(actor, async (tx) => {
        const found = await lock(tx, actor, change.msgId);
        if (found?.kind !== change.kind) throw new AppError('announcement.notFound');
        checkVersion(found, change.version, { version: found.version });
        await checkGroup(tx, found.institutionId, change.groupId);
        const [before, wasPublished] = [found.picture, found.publishedAt];
        const image = isReplaced(change) ? { picture } : {};
        const publishedAt = change.published ? (wasPublished ?? tx.now) : null;
        const content = { ...contentOf(change), ...this.identityOf(change), ...image };
        const changes = await saveChanges(tx, found, { ...content, publishedAt, updatedAt: tx.now });
        const event = publishedAt && !wasPublished ? 'announcement.published' : 'announcement.changed';
        if (changes) tx.emit(event, { ...shownOf(found), changes });
        return before;
      }),
    );
    if (isReplaced(change) && before !== null) await this.files.remove('pictures', before);
  }

  /** Hides it from everybody and destroys its picture. @throws announcement.notFound. */
  async withdraw(actor: Actor, msgId: number): Promise<void> {
    const picture = await this.uow.transact(actor, async (tx) => {
      const found = await lock(tx, actor, msgId);
      if (!found) throw new AppError('announcement.notFound');
      const { picture } = found;
      await saveChanges(tx, found, { withdrawnAt: tx.now, updatedAt: tx.now, picture: null });
      tx.emit('announcement.withdrawn', refOf(found));
      return picture;
    });
    if (picture !== null) await this.files.remove('pictures', picture);
  }

  /**
   * The viewer, and nobody else, has seen it; again changes nothing. It may have been withdrawn while it was on screen. Who
   * announced it hears of it.
   *
   * @throws announcement.notFound outside the viewer's institution.
   */
  async markRead(actor: Actor, msgId: number): Promise<void> {
    await this.uow.transact(actor, async (tx) => {
      const [[found], [known]] = await tx.read<[{ institutionId: number; authorId: number | null }, object]>(
        sql`
        SELECT a.institution_id AS institutionId, a.created_by AS authorId FROM announcement a
        WHERE a.id = ${msgId} AND a.institution_id = ${actor.institutionId} AND a.kind = 'VIOLATION'`,
        sql`
        SELECT r.user_id FROM announcement_read r WHERE r.user_id = ${actor.userId} AND r.announcement_id = ${msgId} FOR UPDATE`,
      );
      if (!found) throw new AppError('announcement.notFound');
      if (known) return;
      tx.write(sql`
        INSERT INTO announcement_read (user_id, announcement_id, read_at) VALUES (${actor.userId}, ${msgId}, ${tx.now})
        ON DUPLICATE KEY UPDATE read_at = read_at`);
      tx.emit('announcement.read', { announcementId: msgId, ...found });
    });
  }

  /** An ID number that is left out stays as it was. */
  private identityOf({ kind, idNo }: AnnouncementForm): Partial<Announcement> {
    if (kind === 'NOTICE' || idNo === undefined) return {};
    return { idNoEnc: idNo ? this.vault.seal(idNo) : null, idNoMask: idNo ? maskMiddle(idNo, 4, 2) : null };
  }

  /** Keeps the picture first; what could not be committed leaves no file. */
  private async withPicture<Result>(
    input: AnnouncementForm,
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

function isReplaced(change: AnnouncementForm): boolean {
  return change.kind === 'VIOLATION' && change.base64Image !== undefined;
}

/** @throws group.notFound for a group of another institution */
async function checkGroup(tx: Tx, institutionId: number, groupId: number | null | undefined): Promise<void> {
  if (groupId && !(await tx.manager.existsBy(Group, { id: groupId, institutionId })))
    throw fieldError('group.notFound', 'groupId');
}

function lock(tx: Tx, actor: Actor, msgId: number): Promise<Announcement | null> {
  return lockOne(
    tx,
    Announcement,
    'a',
    sql`a.id = ${msgId} AND ${institutionsIn(actor, sql`a.institution_id`)} AND a.withdrawn_at IS NULL`,
  );
}

type Named = Pick<Announcement, 'id' | 'institutionId' | 'kind'>;

function refOf({ id, institutionId, kind }: Named) {
  return { announcementId: id, institutionId, kind };
}

function shownOf(announcement: Named & Partial<Announcement>) {
  const { startsAt, endsAt } = announcement;
  return { ...refOf(announcement), startsAt: startsAt?.toISOString(), endsAt: endsAt?.toISOString() };
}
