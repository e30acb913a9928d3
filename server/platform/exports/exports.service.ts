import { Injectable } from '@nestjs/common';
import type { EventPayload } from '../../../contract/events/events.js';
import { EXPORTS } from '../../../contract/administration/exports.js';
import { businessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../auth/actor.js';
import { Ids } from '../db/ids.js';
import { sql } from '../db/sql.js';
import { UnitOfWork, type Tx } from '../db/unit-of-work.js';
import { AppError } from '../http/app-error.js';
import { Settings } from '../settings/settings.js';
import { BehaviourRecords } from '../behaviour/behaviour-records.js';

/** An export's event; its filter leaves out search texts about a borrower. */
export type Leaving = EventPayload<'list.exported'>;

/** Every list that leaves as a file passes here: who may, how much on a day, and the event that says who took what. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: Settings,
    private readonly ids: Ids,
    private readonly behaviours: BehaviourRecords,
  ) {}

  /** Takes a file from the person's quota of the day. @throws permission.denied, export.quota */
  async take(actor: Actor, payload: Leaving): Promise<void> {
    refuseUnlessMay(actor, payload);
    const id = await this.ids.take();
    await this.uow.transact(actor, async (tx) => {
      await this.charge(tx, actor, payload.rows);
      tx.emit('list.exported', payload);
      this.recordIn(tx, actor, id, payload);
    });
  }

  /** Part of the command in which somebody asks for a file, whoever writes it. */
  recordIn(tx: Tx, actor: Actor, id: number, { list }: Pick<Leaving, 'list'>): void {
    this.behaviours.recordIn(tx, actor, id, { type: 'EXPORT', caseId: null, detail: list });
  }

  /** @throws export.quota */
  async charge(tx: Tx, actor: Pick<Actor, 'userId' | 'institutionId'>, rows: number): Promise<void> {
    const { userId } = actor;
    const max = await this.quotaOf(actor);
    const day = businessDay(tx.now);
    // A write first: it makes the counter and locks it in the same round trip.
    tx.write(sql`
      INSERT INTO export_day (user_id, day, files, row_count) VALUES (${userId}, ${day}, 1, ${rows})
      ON DUPLICATE KEY UPDATE files = files + 1, row_count = row_count + ${rows}`);
    const [[used]] = await tx.read<[{ files: number; rows: number }]>(sql`
      SELECT files, row_count AS \`rows\` FROM export_day WHERE user_id = ${userId} AND day = ${day}`);
    if (used!.files > max.files || used!.rows > max.rows) throw new AppError('export.quota', { ...max });
  }

  /** The daily quota of each of the institution's people. */
  async quotaOf({ institutionId }: Pick<Actor, 'institutionId'>): Promise<{ files: number; rows: number }> {
    const { exportFiles, exportRows } = (await this.settings.of(institutionId)).configured.limits;
    return { files: exportFiles, rows: exportRows };
  }

  /** Returns the quota of a file that was never written. */
  giveBack(tx: Tx, userId: number, day: string, rows: number): void {
    tx.write(sql`
      UPDATE export_day SET files = files - 1, row_count = row_count - ${rows}
      WHERE user_id = ${userId} AND day = ${day}`);
  }
}

/** @throws permission.denied */
export function refuseUnlessMay(actor: Actor, { list }: Leaving): void {
  if (!actor.permissions.has(EXPORTS[list])) throw new AppError('permission.denied');
}
