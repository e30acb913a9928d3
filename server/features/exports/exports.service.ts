import { Injectable } from '@nestjs/common';
import type { EventPayload } from '../../../contract/events.js';
import type { Permission } from '../../../contract/permissions.js';
import { businessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Config } from '../../platform/config/config.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';

type Exported = EventPayload<'list.exported'>;

/** A list's permission and what leaves; the filter without what a person typed of a borrower. */
interface Leaving extends Exported {
  permission: Permission;
}

/** Every list that leaves as a file passes here: who may, how much on a day, and the event that says who took what. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly config: Config,
  ) {}

  /** Takes a file from the person's quota of the day. @throws permission.denied, export.quota */
  async take(actor: Actor, { permission, ...payload }: Leaving): Promise<void> {
    if (!actor.permissions.has(permission)) throw new AppError('permission.denied');
    const { files, rows } = this.config.exportQuota;
    await this.uow.transact(actor, async (tx) => {
      const day = businessDay(tx.now);
      // A write first: it makes the counter and locks it in the same round trip.
      tx.write(sql`
        INSERT INTO export_day (user_id, day, files, row_count) VALUES (${actor.userId}, ${day}, 1, ${payload.rows})
        ON DUPLICATE KEY UPDATE files = files + 1, row_count = row_count + ${payload.rows}`);
      const [[used]] = await tx.read<[{ files: number; rows: number }]>(sql`
        SELECT files, row_count AS \`rows\` FROM export_day WHERE user_id = ${actor.userId} AND day = ${day}`);
      if (used!.files > files || used!.rows > rows) throw new AppError('export.quota', { files, rows });
      tx.emit('list.exported', payload);
    });
  }
}
