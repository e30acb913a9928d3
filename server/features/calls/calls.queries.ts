import { Injectable } from '@nestjs/common';
import type { CallChange, CallListQuery, CallRow, CurrentCalls } from '../../../contract/calls.js';
import { isLiveCall } from '../../../contract/calls.js';
import { addDays, startOfBusinessDay } from '../../../contract/shared/date.js';
import { COUNT_CAP, type Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf } from '../../platform/auth/scope.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { all, list, sql, type Statement } from '../../platform/db/sql.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { durationOf, typeOf } from './call.rules.js';

interface ChangeRecord extends Omit<
  CallChange,
  'type' | 'callTime' | 'ringTime' | 'answerTime' | 'endTime' | 'duration' | 'hangingUp' | 'recording'
> {
  requestedAt: Date;
  ringingAt: Date | null;
  answeredAt: Date | null;
  endedAt: Date | null;
  hangupAt: Date | null;
  recorded: number;
}
type RowRecord = ChangeRecord & Omit<CallRow, keyof CallChange> & { lost: number };

const CHANGE = sql`
  h.id AS callId, h.case_id AS taskId, h.contact_id AS contactId, h.agent_id AS agentId, h.direction, h.state,
  h.requested_at AS requestedAt, h.ringing_at AS ringingAt, h.answered_at AS answeredAt, h.ended_at AS endedAt,
  h.reason, h.hung_up_by AS hangUpDirection, h.hangup_at AS hangupAt, h.recording IS NOT NULL AS recorded, h.version`;

/** The case and the contact only while the case exists for the viewer; `lost` when it no longer does. */
function rowFor(actor: Actor): Statement {
  return sql`${CHANGE},
    c.loan_no AS orderId, c.loan_item_id AS loanItemId, u.username AS seatAccount, u.name AS agentName,
    h.extension_number AS extensionNumber, k.name AS contactName, k.relation AS contactRelation,
    h.number_mask AS calledNumber, h.case_id IS NOT NULL AND c.id IS NULL AS lost
    FROM phone_call h LEFT JOIN user u ON u.id = h.agent_id
    LEFT JOIN collection_case c ON c.id = h.case_id AND ${casesOf(actor)}
    LEFT JOIN contact k ON k.id = h.contact_id AND c.id IS NOT NULL`;
}

/** Conditions on phone_call under the alias `h`, each the head of an index: own calls, the group's, an institution's. */
function partsOf(actor: Actor): Statement[] {
  if (actor.role === 'member') return [sql`h.agent_id = ${actor.userId}`];
  if (actor.role === 'leader') return [sql`h.group_id = ${actor.groupId}`];
  return actor.institutionIds.map((id) => sql`h.institution_id = ${id}`);
}

function any(parts: readonly Statement[]): Statement {
  const [first, ...rest] = parts;
  return rest.reduce<Statement>((before, part) => sql`${before} OR ${part}`, first ?? sql`FALSE`);
}

/** The ids of a page: the newest of each part in its index's order, and only these are sorted. */
function newest(parts: readonly Statement[], query: CallListQuery): Statement {
  const { page, size } = query;
  const ofEach = parts.map(
    (part) => sql`
      SELECT h.id, h.requested_at AS at FROM phone_call h WHERE ${all([part, ...filtersOf(query)])}
      ORDER BY h.requested_at DESC, h.id DESC LIMIT ${String(page * size)}`,
  );
  const united = ofEach
    .map((part) => sql`(${part})`)
    .reduce((before, part) => sql`${before} UNION ALL ${part}`);
  return sql`
    SELECT found.id FROM (${united}) found ORDER BY found.at DESC, found.id DESC
    LIMIT ${String(size)} OFFSET ${String((page - 1) * size)}`;
}

/** Whose recording may be heard: of cases that exist for the viewer, and of own people's calls about no case. */
export function callVisibleTo(actor: Actor): Statement {
  return sql`((h.case_id IS NULL AND (${any(partsOf(actor))})) OR EXISTS (
    SELECT 1 FROM collection_case c WHERE c.id = h.case_id AND ${casesOf(actor)}))`;
}

