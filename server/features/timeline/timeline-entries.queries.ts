import { Injectable } from '@nestjs/common';
import type { CaseStatus, Relation } from '../../../contract/codes.js';
import { EVENTS, type EventName } from '../../../contract/events/events.js';
import { timelineKind, type TimelineEntry, type TimelineKind } from '../../../contract/cases/timeline.js';
import { Database } from '../../platform/db/database.js';
import { list, sql } from '../../platform/db/sql.js';
import { factsIn, peopleIn, statusesIn } from '../../domain/timeline/timeline.rules.js';

export interface EventRecord {
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

const NAMES = Object.keys(EVENTS) as EventName[];

export function namesOfKind(kind: TimelineKind): EventName[] {
  return NAMES.filter((name) => timelineKind(name) === kind);
}

/** Events of the log as a person reads them: with names for ids, and without what no reader needs. */
@Injectable()
export class TimelineEntries {
  constructor(private readonly database: Database) {}

  async of(records: readonly EventRecord[]): Promise<TimelineEntry[]> {
    const events = records.map((row) => ({ ...row, payload: JSON.parse(row.payload) as Payload }));
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

  async namesOf(userIds: readonly number[]): Promise<Map<number, string>> {
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
