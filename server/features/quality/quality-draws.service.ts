import { Injectable } from '@nestjs/common';
import { addDays, businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';

/** A rule that everything fits does not draw more than people can hear: so many calls of a sheet and a day. */
const MAX_CALLS = 2_000;

interface Sheet {
  id: number;
  version: number;
  institutionId: number;
  perDay: number;
  minSeconds: number;
}
interface Drawn {
  callId: number;
  agentId: number;
  groupId: number | null;
}

/**
 * Each day's sample of yesterday's calls: of each collector as many as the sheet says, by a hash of call and day, so that
 * nobody can choose and everybody can check. A day of a collector is drawn once, however often this runs.
 */
@Injectable()
export class QualityDrawsService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async draw(): Promise<void> {
    const day = addDays(businessDay(this.clock.now()), -1);
    const sheets = await this.database.rows<Sheet>(sql`
      SELECT s.id, s.version, s.institution_id AS institutionId, s.per_day AS perDay, s.min_seconds AS minSeconds
      FROM quality_sheet s WHERE s.enabled = 1`);
    for (const sheet of sheets) await this.drawOf(sheet, day);
  }

  private async drawOf(sheet: Sheet, day: string): Promise<void> {
    const { id, version, institutionId, perDay, minSeconds } = sheet;
    const fitting = await this.database.rows<Drawn>(sql`
      SELECT found.callId, found.agentId, found.groupId FROM (
        SELECT h.id AS callId, h.agent_id AS agentId, h.group_id AS groupId,
          ROW_NUMBER() OVER (PARTITION BY h.agent_id ORDER BY CRC32(CONCAT(${day}, h.id)), h.id) AS place
        FROM phone_call h
        WHERE h.institution_id = ${institutionId} AND h.recording IS NOT NULL
          AND h.requested_at >= ${startOfBusinessDay(day)} AND h.requested_at < ${startOfBusinessDay(addDays(day, 1))}
          AND TIMESTAMPDIFF(SECOND, h.answered_at, h.ended_at) >= ${minSeconds}
          AND NOT EXISTS (
            SELECT 1 FROM quality_sample m WHERE m.sheet_id = ${id} AND m.day = ${day} AND m.agent_id = h.agent_id)
      ) found WHERE found.place <= ${perDay} ORDER BY found.place, found.callId LIMIT ${String(MAX_CALLS + 1)}`);
    if (fitting.length === 0) return;
    const calls = fitting.slice(0, MAX_CALLS);
    const capped = fitting.length > MAX_CALLS;
    const ids = await this.ids.takeMany(calls.length);
    await this.uow.transact(SYSTEM, async (tx) => {
      // The sheet is the lock: of two runs at once the second inserts nothing.
      await tx.read(sql`SELECT s.id FROM quality_sheet s WHERE s.id = ${id} FOR UPDATE`);
      for (const [at, { callId, agentId, groupId }] of calls.entries())
        tx.write(sql`
          INSERT IGNORE INTO quality_sample (id, sheet_id, sheet_version, institution_id, group_id, agent_id, call_id, day)
          VALUES (${ids[at]!}, ${id}, ${version}, ${institutionId}, ${groupId}, ${agentId}, ${callId}, ${day})`);
      tx.emit('quality.sampled', { sheetId: id, institutionId, day, calls: calls.length, capped });
    });
  }
}
