import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Server, Socket } from 'socket.io';
import {
  type ClientToServer,
  type RecordingChange,
  type ServerToClient,
  type WatchAnswer,
  type WatchTopic,
} from '../../../contract/realtime.js';
import type { Heartbeat } from '../../../contract/team/presence.js';
import type { Actor } from '../auth/actor.js';
import type { Grants } from '../../../contract/permissions.js';
import { addressOfSocket } from '../auth/origin.js';
import { Rights } from '../auth/rights.js';
import { SessionStore } from '../auth/session-store.js';
import { Config } from '../config/config.js';
import { languageOf } from '../http/messages.js';
import { Logger } from '../logger/logger.js';
import { Settings } from '../settings/settings.js';
import { Metrics } from '../metrics/metrics.js';
import { envelopeOf } from '../push/push-rules.js';
import { Audience, type Place } from './audience.js';
import { CaseViewers, type Viewers } from './case-viewers.js';
import { Heartbeats } from './heartbeats.js';
import { MessageGate } from './message-gate.js';
import type { BetweenServers } from './publisher.js';
import { cutOffSlow } from './slow-readers.js';
import { changeRooms, isSame, ownRooms } from './socket-rooms.js';
import { WatchedRooms } from './watched-rooms.js';

const RECHECK_MS = 15_000;
const WATCH_LIMIT = 40;

export type AppServer = Server<ClientToServer, ServerToClient, BetweenServers>;
export type AppSocket = Socket<ClientToServer, ServerToClient>;

interface Watched {
  topic: WatchTopic;
  rooms: Place['rooms'];
  recording: boolean;
}
interface SocketState {
  actor: Actor;
  /** As the browser knows them. */
  grants: Grants;
  token: string;
  address: string;
  /** By the topic as JSON. */
  watched: Map<string, Watched>;
}

/**
 * Keeps connections and their rooms: a socket needs the same two tokens as a request; only the server joins rooms; the
 * session and every watched topic are asked again every 15 s, and a revoked session is disconnected at once by the frame
 * that tells of it. When rights have changed, each server tells its own browsers what they may now: thousands of them need
 * not ask.
 *
 * State of a socket stays in this process: `socket.data` would travel to other servers, token and all.
 */
@Injectable()
export class SocketsService implements OnApplicationShutdown {
  private server?: AppServer;
  private recheck?: NodeJS.Timeout;
  private readonly states = new WeakMap<AppSocket, SocketState>();
  private readonly gate = new MessageGate((sessionId) =>
    this.logger.info({ sessionId }, 'A browser that sends without end was cut off'),
  );

