import { Injectable } from '@nestjs/common';
import type { AnyEvent } from '../../contract/events/events.js';
import { rooms, type CaseChange, type Tag } from '../../contract/realtime.js';
import { CallsQueries } from '../../server/features/calls/calls.queries.js';
import { SessionQueries } from '../../server/features/session/session.queries.js';
import { CasesQueries } from '../../server/features/case-work/cases/cases.queries.js';
import { Push } from '../../server/platform/push/push.js';
import { BY_PLAN } from '../../server/platform/inbox/causes.js';
import { ruleOf } from '../../server/platform/push/push-rules.js';
import { WatchedRooms } from '../../server/platform/realtime/watched-rooms.js';
import { settleAll } from '../settle-all.js';

interface Tags {
  types: Set<Tag['type']>;
  at: Date;
}

/** Changes of a batch of events, by the table of pushes. */
class Batch {
  /** The last event that changed the row, by case. */
  readonly rows = new Map<number, AnyEvent>();
  /** By call. */
  readonly calls = new Map<number, Date>();
  readonly ofCase = new Map<number, Tags>();
  /** By case, until the case's borrower is read. */
  readonly ofBorrower = new Map<number, Tags>();
  readonly ofInstitution = new Map<number, Tags>();
  /** By institution. */
  readonly queues = new Map<number, Date>();
  /** Somebody's rights are others now, whose is not known. */
  rights = false;
  /** By person. */
  readonly people = new Map<number, Date>();

  constructor(events: readonly AnyEvent[]) {
    for (const event of events) this.add(event);
  }

  private add(event: AnyEvent): void {
    const rule = ruleOf(event);
    if (!rule) return;
    const { caseId, payload, recordedAt: at } = event;
    if (caseId !== null) {
      if (rule.row) this.rows.set(caseId, event);
      addTags(this.ofCase, caseId, rule.ofCase, at);
      addTags(this.ofBorrower, caseId, rule.ofBorrower, at);
    }
    if (rule.call && 'callId' in payload) this.calls.set(payload.callId, at);
    const { ofInstitution } = rule;
    const types = typeof ofInstitution === 'function' ? ofInstitution(payload) : ofInstitution;
    if ('institutionId' in payload && payload.institutionId) {
      addTags(this.ofInstitution, payload.institutionId, types, at);
      if (rule.queues) this.queues.set(payload.institutionId, at);
    }
    if (rule.rights === 'person' && 'userId' in payload && payload.userId)
      this.people.set(payload.userId, at);
    this.rights ||= rule.rights === 'all';
  }
}

function addTags(tags: Map<number, Tags>, key: number, types: Iterable<Tag['type']> = [], at: Date): void {
  const all = new Set([...(tags.get(key)?.types ?? []), ...types]);
  if (all.size > 0) tags.set(key, { types: all, at });
}

/** Sends what events change on screens: rows and calls as they are now, each read once for a batch. */
@Injectable()
export class LiveScreens {
  constructor(
    private readonly cases: CasesQueries,
    private readonly calls: CallsQueries,
    private readonly sessions: SessionQueries,
    private readonly watched: WatchedRooms,
    private readonly sender: Push,
  ) {}

  async push(events: readonly AnyEvent[]): Promise<void> {
    const batch = new Batch(events);
    // First: whoever refetches then may already call what was granted.
    if (batch.rights) this.sender.rights();
    for (const event of events) this.sender.event(event);
    for (const [id, { types, at }] of batch.ofInstitution)
      this.sender.model('ofInstitution', id, { types }, at);
    for (const [id, at] of batch.queues) this.sender.model('queueCounts', id, undefined, at);
    await settleAll(this.pushCases(batch), this.pushCalls(batch.calls), this.pushPeople(batch.people));
  }

  /** Only cases that somebody has open get frames of their own; who opens one later reads a version no older than these. */
  private async pushCases({ rows, ofCase, ofBorrower }: Batch): Promise<void> {
    const open = await this.watched.among(keysOf(rows, ofCase).map(rooms.case));
    for (const [id, { types, at }] of ofCase)
      if (open.has(rooms.case(id))) this.sender.model('ofCase', id, { types, id }, at);
    const borrowers = new Map<number, Tags>();
    const teams = new Map<number, { at: Date; changes: CaseChange[] }>();
    const ids = keysOf(shownOf(rows, open), ofBorrower);
    for (const { caseId, groupId, row } of ids.length > 0 ? await this.cases.changes(ids) : []) {
      const touched = ofBorrower.get(caseId);
      if (touched) addTags(borrowers, row.borrowerId, touched.types, touched.at);
      const event = rows.get(caseId);
      if (!event) continue;
      const change = { caseId, cause: event.name, row };
      const at = event.recordedAt;
      if (row.ownerId !== null && !isByPlan(event)) this.sender.model('ownCase', row.ownerId, change, at);
      if (open.has(rooms.case(caseId))) this.sender.model('openCase', caseId, change, at);
      if (groupId === null || isByPlan(event)) continue;
      const team = teams.get(groupId) ?? { at, changes: [] };
      teams.set(groupId, team);
      team.changes.push(change);
    }
    for (const [groupId, { changes, at }] of teams) this.sender.model('teamCases', groupId, changes, at);
    await this.pushBorrowers(borrowers);
  }

  private async pushBorrowers(borrowers: ReadonlyMap<number, Tags>): Promise<void> {
    const watched = await this.watched.among([...borrowers.keys()].map(rooms.borrower));
    for (const [borrowerId, { types, at }] of borrowers)
      if (watched.has(rooms.borrower(borrowerId))) this.sender.model('ofBorrower', borrowerId, { types }, at);
  }

  private async pushPeople(people: ReadonlyMap<number, Date>): Promise<void> {
    for (const [userId, at] of people)
      this.sender.model('personRights', userId, await this.sessions.rightsOf(userId), at);
  }

  private async pushCalls(calls: ReadonlyMap<number, Date>): Promise<void> {
    if (calls.size === 0) return;
    const open = await this.watched.among([...calls.keys()].map(rooms.call));
    for (const change of await this.calls.changes([...calls.keys()])) {
      const at = calls.get(change.callId)!;
      if (change.agentId !== null) this.sender.model('ownCall', change.agentId, change, at);
      if (change.taskId !== null) this.sender.model('callOfCase', change.taskId, change, at);
      if (open.has(rooms.call(change.callId))) this.sender.model('openCall', change.callId, change, at);
    }
  }
}

function isByPlan({ name, payload }: AnyEvent): boolean {
  return name === 'case.assigned' && payload.reason === BY_PLAN;
}

/** Without what a plan handed out and nobody has open: collector and leaders hear of the whole part by one event. */
function shownOf(rows: ReadonlyMap<number, AnyEvent>, open: ReadonlySet<string>): Map<number, AnyEvent> {
  return new Map([...rows].filter(([id, event]) => !isByPlan(event) || open.has(rooms.case(id))));
}

function keysOf(...maps: ReadonlyMap<number, unknown>[]): number[] {
  return [...new Set(maps.flatMap((map) => [...map.keys()]))];
}
