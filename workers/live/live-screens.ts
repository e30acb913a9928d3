import { Injectable } from '@nestjs/common';
import type { AnyEvent } from '../../contract/events/events.js';
import { rooms, type CaseChange, type Tag } from '../../contract/realtime.js';
import { CallsQueries } from '../../server/features/calls/calls.queries.js';
import { CasesQueries } from '../../server/features/case-work/cases/cases.queries.js';
import type { JobPayload } from '../../server/platform/jobs/job-table.js';
import { Publisher } from '../../server/platform/realtime/publisher.js';
import { WatchedRooms } from '../../server/platform/realtime/watched-rooms.js';
import { Throttle } from '../throttle.js';
import { announced, BY_PLAN, screenOf } from '../screens.js';
import type { Told } from '../told.js';
import { settleAll } from '../settle-all.js';

/** Above this many changes at once a leader's browser refetches its own page, which is less. */
const MOST_ROWS = 200;

/** By case. */
interface TeamChanges {
  changes: Map<number, CaseChange>;
  at: Date;
}
interface Tags {
  types: Set<Tag['type']>;
  at: Date;
}

/** Changes of a batch of events, by the table in screens.ts. */
class Batch {
  /** The last event that changed the row, by case. */
  readonly rows = new Map<number, AnyEvent>();
  /** By call. */
  readonly calls = new Map<number, Date>();
  readonly ofCase = new Map<number, Tags>();
  /** By case, until the case's borrower is read. */
  readonly ofBorrower = new Map<number, Tags>();
  readonly ofInstitution = new Map<number, Tags>();
  readonly told: { told: Told; at: Date }[] = [];
  rights = false;

  constructor(events: readonly AnyEvent[]) {
    for (const event of events) this.add(event);
  }

  private add(event: AnyEvent): void {
    const screen = screenOf(event);
    if (!screen) return;
    const { caseId, payload, recordedAt: at } = event;
    if (caseId !== null) {
      if (screen.row) this.rows.set(caseId, event);
      addTags(this.ofCase, caseId, screen.ofCase, at);
      addTags(this.ofBorrower, caseId, screen.ofBorrower, at);
    }
    if (screen.call && 'callId' in payload) this.calls.set(payload.callId, at);
    const { ofInstitution } = screen;
    const types = typeof ofInstitution === 'function' ? ofInstitution(payload) : ofInstitution;
    if ('institutionId' in payload && payload.institutionId)
      addTags(this.ofInstitution, payload.institutionId, types, at);
    for (const told of screen.tells?.(payload) ?? []) this.told.push({ told, at });
    this.rights ||= screen.rights ?? false;
  }
}

function addTags(tags: Map<number, Tags>, key: number, types: Iterable<Tag['type']> = [], at: Date): void {
  const all = new Set([...(tags.get(key)?.types ?? []), ...types]);
  if (all.size > 0) tags.set(key, { types: all, at });
}

/** Sends what events change on screens: rows and calls as they are now, each read once for a batch. */
@Injectable()
export class LiveScreens {
  private readonly teams = new Throttle<TeamChanges>(
    (before, next) => ({ at: next.at, changes: new Map([...before.changes, ...next.changes]) }),
    (groupId, changes) => this.sendTeam(groupId, changes),
  );

  constructor(
    private readonly cases: CasesQueries,
    private readonly calls: CallsQueries,
    private readonly watched: WatchedRooms,
    private readonly publisher: Publisher,
  ) {}

  async push(events: readonly AnyEvent[]): Promise<void> {
    const batch = new Batch(events);
    // First: whoever refetches then may already call what was granted.
    if (batch.rights) this.publisher.rightsChanged();
    for (const { told, at } of batch.told) this.tell(told, at);
    for (const [id, tags] of batch.ofInstitution) this.sendTags(rooms.institution(id), tags);
    await settleAll(this.pushCases(batch), this.pushCalls(batch.calls));
  }

  /** An announcement is shown from now on, or no longer: by the clock, and not by an event. */
  turn(announcement: JobPayload<'announcements.turn'>): void {
    const tags = announced(announcement).map((type) => ({ type }));
    this.publisher.hint(rooms.institution(announcement.institutionId), 'tags.changed', { tags });
  }

  private tell({ to, name, data, leaves }: Told, at: Date): void {
    for (const room of to) {
      this.publisher.send(room, name, data, at);
      if (leaves) this.publisher.leave(room, leaves);
    }
  }

  private sendTags(room: string, { types, at }: Tags, id?: number): void {
    const tags = [...types].map((type) => (id === undefined ? { type } : { type, id }));
    this.publisher.send(room, 'tags.changed', { tags }, at);
  }

  /** Only cases that somebody has open get frames of their own; who opens one later reads a version no older than these. */
  private async pushCases({ rows, ofCase, ofBorrower }: Batch): Promise<void> {
    const open = await this.watched.among(keysOf(rows, ofCase).map(rooms.case));
    for (const [id, tags] of ofCase) if (open.has(rooms.case(id))) this.sendTags(rooms.case(id), tags, id);
    const borrowers = new Map<number, Tags>();
    const teams = new Map<number, TeamChanges>();
    const ids = keysOf(shownOf(rows, open), ofBorrower);
    for (const { caseId, groupId, row } of ids.length > 0 ? await this.cases.changes(ids) : []) {
      const touched = ofBorrower.get(caseId);
      if (touched) addTags(borrowers, row.borrowerId, touched.types, touched.at);
      const event = rows.get(caseId);
      if (!event) continue;
      const change = { caseId, cause: event.name, row };
      const at = event.recordedAt;
      if (row.ownerId !== null && !isByPlan(event))
        this.publisher.send(rooms.user(row.ownerId), 'case.changed', change, at);
      if (open.has(rooms.case(caseId))) this.publisher.send(rooms.case(caseId), 'case.changed', change, at);
      if (groupId === null || isByPlan(event)) continue;
      const team = teams.get(groupId) ?? { at, changes: new Map<number, CaseChange>() };
      teams.set(groupId, team);
      team.changes.set(caseId, change);
    }
    for (const [groupId, changes] of teams) this.teams.add(groupId, changes);
    await this.pushBorrowers(borrowers);
  }

  private sendTeam(groupId: number, { changes, at }: TeamChanges): void {
    const room = rooms.group(groupId);
    if (changes.size > MOST_ROWS)
      this.sendTags(room, { types: new Set(['CaseList', 'CaseCounts', 'Promise']), at });
    else this.publisher.send(room, 'cases.changed', { changes: [...changes.values()] }, at);
  }

  private async pushBorrowers(borrowers: ReadonlyMap<number, Tags>): Promise<void> {
    const watched = await this.watched.among([...borrowers.keys()].map(rooms.borrower));
    for (const [borrowerId, tags] of borrowers) {
      const room = rooms.borrower(borrowerId);
      if (watched.has(room)) this.sendTags(room, tags);
    }
  }

  private async pushCalls(calls: ReadonlyMap<number, Date>): Promise<void> {
    if (calls.size === 0) return;
    const open = await this.watched.among([...calls.keys()].map(rooms.call));
    for (const change of await this.calls.changes([...calls.keys()])) {
      const at = calls.get(change.callId)!;
      if (change.agentId !== null)
        this.publisher.send(rooms.user(change.agentId), 'call.changed', change, at);
      if (change.taskId !== null) this.publisher.send(rooms.case(change.taskId), 'call.changed', change, at);
      const room = rooms.call(change.callId);
      if (open.has(room)) this.publisher.send(room, 'call.changed', change, at);
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
