import { Injectable } from '@nestjs/common';
import type { AnyEvent } from '../../contract/events/events.js';
import type { LiveCall } from '../../contract/supervision/listening.js';
import { rooms, type Messages } from '../../contract/realtime.js';
import { BehavioursQueries } from '../../server/features/monitoring/behaviour/behaviours.queries.js';
import { CallsQueries } from '../../server/features/calls/calls.queries.js';
import { Publisher } from '../../server/platform/realtime/publisher.js';
import { WatchedRooms } from '../../server/platform/realtime/watched-rooms.js';
import { screenOf } from '../screens.js';
import { settleAll } from '../settle-all.js';
import { Throttle } from '../throttle.js';

type Behaviour = Messages['monitoring.recorded']['behaviours'][number];
type Call = Messages['monitoring.recorded']['calls'][number];

/** By id: of one that changed twice only the last is sent. */
interface Records {
  behaviours: Map<number, Behaviour>;
  calls: Map<number, Call>;
  at: Date;
}

interface Running {
  calls: Map<number, LiveCall>;
  at: Date;
}

/** Above this many records at once a browser refetches its newest pages, which is less. */
const MOST = 400;

/**
 * Pushes records of acts and calls to their supervisors: read once for a batch of events, and sent once for each institution
 * and team, however many watch. Nothing is read while nobody watches.
 */
@Injectable()
export class LiveMonitoring {
  private readonly rooms = new Throttle<Records, string>(
    (before, next) => ({
      at: next.at,
      behaviours: new Map([...before.behaviours, ...next.behaviours]),
      calls: new Map([...before.calls, ...next.calls]),
    }),
    (room, records) => this.send(room, records),
  );
  private readonly running = new Throttle<Running, string>(
    (before, next) => ({ at: next.at, calls: new Map([...before.calls, ...next.calls]) }),
    (room, { calls, at }) =>
      this.publisher.send(room, 'liveCalls.changed', { calls: [...calls.values()] }, at),
  );

  constructor(
    private readonly behaviours: BehavioursQueries,
    private readonly calls: CallsQueries,
    private readonly watched: WatchedRooms,
    private readonly publisher: Publisher,
  ) {}

  async push(events: readonly AnyEvent[]): Promise<void> {
    const behaviourIds = new Set<number>();
    const callIds = new Set<number>();
    for (const event of events) {
      const { payload } = event;
      if ('behaviourId' in payload) behaviourIds.add(payload.behaviourId);
      else if (screenOf(event)?.call && 'callId' in payload) callIds.add(payload.callId);
    }
    if (behaviourIds.size + callIds.size === 0 || !(await this.isWatched())) return;
    const [behaviours, calls] = await settleAll(
      behaviourIds.size > 0 ? this.behaviours.pushed([...behaviourIds]) : Promise.resolve([]),
      callIds.size > 0 ? this.calls.pushed([...callIds]) : Promise.resolve([]),
    );
    const at = events.at(-1)!.recordedAt;
    const told = new Map<string, Records>();
    const of = (room: string): Records => {
      const records = told.get(room) ?? { behaviours: new Map(), calls: new Map(), at };
      told.set(room, records);
      return records;
    };
    for (const { row, institutionId, isTeamCase } of behaviours) {
      of(rooms.monitoring(institutionId)).behaviours.set(row.id, row);
      if (row.groupId === null) continue;
      const shown = isTeamCase ? row : withoutContact(row);
      of(rooms.monitoringTeam(row.groupId)).behaviours.set(row.id, shown);
    }
    const running = new Map<string, Running>();
    const runs = (room: string, row: Call) => {
      const known = running.get(room) ?? { calls: new Map<number, LiveCall>(), at };
      running.set(room, known);
      known.calls.set(row.callId, liveCallOf(row));
    };
    for (const { row, institutionId, isTeamCase } of calls) {
      of(rooms.monitoring(institutionId)).calls.set(row.callId, row);
      runs(rooms.liveCalls(institutionId), row);
      if (row.groupId === null) continue;
      const shown = isTeamCase ? row : withoutCase(row);
      of(rooms.monitoringTeam(row.groupId)).calls.set(row.callId, shown);
      runs(rooms.liveCallsTeam(row.groupId), shown);
    }
    const open = await this.watched.among([...told.keys(), ...running.keys()]);
    for (const [room, records] of told) if (open.has(room)) this.rooms.add(room, records);
    for (const [room, records] of running) if (open.has(room)) this.running.add(room, records);
  }

  private async isWatched(): Promise<boolean> {
    return (await this.watched.among([rooms.monitors()])).size > 0;
  }

  private send(room: string, { behaviours, calls, at }: Records): void {
    const cut = behaviours.size + calls.size > MOST;
    const data = cut
      ? { behaviours: [], calls: [], cut }
      : { behaviours: [...behaviours.values()], calls: [...calls.values()], cut };
    this.publisher.send(room, 'monitoring.recorded', data, at);
  }
}

function liveCallOf(row: Call): LiveCall {
  const { callId, agentId, agentName, contactRelation, calledNumber, state, answerTime, callTime, version } =
    row;
  return { callId, agentId, agentName, contactRelation, calledNumber, state, answerTime, callTime, version };
}

/** An act on a case that has left the team keeps its time and its kind. */
function withoutContact(row: Behaviour): Behaviour {
  return { ...row, taskId: null, loanId: null, contactRelation: null, contactNumber: null };
}

/** A call whose case has left the team keeps its time, its length and how it went. */
function withoutCase(row: Call): Call {
  if (row.taskId === null) return row;
  const gone = { taskId: null, contactId: null, orderId: null, loanItemId: null, contactRelation: null };
  return { ...row, ...gone, calledNumber: null, recording: false };
}
