import { Injectable } from '@nestjs/common';
import { ColumnStates, MAX_GRIDS, Settings, type OwnPreferences } from '../../../contract/preferences.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';

interface Stored {
  kind: 'settings' | 'columns';
  name: string;
  value: string;
}

/** A person's own settings and columns. No events: nothing follows from them, and nobody else sees them. */
@Injectable()
export class PreferencesService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
  ) {}

  /** Leaves out what an older release wrote and this one does not understand. */
  async own(actor: Actor): Promise<OwnPreferences> {
    const rows = await this.database.rows<Stored>(sql`
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
      const [, [stored]] = await tx.read<[object, { value: string }]>(
        lockOwner(actor),
        sql`SELECT value FROM user_preference WHERE user_id = ${actor.userId} AND kind = 'settings' AND name = ''`,
      );
      const before = stored ? (JSON.parse(stored.value) as Settings) : {};
      put(tx, actor, { kind: 'settings', name: '', value: JSON.stringify({ ...before, ...change }) });
    });
  }

  /** Without columns the table goes back to its screen's own. @throws columns.limit */
  async saveColumns(actor: Actor, grid: string, columns: ColumnStates): Promise<void> {
    await this.uow.transact(actor, async (tx) => {
      const [, [others]] = await tx.read<[object, { total: number }]>(
        lockOwner(actor),
        sql`SELECT COUNT(*) AS total FROM user_preference
            WHERE user_id = ${actor.userId} AND kind = 'columns' AND name <> ${grid}`,
      );
      if (columns.length === 0) {
        tx.write(sql`
          DELETE FROM user_preference WHERE user_id = ${actor.userId} AND kind = 'columns' AND name = ${grid}`);
        return;
      }
      if (others!.total >= MAX_GRIDS) throw new AppError('columns.limit');
      put(tx, actor, { kind: 'columns', name: grid, value: JSON.stringify(columns) });
    });
  }
}

/** Locks the person's row, so that two browsers save one after the other. */
export function lockOwner(actor: Actor) {
  return sql`SELECT id FROM user WHERE id = ${actor.userId} FOR UPDATE`;
}

function put(tx: Tx, actor: Actor, { kind, name, value }: Stored): void {
  tx.write(sql`
    INSERT INTO user_preference (user_id, kind, name, value, updated_at)
    VALUES (${actor.userId}, ${kind}, ${name}, ${value}, ${tx.now})
    ON DUPLICATE KEY UPDATE value = VALUES(value), updated_at = VALUES(updated_at)`);
}