/** Calls as people see them. Numbers come masked from their column for everybody; nothing is decrypted. */
@Injectable()
export class CallsQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws case.notFound when a case is named that does not exist for the viewer */
  async records(actor: Actor, query: CallListQuery): Promise<Page<CallRow>> {
    const { taskId, page, size } = query;
    if (taskId !== undefined) await this.checkCase(actor, taskId);
    if ((page - 1) * size >= COUNT_CAP) throw fieldError('request.invalid', 'page');
    const parts = taskId === undefined ? partsOf(actor) : [sql`h.case_id = ${taskId}`];
    const where = all([any(parts), ...filtersOf(query)]);
    const [rows, [counted]] = await Promise.all([
      this.database.rows<RowRecord>(sql`
        SELECT ${rowFor(actor)} JOIN (${newest(parts, query)}) page ON page.id = h.id
        ORDER BY h.requested_at DESC, h.id DESC`),
      this.database.rows<{ total: number }>(sql`
        SELECT COUNT(*) AS total FROM (
          SELECT 1 FROM phone_call h WHERE ${where} LIMIT ${String(COUNT_CAP + 1)}) AS found`),
    ]);
    return { result: rows.map(toRow), totalCount: counted!.total };
  }

  async current(actor: Actor): Promise<CurrentCalls> {
    const rows = await this.database.rows<RowRecord>(sql`
      SELECT ${rowFor(actor)} WHERE h.agent_id = ${actor.userId} AND h.is_live = 1 ORDER BY h.requested_at`);
    return { now: this.clock.now().toISOString(), calls: rows.map(toRow) };
  }

  /** @returns null for a call that the viewer may not hear */
  async one(actor: Actor, callId: number): Promise<CallRow | null> {
    const row = await this.database.row<RowRecord>(sql`
      SELECT ${rowFor(actor)} WHERE h.id = ${callId} AND ${callVisibleTo(actor)}`);
    return row ? toRow(row) : null;
  }

  /** The calls as they are now, for the relay. */
  async changes(callIds: readonly number[]): Promise<CallChange[]> {
    const rows = await this.database.rows<ChangeRecord>(sql`
      SELECT ${CHANGE} FROM phone_call h WHERE h.id IN ${list(callIds)}`);
    return rows.map(toChange);
  }

  private async checkCase(actor: Actor, caseId: number): Promise<void> {
    const found = await this.database.row(sql`
      SELECT 1 FROM collection_case c WHERE c.id = ${caseId} AND ${casesOf(actor)}`);
    if (!found) throw new AppError('case.notFound');
  }
}

function filtersOf({ agentId, dateFrom, dateTo }: CallListQuery): Statement[] {
  return [
    ...(agentId === undefined ? [] : [sql`h.agent_id = ${agentId}`]),
    ...(dateFrom === undefined ? [] : [sql`h.requested_at >= ${startOfBusinessDay(dateFrom)}`]),
    ...(dateTo === undefined ? [] : [sql`h.requested_at < ${startOfBusinessDay(addDays(dateTo, 1))}`]),
  ];
}

function toChange(record: ChangeRecord): CallChange {
  return {
    callId: record.callId,
    taskId: record.taskId,
    contactId: record.contactId,
    agentId: record.agentId,
    direction: record.direction,
    type: typeOf(record),
    state: record.state,
    callTime: record.requestedAt.toISOString(),
    ringTime: record.ringingAt?.toISOString() ?? null,
    answerTime: record.answeredAt?.toISOString() ?? null,
    endTime: record.endedAt?.toISOString() ?? null,
    duration: durationOf(record),
    reason: record.reason,
    hangUpDirection: record.hangUpDirection,
    hangingUp: record.hangupAt !== null && isLiveCall(record.state),
    recording: record.recorded === 1,
    version: record.version,
  };
}

function toRow(record: RowRecord): CallRow {
  const lost = record.lost === 1;
  return {
    ...toChange(record),
    ...(lost ? { taskId: null, contactId: null, recording: false } : {}),
    orderId: record.orderId,
    loanItemId: record.loanItemId,
    seatAccount: record.seatAccount,
    agentName: record.agentName,
    extensionNumber: record.extensionNumber,
    contactName: record.contactName,
    contactRelation: record.contactRelation,
    calledNumber: lost ? null : record.calledNumber,
  };
}
