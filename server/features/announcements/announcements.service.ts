import { Injectable } from '@nestjs/common';
import {
  AnnouncementChange,
  AnnouncementForm,
  type NewAnnouncement,
} from '../../../contract/supervision/announcements.js';
import type { Actor } from '../../platform/auth/actor.js';
import { institutionsIn } from '../../platform/auth/institution-scope.js';
import { maskMiddle, Vault } from '../../platform/crypto/vault.js';
import { lockOne, parsed, saveChanges } from '../../platform/db/changes.js';
import { ConfiguredEntity, type Saving, type Written } from '../../platform/db/configured-entity.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { Announcement } from '../../domain/announcements/announcement.entity.js';
import { Group } from '../../domain/groups/group.entity.js';
import { contentOf, pictureOf } from '../../domain/announcements/announcement.rules.js';
import { SealedFiles } from '../../platform/files/sealed-files.js';

/** Its people hear at once of what is published. Readers stay readers: a correction makes nothing unread. */
@Injectable()
export class AnnouncementsService extends ConfiguredEntity<Announcement, AnnouncementForm> {
  readonly entity = Announcement;
  readonly noun = 'announcement';
  protected readonly input = AnnouncementForm;
  protected readonly notFound = 'announcement.notFound';

  constructor(
    uow: UnitOfWork,
    ids: Ids,
    private readonly vault: Vault,
    private readonly files: SealedFiles,
  ) {
    super(uow, ids);
  }

  /** @throws institution.notFound outside the actor's institutions, group.notFound, announcement.picture, request.reused */
  async add(actor: Actor, added: NewAnnouncement): Promise<{ msgId: number }> {
    const institutionId = added.institutionId ?? actor.institutionId;
    const { id } = await this.withPicture(added, (picture) =>
      this.save(actor, { ...added, institutionId }, () => ({ picture, institutionId, kind: added.kind })),
    );
    return { msgId: id };
  }

  /** @throws announcement.notFound, entity.changed, group.notFound, announcement.picture */
  async update(actor: Actor, { msgId: id, institutionId: _, ...change }: AnnouncementChange): Promise<void> {
    let before: string | null = null;
    await this.withPicture(change, (picture) =>
      this.save(actor, { ...change, id }, (row) => {
        before = row!.picture;
        return isReplaced(change) ? { picture } : {};
      }),
    );
    if (isReplaced(change) && before !== null) await this.files.remove('pictures', before);
  }

  /** The people it names, and how, are in no event: only times, audience and visibility come back. */
  override async revert(actor: Actor, old: Announcement): Promise<void> {
    const { id: msgId, version, kind, groupId, texts, name, irregularities, processResult } = old;
    const { cn = null, en = null, es = null } = texts;
    const [startsAt, endsAt] = [old.startsAt, old.endsAt].map((at) => at && new Date(at).toISOString());
    const form = { kind, groupId, name, irregularities, processResult, msgId, version };
    const published = old.publishedAt !== null;
    await this.update(
      actor,
      parsed(AnnouncementChange, { ...form, texts: { cn, en, es }, startsAt, endsAt, published }),
    );
  }

  /** Hides it from everybody and destroys its picture. @throws announcement.notFound. */
  async withdraw(actor: Actor, msgId: number): Promise<void> {
    const picture = await this.uow.transact(actor, async (tx) => {
      const found = await this.lock(tx, actor, { id: msgId });
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

  protected async columns(tx: Tx, form: AnnouncementForm, { actor, row }: Saving<Announcement>) {
    if (row && row.kind !== form.kind) throw new AppError('announcement.notFound');
    const institutionId = row?.institutionId ?? form.institutionId ?? actor.institutionId;
    await checkGroup(tx, institutionId, form.groupId);
    const publishedAt = form.published ? (row?.publishedAt ?? tx.now) : null;
    return { ...contentOf(form), ...this.identityOf(form), publishedAt };
  }

  protected inForce({ version }: Announcement) {
    return { version };
  }

  protected override emit(tx: Tx, { what, row, changes }: Written<Announcement>): void {
    if (row.publishedAt && (what === 'created' || 'publishedAt' in changes))
      tx.emit('announcement.published', { ...shownOf(row), changes });
    else if (what === 'created') tx.emit('announcement.drafted', { ...refOf(row), changes });
    else tx.emit('announcement.changed', { ...shownOf(row), changes });
  }

  protected override find(tx: Tx, actor: Actor, id: number): Promise<Announcement | null> {
    const scope = institutionsIn(actor, sql`a.institution_id`);
    return lockOne(tx, Announcement, 'a', sql`a.id = ${id} AND ${scope} AND a.withdrawn_at IS NULL`);
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

function refOf({ id, institutionId, kind }: Announcement) {
  return { announcementId: id, institutionId, kind };
}

function shownOf(announcement: Announcement) {
  const { startsAt, endsAt } = announcement;
  return { ...refOf(announcement), startsAt: startsAt?.toISOString(), endsAt: endsAt?.toISOString() };
}
