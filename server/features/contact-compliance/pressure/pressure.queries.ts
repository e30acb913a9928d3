import { Injectable } from '@nestjs/common';
import {
  PRESSURE_DAYS,
  MAX_PRESSURE_ACTS,
  type Pressure,
  type PressureAct,
} from '../../../../contract/supervision/pressure.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf } from '../../../platform/auth/scope.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import { wire } from '../../../platform/db/rows.js';
import { sql } from '../../../platform/db/sql.js';
import { AppError } from '../../../platform/http/app-error.js';
import { pendingCall, refuseIfBlocked } from '../../../domain/calls/who-answers.sql.js';
import { factsOf } from '../../../domain/contact-compliance/decide/facts.rules.js';
import {
  factStatements,
  type FactElements,
} from '../../../domain/contact-compliance/decide/compliance.sql.js';
import { legalSpan, localTime } from '../../../domain/contact-compliance/decide/hours.rules.js';
import { daysOf } from '../../../domain/contact-compliance/pressure/pressure.rules.js';

const DAY_MS = 86_400_000;

type SubjectRow = Pick<Pressure, 'taskId' | 'loanId' | 'borrowerName'> & {
  borrowerId: number;
  pendingCallId: number | null;
};
type ActRecord = Omit<PressureAct, 'at' | 'day' | 'minute' | 'counted' | 'allowed' | 'spoken'> & {
  at: Date;
  counted: number;
  allowed: number;
  spoken: number;
};
type HoldRecord = Omit<Pressure['holds'][number], 'from' | 'until'> & { from: Date; until: Date | null };

/** A borrower's contacts, by whom and for which loan they may have been, beside the limits of law and company. */
@Injectable()
export class PressureQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws case.notFound */
  async pressure(actor: Actor, caseId: number): Promise<Pressure> {
    const now = this.clock.now();
    const [seen, ...rows] = await this.database.readTogether<[SubjectRow, ...FactElements]>(
      sql`SELECT ${pendingCall(actor)} AS pendingCallId, c.id AS taskId, c.loan_no AS loanId, c.borrower_name AS borrowerName, c.borrower_id AS borrowerId
        FROM collection_case c WHERE c.id = ${caseId} AND ${casesOf(actor)}`,
      ...factStatements({ caseId, contactId: 0, actorId: actor.userId }, now, false),
    );
    const facts = factsOf(rows);
    if (!seen[0] || !facts) throw new AppError('case.notFound');
    refuseIfBlocked(seen[0]);
    const { borrowerId, pendingCallId: _, ...subject } = seen[0];
    const { policy } = facts.inForce;
    const { zone } = facts.where;
    const since = new Date(now.getTime() - PRESSURE_DAYS * DAY_MS);
    const [records, holds] = await Promise.all([
      this.acts(actor, borrowerId, since),
      this.holds(borrowerId, since),
    ]);
    const acts = records.map(({ counted, allowed, spoken, ...act }) => ({
      ...wire(act),
      ...{ day: localTime(zone, act.at).day, minute: localTime(zone, act.at).minute },
      ...{ counted: Boolean(counted), allowed: Boolean(allowed), spoken: Boolean(spoken) },
    }));
    const legal = legalSpan(policy, facts.where);
    return {
      ...subject,
      zone,
      limits: {
        attemptsPerDay: policy.attempts.perDay,
        attemptsPerWeek: policy.attempts.perWeek,
        conversationsPerDay: policy.conversations.perDay,
        messagesPerDay: policy.messages.perDay,
        legalFrom: legal.from,
        legalTo: legal.to,
      },
      days: daysOf(acts, localTime(zone, now).day),
      acts,
      holds: holds.map((hold) => wire(hold)),
    };
  }

  private acts(actor: Actor, borrowerId: number, since: Date): Promise<ActRecord[]> {
    return this.database.rows<ActRecord>(sql`
      SELECT r.id AS receiptId, r.at, r.channel, r.kind, k.relation, u.name AS actor, c.loan_no AS loanId, c.id AS taskId,
        r.counted, r.allowed, r.conversation_at IS NOT NULL AS spoken
      FROM contact_receipt r LEFT JOIN contact k ON k.id = r.contact_id LEFT JOIN user u ON u.id = r.actor_id
        LEFT JOIN collection_case c ON c.id = r.case_id AND ${casesOf(actor)}
      WHERE r.borrower_id = ${borrowerId} AND r.at >= ${since}
      ORDER BY r.at DESC, r.id DESC LIMIT ${String(MAX_PRESSURE_ACTS)}`);
  }

  private holds(borrowerId: number, since: Date): Promise<HoldRecord[]> {
    return this.database.rows<HoldRecord>(sql`
      SELECT h.kind, h.channel, h.placed_at AS \`from\`,
        NULLIF(LEAST(COALESCE(h.lifted_at, '9999-01-01'), COALESCE(h.until_at, '9999-01-01')), '9999-01-01') AS until
      FROM contact_hold h
      WHERE h.borrower_id = ${borrowerId} AND (h.lifted_at IS NULL OR h.lifted_at >= ${since})
      ORDER BY h.placed_at DESC LIMIT 100`);
  }
}
