import { Injectable } from '@nestjs/common';
import type { RecordCursor } from '../../../contract/supervision/behaviour.js';
import type {
  CallChange,
  CallFilter,
  CallGroup,
  CallGroupQuery,
  CallListQuery,
  CallRow,
  CurrentCalls,
  MonitoredCall,
} from '../../../contract/contact/calls.js';
import { isLiveCall } from '../../../contract/contact/calls.js';
import { COUNT_CAP, type Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { caseFor, casesOf, peopleOf } from '../../platform/auth/scope.js';
import { Clock } from '../../platform/clock/clock.js';
import { normalisePhone, Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { countFound, newestIds, timesOf, type Found } from '../../platform/db/lists/newest-first.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { groupedCalls } from '../../domain/calls/call-groups.sql.js';
import { anyOf, callRanges, partsOf, type NarrowedCalls } from '../../domain/calls/call-list.sql.js';
import { durationOf, typeOf } from '../../domain/calls/call.rules.js';
import { TelephoneService } from './telephone/telephone.service.js';

interface ChangeRecord extends Omit<
  CallChange,
  | 'type'
  | 'callTime'
  | 'ringTime'
  | 'answerTime'
  | 'endTime'
  | 'duration'
  | 'hangingUp'
  | 'recording'
  | 'simulated'
  | 'asksWho'
> {
  requestedAt: Date;
  ringingAt: Date | null;
  answeredAt: Date | null;
  endedAt: Date | null;
  hangupAt: Date | null;
  recorded: number;
  wasSimulated: number;
  asks: number;
}
type RowRecord = ChangeRecord & Omit<CallRow, keyof CallChange> & { lost: number };

const CHANGE = sql`
  h.id AS callId, h.case_id AS taskId, h.contact_id AS contactId, h.agent_id AS agentId, h.direction, h.state,
  h.requested_at AS requestedAt, h.ringing_at AS ringingAt, h.answered_at AS answeredAt, h.ended_at AS endedAt,
  h.reason, h.hung_up_by AS hangUpDirection, h.hangup_at AS hangupAt, h.recording IS NOT NULL AS recorded,
  h.simulated AS wasSimulated, h.pending_agent_id IS NOT NULL AS asks, h.party, h.script, h.version`;

/** The case and the contact only while the case exists for the viewer; `lost` when it no longer does. */
function rowFor(actor: Actor): Statement {
  return rowOf(casesOf(actor));
}

/** @param seen which case is shown with its call, of `c` */
function rowOf(seen: Statement): Statement {
  return sql`${CHANGE}, h.institution_id AS institutionId, h.group_id AS groupId,
    c.group_id = h.group_id AS isTeamCase,
    c.loan_no AS orderId, c.loan_item_id AS loanItemId, u.username AS seatAccount, u.name AS agentName,
    h.party_skipped AS skipReason, h.extension_number AS extensionNumber, k.name AS contactName, k.relation AS contactRelation,
    h.number_mask AS calledNumber, h.case_id IS NOT NULL AND c.id IS NULL AS lost
    FROM phone_call h LEFT JOIN user u ON u.id = h.agent_id
    LEFT JOIN collection_case c ON c.id = h.case_id AND ${seen}
    LEFT JOIN contact k ON k.id = h.contact_id AND c.id IS NOT NULL`;
}

/** Recordings that may be heard: of cases that exist for the viewer, and of own people's calls about no case. */
export function callVisibleTo(actor: Actor): Statement {
  return sql`((h.case_id IS NULL AND (${anyOf(partsOf(actor))})) OR EXISTS (
    SELECT 1 FROM collection_case c WHERE c.id = h.case_id AND ${casesOf(actor)}))`;
}

interface PushedFacts {
  institutionId: number;
  groupId: number | null;
  isTeamCase: number | null;
}
type CallSearch = CallFilter & Partial<Pick<CallListQuery, 'taskId' | 'agentId' | 'live'>>;
/** A call as the relay pushes it to who supervises. */
interface PushedCall {
  row: MonitoredCall;
  institutionId: number;
  isTeamCase: boolean;
}

/** Calls as people see them. Numbers come masked from their column for everybody; nothing is decrypted. */
@Injectable()
export class CallsQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly vault: Vault,
    private readonly telephone: TelephoneService,
  ) {}

  /** @throws case.notFound when a case is named that does not exist for the viewer */
  async records(actor: Actor, query: CallListQuery): Promise<Page<CallRow>> {
    const { page, size, after } = query;
    if ((page - 1) * size >= COUNT_CAP) throw fieldError('request.invalid', 'page');
    const found = await this.found(actor, query);
    if (!found) return { result: [], totalCount: 0 };
    const { ranges, ...days } = found;
    const [result, totalCount] = await Promise.all([
      this.rows(actor, newestIds(ranges, { ...days, after, page, size })),
      countFound(this.database, found),
    ]);
    return { result, totalCount };
  }

  /** One row for each person, case or number among the newest FOLDED calls, the latest first. */
  async groupBy(actor: Actor, { page, size, by, ...filter }: CallGroupQuery): Promise<Page<CallGroup>> {
    const found = await this.found(actor, filter);
    if (!found) return { result: [], totalCount: 0 };
    const { ranges, ...days } = found;
    const groups = await this.database.wireRows<CallGroup & { total: number }>(
      groupedCalls(actor, ranges, days, { page, size, by }),
    );
    const result = groups.map(({ total: _, ...group }) => group);
    return { result, totalCount: groups[0]?.total ?? 0 };
  }

  /** How many records a file would have: exact, or `most` + 1 for more. */
  async extent(actor: Actor, filter: CallFilter, at: Date, max: number): Promise<number> {
    return countFound(this.database, await this.found(actor, filter, at), max);
  }

  /** A part of a file: those before `at`, after a row. */
  async part(
    actor: Actor,
    filter: CallFilter,
    at: Date,
    size: number,
    after?: RecordCursor,
  ): Promise<CallRow[]> {
    const found = await this.found(actor, filter, at);
    if (!found) return [];
    const { ranges, ...days } = found;
    return this.rows(actor, newestIds(ranges, { ...days, after, page: 1, size }));
  }

  async current(actor: Actor): Promise<CurrentCalls> {
    const rows = await this.database.rows<RowRecord>(sql`
      SELECT ${rowFor(actor)} WHERE h.agent_id = ${actor.userId} AND h.is_live = 1 ORDER BY h.requested_at`);
    const { collectorFirst } = this.telephone;
    return { now: this.clock.now().toISOString(), collectorFirst, calls: rows.map(toRow) };
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

  /** The calls as they are now, for who supervises: of a team, the case only while it is the team's. */
  async pushed(callIds: readonly number[]): Promise<PushedCall[]> {
    const rows = await this.database.rows<RowRecord & PushedFacts>(sql`
      SELECT ${rowOf(sql`c.institution_id = h.institution_id`)} WHERE h.id IN ${list(callIds)}`);
    return rows.map((record) => {
      const { contactName: _name, skipReason: _reason, ...row } = toRow(record);
      const { institutionId, groupId, isTeamCase } = record;
      return { row: { ...row, groupId }, institutionId, isTeamCase: isTeamCase === 1 };
    });
  }

  /** @returns null: nobody, no case or no number of that name exists for the viewer */
  private async found(actor: Actor, filter: CallSearch, before?: Date): Promise<Found | null> {
    const narrowed = await this.narrowed(actor, filter);
    return narrowed && { ranges: callRanges(actor, narrowed), ...timesOf(filter, before) };
  }

  private async rows(actor: Actor, ids: Statement): Promise<CallRow[]> {
    const rows = await this.database.rows<RowRecord>(sql`
      SELECT ${rowFor(actor)} JOIN (${ids}) page ON page.id = h.id ORDER BY h.requested_at DESC, h.id DESC`);
    return rows.map(toRow);
  }

  private async narrowed(actor: Actor, query: CallSearch): Promise<NarrowedCalls | null> {
    const { taskId, agentId, groupId, username, loanId, phone, number: key, live } = query;
    const narrowed: NarrowedCalls = { agentId, groupId, live: live !== undefined };
    if (taskId !== undefined) {
      await this.checkCase(actor, taskId);
      narrowed.caseIds = [taskId];
    } else if (loanId) {
      const cases = await this.database.rows<{ id: number }>(sql`
        SELECT c.id FROM collection_case c WHERE c.loan_no = ${loanId} AND ${casesOf(actor)}`);
      if (cases.length === 0) return null;
      narrowed.caseIds = cases.map(({ id }) => id);
    }
    if (username) {
      const person = await this.database.row<{ id: number }>(sql`
        SELECT u.id FROM user u WHERE u.username = ${username} AND ${peopleOf(actor)}`);
      if (!person) return null;
      narrowed.agentId = person.id;
    }
    if (phone) {
      const number = normalisePhone(phone);
      if (!number) return null;
      narrowed.numbers = this.vault.indexes(number);
    }
    if (key) {
      const number = Buffer.from(key, 'hex');
      if (narrowed.numbers?.every((each) => !each.equals(number))) return null;
      narrowed.numbers = [number];
    }
    return narrowed;
  }

  private async checkCase(actor: Actor, caseId: number): Promise<void> {
    const found = await this.database.row(caseFor(actor, caseId));
    if (!found) throw new AppError('case.notFound');
  }
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
    script: record.script,
    recording: record.recorded === 1,
    asksWho: record.asks === 1,
    party: record.party,
    simulated: record.wasSimulated === 1,
    version: record.version,
  };
}

function toRow(record: RowRecord): CallRow {
  const lost = record.lost === 1;
  return {
    ...toChange(record),
    ...(lost ? { taskId: null, contactId: null, recording: false } : {}),
    skipReason: lost ? null : record.skipReason,
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
