import { Injectable } from '@nestjs/common';
import {
  type MessageLimitsAnswer,
  type MessageLimitsChange,
  type MessageLimitsVersion,
} from '../../../contract/messages.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Database, dbErrorCode } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { limitsIn } from './message.rules.js';
import { limitsOf, type LimitsRecord } from './message.sql.js';

interface VersionRecord extends Omit<MessageLimitsVersion, 'changedAt'> {
  changedAt: Date;
}
const HISTORY = 20;

/** The limits of an institution and those below it that have none of their own. Versions are only ever added. */
@Injectable()
export class MessageLimitsService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
  ) {}

  async read(actor: Actor): Promise<MessageLimitsAnswer> {
    const [history, inherited] = await Promise.all([
      this.database.rows<VersionRecord>(sql`
        SELECT l.version, l.account_per_day AS accountPerDay, l.case_per_day AS casePerDay,
          l.gsm7_length AS gsm7Length, l.ucs2_length AS ucs2Length, l.segments, u.name AS changedBy,
          l.changed_at AS changedAt
        FROM message_limit l LEFT JOIN user u ON u.id = l.changed_by
        WHERE l.institution_id = ${actor.institutionId} ORDER BY l.version DESC LIMIT ${HISTORY}`),
      this.database.row<LimitsRecord>(limitsOf(actor.institutionId)),
    ]);
    const versions = history.map((row) => ({ ...row, changedAt: row.changedAt.toISOString() }));
    const inForce = versions[0] ?? { ...limitsIn(inherited), version: 0, changedBy: null, changedAt: null };
    return { ...inForce, history: versions };
  }

  /** In force at once, for every command that begins after it. @throws messageLimits.changed */
  async change(actor: Actor, change: MessageLimitsChange): Promise<MessageLimitsAnswer> {
    const { version, ...limits } = change;
    const { institutionId } = actor;
    const next = version + 1;
    try {
      await this.uow.transact(actor, async (tx) => {
        const [newest] = await tx.read<[{ version: number | null }]>(sql`
          SELECT MAX(version) AS version FROM message_limit WHERE institution_id = ${institutionId}`);
        if ((newest[0]?.version ?? 0) !== version) throw new AppError('messageLimits.changed');
        tx.write(sql`
          INSERT INTO message_limit (institution_id, version, account_per_day, case_per_day, gsm7_length, ucs2_length,
            segments, changed_by, changed_at)
          VALUES (${institutionId}, ${next}, ${limits.accountPerDay}, ${limits.casePerDay}, ${limits.gsm7Length},
            ${limits.ucs2Length}, ${limits.segments}, ${actor.userId}, ${tx.now})`);
        const payload = { institutionId, version: next };
        tx.emit({ name: 'messageLimits.changed', subject: ['institution', institutionId], payload });
      });
    } catch (error) {
      // Two administrators saved at once: the key (institution, version) lets one through.
      if (dbErrorCode(error) === 'ER_DUP_ENTRY') throw new AppError('messageLimits.changed');
      throw error;
    }
    return this.read(actor);
  }
}
