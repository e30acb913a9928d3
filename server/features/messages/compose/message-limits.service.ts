import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  type MessageLimitsAnswer,
  type MessageLimitsChange,
  type MessageLimitsVersion,
} from '../../../../contract/contact/messages.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { changesOf, lockNewest } from '../../../platform/db/changes.js';
import { Database } from '../../../platform/db/database.js';
import { UnitOfWork } from '../../../platform/db/unit-of-work.js';
import { boundBy } from '../../../domain/configuration/bound.rules.js';
import { MessageLimit } from '../../../domain/messages/compose/message-limit.entity.js';
import { limitsIn } from '../../../domain/messages/message.rules.js';
import { limitsOf, type LimitsRecord } from '../../../domain/messages/message.sql.js';

const HISTORY = 20;

/** Limits of an institution: of each the strictest of its own and of those above. Versions are only ever added. */
@Injectable()
export class MessageLimitsService {
  constructor(
    private readonly database: Database,
    private readonly dataSource: DataSource,
    private readonly uow: UnitOfWork,
  ) {}

  async read(actor: Actor): Promise<MessageLimitsAnswer> {
    const [history, levels] = await Promise.all([
      this.dataSource
        .createQueryBuilder(MessageLimit, 'l')
        .leftJoin('l.author', 'u')
        .addSelect(['u.id', 'u.name'])
        .where('l.institutionId = :institutionId', { institutionId: actor.institutionId })
        .orderBy('l.version', 'DESC')
        .limit(HISTORY)
        .getMany(),
      this.database.rows<LimitsRecord>(limitsOf(actor.institutionId)),
    ]);
    const versions = history.map(toVersion);
    const inForce = limitsIn(levels);
    const above = levels.filter(({ institutionId }) => institutionId !== actor.institutionId);
    const first = { ...limitsIn(above), version: 0, changedBy: null, changedAt: null };
    const own = versions[0] ?? first;
    if (versions.length > 0 && versions.length < HISTORY) versions.push(first);
    const bound = boundBy(limitsIn([own]), inForce, above, (level) => limitsIn([level])).map(
      ({ field, level: { institution, version } }) => ({ field, institution, version }),
    );
    return { ...own, history: versions, inForce, bound };
  }

  /** In force at once, for every command that begins after it. @throws messageLimits.changed */
  async change(actor: Actor, { version, ...limits }: MessageLimitsChange): Promise<MessageLimitsAnswer> {
    const { institutionId } = actor;
    await this.uow.transact(actor, async (tx) => {
      await lockNewest(tx, MessageLimit, { institutionId, version }, 'messageLimits.changed');
      const levels = (await tx.read<[LimitsRecord]>(limitsOf(institutionId)))[0];
      const own = levels.find((level) => level.institutionId === institutionId);
      const row = { institutionId, version: version + 1, changedBy: actor.userId, changedAt: tx.now };
      await tx.manager.insert(MessageLimit, { ...limits, ...row });
      tx.emit('messageLimits.changed', {
        institutionId,
        version: row.version,
        changes: changesOf(limitsIn(own ? [own] : levels), limits),
      });
    });
    return this.read(actor);
  }
}

function toVersion({ version, author, changedAt, ...limits }: MessageLimit): MessageLimitsVersion {
  const changedBy = author?.name ?? null;
  return { ...limitsIn([limits]), version, changedBy, changedAt: changedAt.toISOString() };
}
