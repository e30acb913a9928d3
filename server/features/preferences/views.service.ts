import { Injectable } from '@nestjs/common';
import {
  ColumnStates,
  MAX_VIEWS,
  ViewQuery,
  type NewView,
  type SavedView,
  type ViewChange,
} from '../../../contract/preferences.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { SavedView as StoredView } from '../../domain/preferences/saved-view.entity.js';
import { lockOwner } from './preferences.service.js';

const RESTORABLE_MS = 86_400_000;

type Content = Pick<SavedView, 'query' | 'columns' | 'density'>;

/** Views of the case list: a person's own, and what leaders share with their group. Only its owner changes one. */
@Injectable()
export class ViewsService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  async list(actor: Actor): Promise<SavedView[]> {
    const rows = await this.database.rows<StoredView & { content: string; ownerName: string }>(sql`
      SELECT v.id, v.owner_id AS ownerId, u.name AS ownerName, v.name, v.content, v.shared_group_id AS sharedGroupId
      FROM saved_view v JOIN user u ON u.id = v.owner_id
      WHERE (v.owner_id = ${actor.userId} OR v.shared_group_id = ${actor.groupId}) AND v.deleted_at IS NULL
      ORDER BY v.name, v.id LIMIT 500`);
    return rows.map(({ id, name, content, sharedGroupId, ownerId, ownerName }) => ({
      id,
      name,
      ...contentOf(JSON.parse(content)),
      shared: sharedGroupId !== null,
      own: ownerId === actor.userId,
      ownerName,
    }));
  }

  /** @throws view.limit, view.nameTaken, view.notShareable */
  async save(actor: Actor, view: NewView): Promise<{ id: number }> {
    const id = await this.ids.take();
    await this.uow.transact(actor, async (tx) => {
      const own = await ownViews(tx, actor);
      if (own.filter(({ deletedAt }) => !deletedAt).length >= MAX_VIEWS)
        throw new AppError('view.limit', { max: MAX_VIEWS });
      checkName(own, view.name, id);
      const content: Content = {
        query: view.query,
        columns: view.columns ?? null,
        density: view.density ?? null,
      };
      tx.write(sql`
        DELETE FROM saved_view WHERE owner_id = ${actor.userId}
          AND deleted_at < ${new Date(tx.now.getTime() - RESTORABLE_MS)}`);
      const { userId: ownerId } = actor;
      const sharedGroupId = groupOf(actor, view.shared);
      await tx.manager.insert(StoredView, {
        id,
        ownerId,
        sharedGroupId,
        name: view.name,
        content,
        updatedAt: tx.now,
      });
    });
    return { id };
  }

  /** @throws view.notFound, view.nameTaken, view.notShareable */
  async change(actor: Actor, id: number, change: ViewChange): Promise<void> {
    await this.uow.transact(actor, async (tx) => {
      const own = await ownViews(tx, actor);
      const found = own.find((view) => view.id === id && !view.deletedAt);
      if (!found) throw new AppError('view.notFound');
      const name = change.name ?? found.name;
      checkName(own, name, id);
      const { query, columns, density } = contentOf(found.content);
      const content: Content = {
        query: change.query ?? query,
        columns: change.columns === undefined ? columns : change.columns,
        density: change.density === undefined ? density : change.density,
      };
      const sharedGroupId = change.shared === undefined ? found.sharedGroupId : groupOf(actor, change.shared);
      await tx.manager.update(StoredView, id, { name, content, sharedGroupId, updatedAt: tx.now });
    });
  }

  /** A repetition changes nothing. The view can be restored for a day. @throws view.notFound */
  async delete(actor: Actor, id: number): Promise<void> {
    await this.uow.transact(actor, async (tx) => {
      const own = await ownViews(tx, actor);
      const found = own.find((view) => view.id === id);
      if (!found) throw new AppError('view.notFound');
      await tx.manager.update(StoredView, id, { deletedAt: found.deletedAt ?? tx.now, updatedAt: tx.now });
    });
  }

  /** @throws view.notFound, view.limit, view.nameTaken when another has taken its name meanwhile */
  async restore(actor: Actor, id: number): Promise<void> {
    await this.uow.transact(actor, async (tx) => {
      const own = await ownViews(tx, actor);
      const since = new Date(tx.now.getTime() - RESTORABLE_MS);
      const found = own.find((view) => view.id === id && !(view.deletedAt && view.deletedAt < since));
      if (!found) throw new AppError('view.notFound');
      const live = own.filter((view) => !view.deletedAt && view.id !== id);
      if (live.length >= MAX_VIEWS) throw new AppError('view.limit', { max: MAX_VIEWS });
      checkName(own, found.name, id);
      // The view of a person who no longer leads the group comes back without being shared.
      const sharedGroupId = mayShare(actor) && found.sharedGroupId === actor.groupId ? actor.groupId : null;
      await tx.manager.update(StoredView, id, { deletedAt: null, sharedGroupId, updatedAt: tx.now });
    });
  }
}

/** Under the owner's lock: the limit and the names hold for two browsers at once. */
async function ownViews(tx: Tx, actor: Actor): Promise<StoredView[]> {
  await tx.read(lockOwner(actor));
  return tx.manager.findBy(StoredView, { ownerId: actor.userId });
}

function checkName(own: readonly StoredView[], name: string, id: number): void {
  const same = (view: StoredView) => view.name.toLowerCase() === name.toLowerCase();
  if (own.some((view) => view.id !== id && !view.deletedAt && same(view)))
    throw fieldError('view.nameTaken', 'name');
}

function groupOf(actor: Actor, shared: boolean): number | null {
  if (!shared) return null;
  if (!mayShare(actor)) throw new AppError('view.notShareable');
  return actor.groupId;
}

function mayShare(actor: Actor): boolean {
  return actor.permissions.has('view:share') && actor.groupId !== null;
}

/** Leaves out what an older release wrote and this one does not understand. */
function contentOf(stored: unknown): Content {
  const { query, columns, density } = stored as Record<keyof Content, unknown>;
  return {
    query: ViewQuery.safeParse(query).data ?? {},
    columns: ColumnStates.safeParse(columns).data ?? null,
    density: density === 'compact' || density === 'comfortable' ? density : null,
  };
}
