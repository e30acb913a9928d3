import { Injectable } from '@nestjs/common';
import { businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import { Database } from '../../platform/db/database.js';
import { list, sql } from '../../platform/db/sql.js';
import { SealedFiles } from '../../platform/files/sealed-files.js';
import type { SeedUser } from '../actors.js';
import { conversationWav } from '../generators/tone.js';

/** The newest of a collector's calls that can be listened to. */
const RECORDED = 4;
/** And of yesterday's of more of them, which quality inspection draws from: talks of at least so long. */
const RECORDED_BEFORE = 2;
const INSPECTED_COLLECTORS = 12;
const INSPECTED_S = 20;
const LISTENED_COLLECTORS = 6;
const SKIPPED = 'Me llamó ella misma hace un momento';
const DAY_MS = 86_400_000;

interface Talk {
  id: number;
  seconds: number;
}
const SECONDS = sql`TIMESTAMPDIFF(SECOND, answered_at, ended_at)`;

@Injectable()
export class CallsSeed {
  constructor(
    private readonly database: Database,
    private readonly files: SealedFiles,
  ) {}

  async plant(collectors: readonly SeedUser[], now: Date): Promise<void> {
    await this.past();
    await this.firstContacts();
    const today = startOfBusinessDay(businessDay(now));
    for (const { id } of collectors.slice(0, LISTENED_COLLECTORS)) await this.record(await this.newest(id));
    for (const { id } of collectors.slice(0, INSPECTED_COLLECTORS))
      await this.record(await this.yesterdays(id, today));
    const dialling = collectors.filter((_, index) => index % 5 === 1).map(({ id }) => id);
    await this.database.run(
      sql`UPDATE user SET auto_dial = 1, version = version + 1 WHERE id IN ${list(dialling)}`,
    );
  }

  /** A record's own number is its call's too: ids are given once. Nothing follows from calls that were over long ago. */
  private async past(): Promise<void> {
    await this.database.run(
      sql`
        INSERT INTO phone_call (id, direction, state, institution_id, group_id, agent_id, supplier, extension_number,
          caller_number, shown_number, case_id, borrower_id, contact_id, number_hash, number_mask, requested_at, asked_at, ringing_at, answered_at, ended_at, reason,
          hung_up_by, closed_by, asks, party, party_at, party_skipped)
        SELECT l.id, 'OUT', IF(l.call_status = 'EMPTY_NUMBER', 'FAILED', 'ENDED'), u.institution_id, u.group_id, u.id,
          s.supplier, s.extension_number, s.caller_number,
          IF(l.call_status = 'EMPTY_NUMBER', NULL, s.caller_number), l.case_id, l.borrower_id, k.id, k.phone_hash, k.phone_mask,
          l.at - INTERVAL 60 + l.id % 180 SECOND, l.at - INTERVAL 60 + l.id % 180 SECOND,
          IF(l.call_status = 'EMPTY_NUMBER', NULL, l.at - INTERVAL 59 + l.id % 180 SECOND),
          IF(l.call_status = 'CONNECTED', l.at - INTERVAL 50 + l.id % 180 SECOND, NULL),
          l.at - INTERVAL 30 SECOND,
          CASE l.call_status WHEN 'CONNECTED' THEN 'HUNG_UP' WHEN 'BLACKLIST' THEN 'REJECTED' ELSE l.call_status END,
          IF(l.call_status = 'CONNECTED', IF(l.id % 3 = 0, 'AGENT', 'CUSTOMER'), 'SYSTEM'),
          IF(l.call_status = 'EMPTY_NUMBER', 'FAILED', 'ENDED'), l.call_status = 'CONNECTED',
          CASE WHEN l.call_status <> 'CONNECTED' THEN NULL WHEN l.result IN ('NORLVT', 'NOVLD') THEN 'WRONG_NUMBER'
            WHEN l.id % 29 = 0 THEN 'SKIPPED' WHEN k.relation <> 'R01' THEN 'NOT_HERE' ELSE 'BORROWER' END,
          IF(l.call_status = 'CONNECTED', l.at - INTERVAL 47 - l.id % 9 + l.id % 180 SECOND, NULL),
          IF(l.call_status = 'CONNECTED' AND l.result NOT IN ('NORLVT', 'NOVLD') AND l.id % 29 = 0, ${SKIPPED}, NULL)
        FROM collection_log l JOIN user u ON u.id = l.collector_id JOIN softphone s ON s.owner_id = u.id
        JOIN contact k ON k.id = l.contact_id
        WHERE l.type = '03' AND l.call_status IS NOT NULL`,
      0,
    );
  }

  /** Borrowers who were talked to before know who calls, and for whom. */
  private async firstContacts(): Promise<void> {
    await this.database.run(sql`
      INSERT INTO first_contact (borrower_id, record_id, call_id, collector_id, at)
      SELECT f.borrower_id, f.id, f.id, f.agent_id, f.ended_at FROM (
        SELECT h.*, ROW_NUMBER() OVER (PARTITION BY h.borrower_id ORDER BY h.id) AS place
        FROM phone_call h WHERE h.party IN ('BORROWER', 'SKIPPED') AND h.borrower_id IS NOT NULL) f
      WHERE f.place = 1`);
  }

  private newest(collectorId: number): Promise<Talk[]> {
    return this.database.rows(sql`
      SELECT id, ${SECONDS} AS seconds FROM phone_call
      WHERE agent_id = ${collectorId} AND ${SECONDS} > 0
      ORDER BY requested_at DESC LIMIT ${String(RECORDED)}`);
  }

  private yesterdays(collectorId: number, today: Date): Promise<Talk[]> {
    return this.database.rows(sql`
      SELECT id, ${SECONDS} AS seconds FROM phone_call
      WHERE agent_id = ${collectorId} AND requested_at >= ${new Date(today.getTime() - DAY_MS)} AND requested_at < ${today}
        AND recording IS NULL AND ${SECONDS} >= ${INSPECTED_S}
      ORDER BY requested_at DESC LIMIT ${String(RECORDED_BEFORE)}`);
  }

  private async record(calls: readonly Talk[]): Promise<void> {
    for (const { id, seconds } of calls) {
      const recording = await this.files.keep('recordings', conversationWav(seconds));
      await this.database.run(sql`UPDATE phone_call SET recording = ${recording} WHERE id = ${id}`);
    }
  }
}
