import { Injectable } from '@nestjs/common';
import type { Listener, LiveCall } from '../../../contract/supervision/listening.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf } from '../../platform/auth/scope.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { runningFor } from './listening.service.js';

const MAX_CALLS = 500;

@Injectable()
export class ListeningQueries {
  constructor(private readonly database: Database) {}

  /** Case, contact and number only while the case exists for the viewer; the number is masked, as everywhere. */
  live(actor: Actor): Promise<LiveCall[]> {
    return this.database.wireRows<LiveCall>(sql`
      SELECT h.id AS callId, h.agent_id AS agentId, u.name AS agentName, c.id AS taskId, c.loan_no AS orderId,
        k.relation AS contactRelation, IF(h.case_id IS NULL OR c.id IS NOT NULL, h.number_mask, NULL) AS calledNumber, h.state, h.answered_at AS answerTime,
        h.requested_at AS callTime, h.version
      FROM phone_call h LEFT JOIN user u ON u.id = h.agent_id
      LEFT JOIN collection_case c ON c.id = h.case_id AND ${casesOf(actor)}
      LEFT JOIN contact k ON k.id = h.contact_id AND c.id IS NOT NULL
      WHERE h.is_live = 1 AND h.agent_id <> ${actor.userId} AND ${runningFor(actor)}
      ORDER BY h.requested_at DESC LIMIT ${String(MAX_CALLS)}`);
  }

  listeners(actor: Actor): Promise<Listener[]> {
    return this.database.rows<Listener>(sql`
      SELECT l.id, u.name, l.mode FROM listening l
      JOIN phone_call h ON h.id = l.call_id AND h.is_live = 1 JOIN user u ON u.id = l.user_id
      WHERE l.agent_id = ${actor.userId} AND l.ended_at IS NULL AND l.begun_at IS NOT NULL AND l.shown = 1
      ORDER BY l.id`);
  }
}
