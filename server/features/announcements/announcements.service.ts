import { Injectable } from '@nestjs/common';
import type {
  AnnouncementChange,
  AnnouncementKind,
  NewAnnouncement,
} from '../../../contract/announcements.js';
import type { Actor } from '../../platform/auth/actor.js';
import { maskMiddle, Vault } from '../../platform/crypto/vault.js';
import { Ids } from '../../platform/db/ids.js';
import { list, nothing, sql, type Statement } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { lineOf, pictureOf } from './announcement.rules.js';
import { SealedFiles } from '../../platform/files/sealed-files.js';

interface Found {
  institutionId: number;
  kind: AnnouncementKind;
  picture: string | null;
}

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
        const of = { id, institutionId, by: actor.userId, now: tx.now };
        tx.write(
          added.kind === 'NOTICE' ? insertNotice(of, added) : this.insertViolation(of, added, picture),
        );
        const payload = { announcementId: id, institutionId, kind: added.kind };
        tx.emit({ name: 'announcement.published', subject: ['announcement', id], payload });
      }),
    );
    return { msgId: id };
  }

  /** Who has seen it has seen it: a correction makes nothing unread. @throws announcement.notFound, announcement.picture. */
  async update(actor: Actor, change: AnnouncementChange): Promise<void> {
    const before = await this.withPicture(change, (picture) =>
      this.uow.transact(actor, async (tx) => {
        const found = await lock(tx, actor, change.msgId);
        if (found?.kind !== change.kind) throw new AppError('announcement.notFound');
        tx.write(
          change.kind === 'NOTICE'
            ? sql`
              UPDATE announcement SET language = ${change.country}, content = ${change.content}, updated_at = ${tx.now}
              WHERE id = ${change.msgId}`
            : this.updateViolation(change, picture, tx.now),
        );
        emitChange(tx, 'announcement.changed', change.msgId, found);
        return found.picture;
      }),
    );
    const replaced = change.kind === 'VIOLATION' && change.base64Image !== undefined;
    if (replaced && before !== null) await this.files.remove('pictures', before);
  }

  /** Nobody sees it any more, and its picture is destroyed. @throws announcement.notFound. */
  async withdraw(actor: Actor, msgId: number): Promise<void> {
    const picture = await this.uow.transact(actor, async (tx) => {
      const found = await lock(tx, actor, msgId);
      if (!found) throw new AppError('announcement.notFound');
      tx.write(sql`
        UPDATE announcement SET withdrawn_at = ${tx.now}, updated_at = ${tx.now}, picture = NULL WHERE id = ${msgId}`);
      emitChange(tx, 'announcement.withdrawn', msgId, found);
      return found.picture;
    });
    if (picture !== null) await this.files.remove('pictures', picture);
  }

  /**
   * The viewer, and nobody else, has seen it; again changes nothing. It may have been withdrawn while it was on screen. No
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

  private insertViolation(of: Origin, added: Violation<NewAnnouncement>, picture: string | null): Statement {
    return sql`
      INSERT INTO announcement (id, institution_id, kind, name, id_no_enc, id_no_mask, irregularities, process_result,
        content, picture, created_by, created_at, updated_at)
      VALUES (${of.id}, ${of.institutionId}, 'VIOLATION', ${added.name}, ${this.sealed(added.idNo)}, ${masked(added.idNo)},
        ${added.irregularities}, ${added.processResult}, ${added.content ?? lineOf(added)}, ${picture}, ${of.by},
        ${of.now}, ${of.now})`;
  }

  private updateViolation(
    change: Violation<AnnouncementChange>,
    picture: string | null,
    now: Date,
  ): Statement {
    const { idNo } = change;
    const identity =
      idNo === undefined ? nothing : sql`, id_no_enc = ${this.sealed(idNo)}, id_no_mask = ${masked(idNo)}`;
    const image = change.base64Image === undefined ? nothing : sql`, picture = ${picture}`;
    return sql`
      UPDATE announcement SET name = ${change.name}, irregularities = ${change.irregularities},
        process_result = ${change.processResult}, content = ${change.content ?? lineOf(change)},
        updated_at = ${now}${identity}${image}
      WHERE id = ${change.msgId}`;
  }

  private sealed(idNo: string | null | undefined): Buffer | null {
    return idNo ? this.vault.seal(idNo) : null;
  }

  /** Keeps the picture first; what could not be committed leaves no file. */
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

interface Origin {
  id: number;
  institutionId: number;
  by: number;
  now: Date;
}
type Violation<Input extends { kind: AnnouncementKind }> = Extract<Input, { kind: 'VIOLATION' }>;
type NewNotice = Extract<NewAnnouncement, { kind: 'NOTICE' }>;

function insertNotice({ id, institutionId, by, now }: Origin, { country, content }: NewNotice): Statement {
  return sql`
    INSERT INTO announcement (id, institution_id, kind, language, content, created_by, created_at, updated_at)
    VALUES (${id}, ${institutionId}, 'NOTICE', ${country}, ${content}, ${by}, ${now}, ${now})`;
}

function masked(idNo: string | null | undefined): string | null {
  return idNo ? maskMiddle(idNo, 4, 2) : null;
}

async function lock(tx: Tx, actor: Actor, msgId: number): Promise<Found | undefined> {
  const [[found]] = await tx.read<[Found]>(sql`
    SELECT a.institution_id AS institutionId, a.kind, a.picture FROM announcement a
    WHERE a.id = ${msgId} AND a.institution_id IN ${list(actor.institutionIds)} AND a.withdrawn_at IS NULL FOR UPDATE`);
  return found;
}

function emitChange(
  tx: Tx,
  name: 'announcement.changed' | 'announcement.withdrawn',
  announcementId: number,
  { institutionId, kind }: Found,
): void {
  tx.emit({
    name,
    subject: ['announcement', announcementId],
    payload: { announcementId, institutionId, kind },
  });
}
