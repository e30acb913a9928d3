import { Injectable } from '@nestjs/common';
import {
  type AnnouncedViolation,
  type NewViolation,
  type ViolationSource,
  WARNING,
} from '../../../contract/supervision/violations.js';
import type { Actor } from '../../platform/auth/actor.js';
import { institutionsIn } from '../../platform/auth/institution-scope.js';
import { complaintsOf } from '../../platform/auth/scope.js';
import { insertNew } from '../../platform/db/changes.js';
import { Ids } from '../../platform/db/ids.js';
import { sql, type Statement } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { SealedFiles } from '../../platform/files/sealed-files.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { Announcement } from '../../domain/announcements/announcement.entity.js';
import { pictureOf } from '../../domain/announcements/announcement.rules.js';

interface Violation {
  institutionId: number;
  name: string;
  reason: string;
  /** Centavos; 0: a warning. */
  amount: number;
  /** The sealed file's name. */
  picture?: string | null;
  /** Its source, and the person it concerns. */
  from?: { source: ViolationSource; sourceId: number; userId: number };
}

/** Part of the command that fines somebody: the institution's people are told. */
export async function publishViolation(tx: Tx, id: number, violation: Violation): Promise<void> {
  const { institutionId, name, reason, amount, picture = null, from } = violation;
  const money = new Intl.NumberFormat('es-MX', { style: 'currency', currency: 'MXN' });
  const processResult = amount === 0 ? WARNING : money.format(amount / 100);
  const times = { createdAt: tx.now, updatedAt: tx.now, publishedAt: tx.now, startsAt: null, endsAt: null };
  const changes = await insertNew(tx, Announcement, {
    ...{ id, institutionId, kind: 'VIOLATION', groupId: null, name, irregularities: reason, processResult },
    ...{ idNoEnc: null, idNoMask: null, texts: {}, picture, createdBy: tx.actor.userId, ...times },
  });
  if (from)
    tx.write(sql`
      INSERT INTO violation_source (announcement_id, source, source_id, user_id)
      VALUES (${id}, ${from.source}, ${from.sourceId}, ${from.userId})`);
  tx.emit('announcement.published', { announcementId: id, institutionId, kind: 'VIOLATION', changes });
}

/** Sources of a violation, when the viewer may see them and they concern the person. */
const SEEN: Record<
  Exclude<ViolationSource, 'ANOMALY'>,
  (actor: Actor, id: number, userId: number) => Statement
> = {
  CALL: (actor, id, userId) => sql`
    SELECT c.id FROM phone_call c WHERE c.id = ${id} AND c.agent_id = ${userId} AND ${institutionsIn(actor, sql`c.institution_id`)}`,
  BEHAVIOUR: (actor, id, userId) => sql`
    SELECT b.id FROM behaviour_record b WHERE b.id = ${id} AND b.user_id = ${userId} AND ${institutionsIn(actor, sql`b.institution_id`)}`,
  COMPLAINT: (actor, id, userId) => sql`
    SELECT k.id FROM complaint k WHERE k.id = ${id} AND k.collector_id = ${userId} AND ${complaintsOf(actor)}`,
};

/** A supervisor turns what was seen into an announcement with photo and penalty. */
@Injectable()
export class ViolationsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly files: SealedFiles,
  ) {}

  /** @throws violation.source, violation.own, announcement.picture, request.reused */
  async announce(actor: Actor, { clientRequestId, ...input }: NewViolation): Promise<AnnouncedViolation> {
    const { source, sourceId, userId, reason, amount, base64Image } = input;
    if (userId === actor.userId) throw new AppError('violation.own');
    const [id, picture] = [await this.ids.take(), await this.keep(base64Image)];
    try {
      return await this.uow.once(actor, ['violation', clientRequestId, input], async (tx) => {
        const [[seen], [person]] = await tx.read<[object, { name: string; institutionId: number }]>(
          SEEN[source](actor, sourceId, userId),
          sql`
            SELECT u.name, u.institution_id AS institutionId FROM user u
            WHERE u.id = ${userId} AND ${institutionsIn(actor, sql`u.institution_id`)}`,
        );
        if (!seen || !person) throw new AppError('violation.source');
        const from = { source, sourceId, userId };
        await publishViolation(tx, id, { ...person, reason, amount: amount ?? 0, picture, from });
        return { msgId: id };
      });
    } catch (error) {
      if (picture !== null) await this.files.remove('pictures', picture);
      throw error;
    }
  }

  private async keep(base64Image: string | null | undefined): Promise<string | null> {
    if (!base64Image) return null;
    const dataUrl = pictureOf(base64Image);
    if (dataUrl === null) throw fieldError('announcement.picture', 'base64Image');
    return this.files.keep('pictures', Buffer.from(dataUrl));
  }
}