  constructor(
    private readonly sessions: SessionStore,
    private readonly settings: Settings,
    private readonly config: Config,
    private readonly rights: Rights,
    private readonly audience: Audience,
    private readonly heartbeats: Heartbeats,
    private readonly viewers: CaseViewers,
    private readonly watchedRooms: WatchedRooms,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  /** Call before the first socket connects, so that each one is checked. */
  open(server: AppServer): void {
    this.server = server;
    this.metrics.gauge('recoup_sockets', 'Browsers connected to this process.', [], () => [
      { value: server.sockets.sockets.size },
    ]);
    server.engine.on('connection', (conn: AppSocket['conn']) => this.gate.stand(conn));
    server.use((socket, next) => void this.admit(socket).then((error) => next(error)));
    server.on('rightsChanged', () => this.quietly(this.regrantAll()));
    this.recheck = setInterval(() => void this.recheckAll(), RECHECK_MS);
    this.recheck.unref();
    this.settings.onChange(() => void this.cutOffOutside());
  }

  private async admit(socket: AppSocket): Promise<Error | undefined> {
    try {
      const { auth, headers } = socket.handshake;
      const header: unknown = auth['token'];
      const cookie = /(?:^|;\s*)token=([^;]+)/.exec(headers.cookie ?? '')?.[1];
      if (typeof header !== 'string' || !header || (cookie ?? headers['token']) !== header)
        return new Error('session.refused');
      const record = await this.sessions.find(header);
      if (!record || record.pending) return new Error('session.gone');
      const address = addressOfSocket(socket.handshake, this.config.trustProxy);
      if (!(await this.isAdmitted(record, address))) return new Error('session.refused');
      const language = languageOf(headers['accept-language']);
      const actor = await this.rights.actor(record, { requestId: null, address, language });
      const grants = await this.rights.grantsOf(actor.institutionId, actor.role);
      if (!this.gate.enter(socket.conn, record.sessionId)) return new Error('request.tooMany');
      this.states.set(socket, { actor, grants, token: header, address, watched: new Map() });
      return undefined;
    } catch (error) {
      this.logger.error(error);
      return new Error('system.unavailable');
    }
  }

  join(socket: AppSocket): void {
    const { actor } = this.stateOf(socket);
    cutOffSlow(socket, () =>
      this.logger.info({ userId: actor.userId }, 'A browser that does not read was cut off'),
    );
    void socket.join(ownRooms(actor));
  }

  heartbeat(socket: AppSocket, heartbeat: Heartbeat): void {
    const state = this.stateOf(socket);
    this.quietly(this.heartbeats.onHeartbeat(state.actor, heartbeat));
  }

  leave(socket: AppSocket): void {
    this.quietly(this.left(this.stateOf(socket)));
  }

  async watch(socket: AppSocket, topic: WatchTopic): Promise<WatchAnswer> {
    const state = this.stateOf(socket);
    if (state.watched.size >= WATCH_LIMIT) return { ok: false };
    const place = await this.audience.placeOf(state.actor, topic);
    // A socket that disconnected meanwhile would stay in the room for ever.
    if (!place || !socket.connected) return { ok: false };
    const watched = { topic, rooms: place.rooms, recording: false };
    state.watched.set(JSON.stringify(topic), watched);
    await socket.join(place.rooms);
    await this.showViewer(state.actor, watched);
    return { ok: true, ...(await this.versionNow(state.actor, watched)) };
  }

  /** Read after the room was joined and the viewer is known: what changed before it is told by no frame. */
  private async versionNow(actor: Actor, { topic }: Watched): Promise<{ version?: number }> {
    const version = topic.topic === 'case' ? (await this.audience.placeOf(actor, topic))?.version : undefined;
    return version === undefined ? {} : { version };
  }

  async unwatch(socket: AppSocket, topic: WatchTopic): Promise<void> {
    const state = this.stateOf(socket);
    const watched = state.watched.get(JSON.stringify(topic));
    if (!watched) return;
    await leaveRooms(socket, watched, state);
    await this.hideViewer(state.actor, watched);
  }

  async record(socket: AppSocket, { caseId, recording }: RecordingChange): Promise<void> {
    const state = this.stateOf(socket);
    const open = [...state.watched.values()].find(
      ({ topic }) => topic.topic === 'case' && topic.caseId === caseId,
    );
    if (!open || open.recording === recording) return;
    open.recording = recording;
    await this.showViewer(state.actor, open);
  }

  private async showViewer(actor: Actor, { topic, rooms: open, recording }: Watched): Promise<void> {
    await this.watchedRooms.mark(open);
    if (topic.topic !== 'case') return;
    const viewers = await this.viewers.enter(topic.caseId, actor, recording);
    this.showViewers(topic.caseId, viewers);
  }

  private async hideViewer(actor: Actor, { topic }: Watched): Promise<void> {
    if (topic.topic !== 'case') return;
    const viewers = await this.viewers.leave(topic.caseId, actor.userId);
    this.showViewers(topic.caseId, viewers);
  }

  private async left({ actor, watched }: SocketState): Promise<void> {
    for (const open of watched.values()) await this.hideViewer(actor, open);
  }

  private showViewers(caseId: number, viewers: Viewers): void {
    const envelope = envelopeOf('viewers', caseId, { caseId, viewers });
    this.server?.to(envelope.room).emit('frame', envelope);
  }

  private async recheckAll(): Promise<void> {
    for (const socket of this.server?.sockets.sockets.values() ?? []) {
      try {
        await this.recheckOne(socket, this.stateOf(socket));
      } catch (error) {
        // The database is away: no socket gains a room meanwhile, and the next round asks again.
        this.logger.warn('A socket could not be checked again', { reason: String(error) });
      }
    }
  }

  private async isAdmitted({ institutionId }: { institutionId: number }, address: string): Promise<boolean> {
    return (await this.settings.of(institutionId)).admits(address);
  }

  /** The person by the current rows; null when the session is over, or comes from a refused address. */
  async personOf(socket: AppSocket): Promise<Actor | null> {
    const state = this.stateOf(socket);
    return (await this.isCurrent(state)) ? this.rights.actor(state.actor, state.actor) : null;
  }

  private async isCurrent({ token, address }: SocketState): Promise<boolean> {
    const record = await this.sessions.find(token);
    return record !== null && this.isAdmitted(record, address);
  }

  /** A white list has changed: sockets from outside end at once, whoever they belong to. */
  private async cutOffOutside(): Promise<void> {
    for (const socket of this.server?.sockets.sockets.values() ?? []) {
      const { actor, address } = this.stateOf(socket);
      if (await this.isAdmitted(actor, address)) continue;
      socket.emit('frame', envelopeOf('refused', actor.sessionId));
      socket.disconnect(true);
    }
  }

  private async recheckOne(socket: AppSocket, state: SocketState): Promise<void> {
    if (!(await this.isCurrent(state))) return void socket.disconnect(true);
    await this.regrant(socket, state);
    await this.rewatch(socket, state);
  }

  /** All browsers hear of their rights before the first topic is asked again, which costs the database something. */
  private async regrantAll(): Promise<void> {
    await this.rights.renew();
    const changed: [AppSocket, SocketState][] = [];
    for (const socket of this.server?.sockets.sockets.values() ?? []) {
      const state = this.stateOf(socket);
      if (await this.regrant(socket, state)) changed.push([socket, state]);
    }
    for (const [socket, state] of changed) await this.rewatch(socket, state);
  }

  /** @returns whether the person may something else now, or sees other institutions */
  private async regrant(socket: AppSocket, state: SocketState): Promise<boolean> {
    const before = state.actor;
    const { institutionId, role, userId, kiosk } = before;
    state.actor = await this.rights.actor(before, before);
    const grants = await this.rights.grantsOf(institutionId, role);
    const moved = state.actor.institutionIds.join() !== before.institutionIds.join();
    if (moved) await changeRooms(socket, ownRooms(before), ownRooms(state.actor));
    if (isSame(grants, state.grants)) return moved;
    state.grants = grants;
    if (!kiosk) socket.emit('frame', envelopeOf('rights', userId, grants));
    return true;
  }

  private async rewatch(socket: AppSocket, state: SocketState): Promise<void> {
    for (const watched of state.watched.values()) {
      const place = await this.audience.placeOf(state.actor, watched.topic);
      if (place?.rooms.join() === watched.rooms.join()) await this.showViewer(state.actor, watched);
      else await leaveRooms(socket, watched, state);
    }
  }

  private stateOf(socket: AppSocket): SocketState {
    const state = this.states.get(socket);
    if (!state) throw new Error('A socket is open that was not admitted');
    return state;
  }

  /** For what only hints at screens: a failure is noted and changes nothing. */
  private quietly(work: Promise<void>): void {
    work.catch((error: unknown) => this.logger.debug(`Presence is unknown: ${String(error)}`));
  }

  onApplicationShutdown(): void {
    clearInterval(this.recheck);
  }
}

/** Forgets the topic and leaves the rooms that nothing else this socket watches is in. */
async function leaveRooms(socket: AppSocket, gone: Watched, { watched }: SocketState): Promise<void> {
  watched.delete(JSON.stringify(gone.topic));
  const stays = new Set([...watched.values()].flatMap((other) => other.rooms));
  for (const room of gone.rooms) if (!stays.has(room)) await socket.leave(room);
}
