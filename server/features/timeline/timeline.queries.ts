import { Injectable } from '@nestjs/common';
import type { CaseStatus, Relation } from '../../../contract/codes.js';
import { EVENTS, type EventName } from '../../../contract/events.js';
import {
  timelineKind,
  type CaseState,
  type Timeline,
  type TimelineEntry,
  type TimelineQuery,
} from '../../../contract/timeline.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Database } from '../../platform/db/database.js';
import { all, list, sql } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { CasesQueries } from '../cases/cases.queries.js';
import { factsIn, foldCase, peopleIn, statusesIn } from './timeline.rules.js';

interface EventRecord {
  id: number;
  name: EventName;
  actorId: number | null;
  payload: string;
  effectiveAt: Date;
  recordedAt: Date;
}
type Payload = {
  contactId?: number | null;
  callId?: number;
  statusBefore?: CaseStatus;
  statusAfter?: CaseStatus;
};
type Parsed = Omit<EventRecord, 'payload'> & { payload: Payload };

const NAMES = Object.keys(EVENTS) as EventName[];

/** A case's events for a reader, and the case as it was at any moment. */
@Injectable()
export class TimelineQueries {
  constructor(
    private readonly database: Database,
    private readonly cases: CasesQueries,
  ) {}

  /** @throws case.notFound */
  async timeline(actor: Actor, caseId: number, query: TimelineQuery): Promise<Timeline> {
    const asOf = query.asOf === undefined ? null : new Date(query.asOf);
    const [version, events, state] = await Promise.all([
      this.cases.version(actor, caseId),
      this.page(caseId, query, asOf),
      asOf === null ? null : this.stateAt(caseId, asOf),
    ]);
    if (version === undefined) throw new AppError('case.notFound');
    const shown = events.slice(0, query.size);
    const result = await this.entries(shown);
    return { result, next: events.length > query.size ? shown.at(-1)!.id : null, state };
  }

  /** One event more than is shown, by the index (case_id, id). */
  private async page(
    caseId: number,
    { kind, before, size }: TimelineQuery,
    asOf: Date | null,
  ): Promise<Parsed[]> {
    const conditions = [sql`e.case_id = ${caseId}`];
    if (before !== undefined) conditions.push(sql`e.id < ${before}`);
    if (asOf !== null) conditions.push(sql`e.recorded_at <= ${asOf}`);
    if (kind) conditions.push(sql`e.name IN ${list(NAMES.filter((name) => timelineKind(name) === kind))}`);
    const rows = await this.database.rows<EventRecord>(sql`
      SELECT e.id, e.name, e.actor_id AS actorId, e.payload, e.effective_at AS effectiveAt, e.recorded_at AS recordedAt
      FROM domain_event e WHERE ${all(conditions)} ORDER BY e.id DESC LIMIT ${String(size + 1)}`);
    return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) as Payload }));
  }

  private async stateAt(caseId: number, asOf: Date): Promise<CaseState | null> {
    const rows = await this.database.rows<Pick<EventRecord, 'name' | 'payload'>>(sql`
      SELECT e.name, e.payload FROM domain_event e
      WHERE e.case_id = ${caseId} AND e.recorded_at <= ${asOf} ORDER BY e.id`);
    const state = foldCase(
      rows.map(({ name, payload }) => ({ name, payload: JSON.parse(payload) as object })),
    );
    if (!state) return null;
    const names = await this.namesOf(state.ownerId === null ? [] : [state.ownerId]);
    return { ...state, ownerName: state.ownerId === null ? null : (names.get(state.ownerId) ?? null) };
  }

  private async entries(events: readonly Parsed[]): Promise<TimelineEntry[]> {
    const people = events.flatMap(({ actorId, payload }) => [
      ...(actorId === null ? [] : [actorId]),
      ...peopleIn(payload).map(([, userId]) => userId),
    ]);
    const contacts = events.flatMap(({ payload }) => payload.contactId ?? []);
    const [names, relations] = await Promise.all([this.namesOf(people), this.relationsOf(contacts)]);
    return events.map(({ id, name, actorId, payload, effectiveAt, recordedAt }) => {
      const relation = payload.contactId ? relations.get(payload.contactId) : undefined;
      return {
        id,
        name,
        kind: timelineKind(name),
        callId: payload.callId ?? null,
        actor: actorId === null ? null : (names.get(actorId) ?? null),
        facts: { ...factsIn(payload), ...(relation ? { relation } : {}) },
        people: Object.fromEntries(
          peopleIn(payload).flatMap(([part, userId]) => {
            const known = names.get(userId);
            return known === undefined ? [] : [[part, known]];
          }),
        ),
        ...statusesIn(payload),
        effectiveAt: effectiveAt.toISOString(),
        recordedAt: recordedAt.toISOString(),
      };
    });
  }

  private async namesOf(userIds: readonly number[]): Promise<Map<number, string>> {
    if (userIds.length === 0) return new Map();
    const rows = await this.database.rows<{ id: number; name: string }>(sql`
      SELECT id, name FROM user WHERE id IN ${list([...new Set(userIds)])}`);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  private async relationsOf(contactIds: readonly number[]): Promise<Map<number, Relation>> {
    if (contactIds.length === 0) return new Map();
    const rows = await this.database.rows<{ id: number; relation: Relation }>(sql`
      SELECT id, relation FROM contact WHERE id IN ${list([...new Set(contactIds)])}`);
    return new Map(rows.map(({ id, relation }) => [id, relation]));
  }
}
