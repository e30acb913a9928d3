import { Injectable } from '@nestjs/common';
import type { AnyEvent } from '../../contract/events/events.js';
import type { LiveCall } from '../../contract/supervision/listening.js';
import { rooms, type Messages } from '../../contract/realtime.js';
import { BehavioursQueries } from '../../server/features/monitoring/behaviour/behaviours.queries.js';
import { CallsQueries } from '../../server/features/calls/calls.queries.js';
import { Push } from '../../server/platform/push/push.js';
import { PUSH_RULES, ruleOf } from '../../server/platform/push/push-rules.js';
import { WatchedRooms } from '../../server/platform/realtime/watched-rooms.js';
import { settleAll } from '../settle-all.js';

type Behaviour = Messages['monitoring.recorded']['behaviours'][number];
type Call = Messages['monitoring.recorded']['calls'][number];

interface RecordsOfRoom {
  name: 'recordsOfInstitution' | 'recordsOfTeam';
  key: number;
  behaviours: Behaviour[];
  calls: Call[];
}
interface CallsOfRoom {
  name: 'callsOfInstitution' | 'callsOfTeam';
  key: number;
  calls: LiveCall[];
}

/**
 * Pushes records of acts and calls to their supervisors: read once for a batch of events, and sent once for each institution
 * and team, however many watch. Nothing is read while nobody watches.
 */
@Injectable()
export class LiveMonitoring {
  constructor(
    private readonly behaviours: BehavioursQueries,
    private readonly calls: CallsQueries,
    private readonly watched: WatchedRooms,
    private readonly sender: Push,
  ) {}

  async push(events: readonly AnyEvent[]): Promise<void> {
    const behaviourIds = new Set<number>();
    const callIds = new Set<number>();
    for (const event of events) {
      const { payload } = event;
      const rule = ruleOf(event);
      if (rule?.act && 'behaviourId' in payload) behaviourIds.add(payload.behaviourId);
      else if (rule?.call && 'callId' in payload) callIds.add(payload.callId);
    }
    if (behaviourIds.size + callIds.size === 0 || !(await this.isWatched())) return;
    const [behaviours, calls] = await settleAll(
      behaviourIds.size > 0 ? this.behaviours.pushed([...behaviourIds]) : Promise.resolve([]),
      callIds.size > 0 ? this.calls.pushed([...callIds]) : Promise.resolve([]),
    );
    const at = events.at(-1)!.recordedAt;
    const records = new Map<string, RecordsOfRoom>();
    const running = new Map<string, CallsOfRoom>();
    const of = (name: RecordsOfRoom['name'], key: number): RecordsOfRoom =>
      found(records, PUSH_RULES.models[name].to(key), () => ({ name, key, behaviours: [], calls: [] }));
    const runs = (name: CallsOfRoom['name'], key: number, row: Call): void => {
      const room = found(running, PUSH_RULES.models[name].to(key), () => ({ name, key, calls: [] }));
      room.calls.push(liveCallOf(row));
    };
    for (const { row, institutionId, isTeamCase } of behaviours) {
      of('recordsOfInstitution', institutionId).behaviours.push(row);
      if (row.groupId === null) continue;
      of('recordsOfTeam', row.groupId).behaviours.push(isTeamCase ? row : withoutContact(row));
    }
    for (const { row, institutionId, isTeamCase } of calls) {
      of('recordsOfInstitution', institutionId).calls.push(row);
      runs('callsOfInstitution', institutionId, row);
      if (row.groupId === null) continue;
      const shown = isTeamCase ? row : withoutCase(row);
      of('recordsOfTeam', row.groupId).calls.push(shown);
      runs('callsOfTeam', row.groupId, shown);
    }
    const open = await this.watched.among([...records.keys(), ...running.keys()]);
    for (const [room, { name, key, ...data }] of records)
      if (open.has(room)) this.sender.model(name, key, data, at);
    for (const [room, { name, key, calls: now }] of running)
      if (open.has(room)) this.sender.model(name, key, now, at);
  }

  private async isWatched(): Promise<boolean> {
    return (await this.watched.among([rooms.monitors()])).size > 0;
  }
}

function found<Value>(known: Map<string, Value>, room: string, make: () => Value): Value {
  const value = known.get(room) ?? make();
  known.set(room, value);
  return value;
}

function liveCallOf(row: Call): LiveCall {
  const { callId, agentId, agentName, taskId, orderId, contactRelation, calledNumber } = row;
  const { state, answerTime, callTime, version } = row;
  return {
    ...{ callId, agentId, agentName, taskId, orderId, contactRelation, calledNumber },
    ...{ state, answerTime, callTime, version },
  };
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
