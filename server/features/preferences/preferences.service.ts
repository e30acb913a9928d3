import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { ColumnStates, MAX_GRIDS, Settings, type OwnPreferences } from '../../../contract/preferences.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { UserPreference } from '../../domain/preferences/user-preference.entity.js';

/** A person's own settings and columns. No events: nothing follows from them, and nobody else sees them. */
@Injectable()
export class PreferencesService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
  ) {}

  /** Leaves out what an older release wrote and this one does not understand. */
  async own(actor: Actor): Promise<OwnPreferences> {
    const rows = await this.database.rows<{ kind: string; name: string; value: string }>(sql`
      SELECT p.kind, p.name, p.value FROM user_preference p WHERE p.user_id = ${actor.userId}`);
    const own: OwnPreferences = { settings: {}, columns: {} };
    for (const { kind, name, value } of rows) {
      const json: unknown = JSON.parse(value);
      if (kind === 'settings') own.settings = Settings.safeParse(json).data ?? {};
      else {
        const columns = ColumnStates.safeParse(json).data;
        if (columns) own.columns[name] = columns;
      }
    }
    return own;
  }

  async saveSettings(actor: Actor, change: Settings): Promise<void> {
    await this.uow.transact(actor, async (tx) => {
      await tx.read(lockOwner(actor));
      const settings = { userId: actor.userId, kind: 'settings', name: '' };
      const stored = await tx.manager.findOneBy(UserPreference, settings);
      const value = { ...(stored?.value as Settings | undefined), ...change };
      await put(tx, { ...settings, value });
    });
  }

  /** Without columns the table goes back to its screen's own. @throws columns.limit */
  async saveColumns(actor: Actor, grid: string, columns: ColumnStates): Promise<void> {
    await this.uow.transact(actor, async (tx) => {
      await tx.read(lockOwner(actor));
      const own = { userId: actor.userId, kind: 'columns' };
      if (columns.length === 0) {
        await tx.manager.delete(UserPreference, { ...own, name: grid });
        return;
      }
      const others = await tx.manager.countBy(UserPreference, { ...own, name: Not(grid) });
      if (others >= MAX_GRIDS) throw new AppError('columns.limit');
      await put(tx, { ...own, name: grid, value: columns });
    });
  }
}

/** Locks the person's row, so that two browsers save one after the other. */
export function lockOwner(actor: Actor) {
  return sql`SELECT id FROM user WHERE id = ${actor.userId} FOR UPDATE`;
}

async function put(tx: Tx, preference: Omit<UserPreference, 'updatedAt'>): Promise<void> {
  const row = { ...preference, updatedAt: tx.now };
  await tx.manager.upsert(UserPreference, row as object, ['userId', 'kind', 'name']);
}
