import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { Actor } from '../../platform/auth/actor.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { Push } from '../../platform/push/push.js';
import { InboxItem } from '../../domain/inbox/inbox-item.entity.js';

/**
 * A person reads and snoozes the own notifications; what the person did here, all of the person's browsers show. No events,
 * since nobody else reads them.
 */
@Injectable()
export class InboxService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly push: Push,
  ) {}

  /** A repetition changes nothing. @throws inbox.notFound */
  read(actor: Actor, id: number): Promise<void> {
    return this.changeOne(actor, id, (tx, item) => ({ openKey: null, readAt: item.readAt ?? tx.now }));
  }

  async readAll(actor: Actor): Promise<void> {
    await this.uow.transact(actor, async ({ manager, now }) => {
      const unread = { userId: actor.userId, readAt: IsNull() };
      await manager.update(InboxItem, unread, { openKey: null, readAt: now, snoozedUntil: null });
    });
    this.push.progress('inboxRead', actor.userId);
  }

  /** @throws inbox.notFound */
  snooze(actor: Actor, id: number, until: string): Promise<void> {
    return this.changeOne(actor, id, () => ({ snoozedUntil: new Date(until) }));
  }

  private async changeOne(
    actor: Actor,
    id: number,
    change: (tx: Tx, item: InboxItem) => Partial<InboxItem>,
  ): Promise<void> {
    const own = { userId: actor.userId, id };
    await this.uow.transact(actor, async (tx) => {
      const item = await tx.manager.findOneBy(InboxItem, own);
      if (!item) throw new AppError('inbox.notFound');
      await tx.manager.update(InboxItem, own, change(tx, item));
    });
    this.push.progress('inboxRead', actor.userId);
  }
}
