import type { Server as HttpServer } from 'node:http';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationShutdown } from '@nestjs/common';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { Server, type Socket } from 'socket.io';
import { z } from 'zod';
import { Id } from '../../../contract/shared/id.js';
import {
  rooms,
  type ClientToServer,
  type MessageName,
  type Messages,
  type ServerToClient,
  type WatchTopic,
} from '../../../contract/realtime.js';
import type { Actor } from '../auth/actor.js';
import { SessionStore, actorOf } from '../auth/session-store.js';
import { TokenBuckets } from '../auth/token-buckets.js';
import { Config } from '../config/config.js';
import { languageOf } from '../http/messages.js';
import { Logger } from '../logger/logger.js';
import { Redis } from '../redis/redis.js';
import { Audience, type Place } from './audience.js';
import { CaseViewers } from './case-viewers.js';
import { Presence } from './presence.js';
import { STREAM_LENGTH, STREAM_NAME } from './publisher.js';
import { ownRooms } from './socket-rooms.js';
import { WatchedRooms } from './watched-rooms.js';

const RECHECK_MS = 15_000;
const WATCH_LIMIT = 40;
/** Each call asks the database or tells a room: what one session may send, over all its tabs. */
const CALLS = { burst: 200, perSecond: 10 };

const Topic = z.discriminatedUnion('topic', [
  z.object({ topic: z.literal('case'), caseId: Id }),
  z.object({ topic: z.literal('board'), groupId: Id }),
]);
const Recording = z.object({ caseId: Id, recording: z.boolean() });

type AppSocket = Socket<ClientToServer, ServerToClient>;
interface Watched {
  topic: WatchTopic;
  rooms: Place['rooms'];
  recording: boolean;
}
interface SocketState {
  actor: Actor;
  token: string;
  /** By the topic as JSON. */
  watched: Map<string, Watched>;
}

/**
 * The one gateway. Nest's guards do not run on sockets, so this does it: a socket needs the same two tokens as a request,
 * from our own origin; only the server joins rooms; the session and every watched topic are asked again every 15 s, and a
 * revoked session is disconnected at once by the frame that tells of it.
 *
 * What is known of a socket stays in this process: `socket.data` would travel to other servers, token and all.
 */
@Injectable()
export class Gateway implements BeforeApplicationShutdown, OnApplicationShutdown {
  private io?: Server<ClientToServer, ServerToClient>;
  private recheck?: NodeJS.Timeout;
  private ending = false;
  private readonly states = new WeakMap<AppSocket, SocketState>();
  private readonly calls = new TokenBuckets(CALLS);

  constructor(
    private readonly sessions: SessionStore,
    private readonly audience: Audience,
    private readonly presence: Presence,
    private readonly viewers: CaseViewers,
    private readonly watched: WatchedRooms,
    private readonly redis: Redis,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  attach(http: HttpServer): void {
    this.io = new Server(http, {
      transports: ['websocket'],
      perMessageDeflate: false,
      maxHttpBufferSize: 16_384,
      pingInterval: 10_000,
      pingTimeout: 8_000,
      connectTimeout: 10_000,
      serveClient: false,
      allowRequest: (request, answer) => answer(null, !this.ending && this.ownOrigin(request.headers)),
      adapter: createAdapter(this.redis.connect(), { streamName: STREAM_NAME, maxLen: STREAM_LENGTH }),
    });
    this.io.use((socket, next) => void this.admit(socket).then((error) => next(error)));
    this.io.on('connection', (socket) => this.serve(socket, this.states.get(socket)!));
    this.recheck = setInterval(() => void this.recheckAll(), RECHECK_MS);
    this.recheck.unref();
  }

  private ownOrigin(headers: { origin?: string | undefined; host?: string | undefined }): boolean {
    if (!headers.origin) return true;
    return (
      headers.origin.replace(/^https?:\/\//, '') === headers.host ||
      this.config.publicOrigins.includes(headers.origin)
    );
  }

  private async admit(socket: AppSocket): Promise<Error | undefined> {
    try {
      const { auth, headers } = socket.handshake;
      const header = String(auth['token'] ?? '');
      const cookie = /(?:^|;\s*)token=([^;]+)/.exec(headers.cookie ?? '')?.[1];
      if (!header || (cookie ?? headers['token']) !== header) return new Error('session.refused');
      const record = await this.sessions.find(header);
      if (!record || record.pending) return new Error('session.gone');
      const language = languageOf(headers['accept-language']);
      const actor = actorOf(record, { requestId: null, language });
      this.states.set(socket, { actor, token: header, watched: new Map() });
      return undefined;
    } catch (error) {
      this.logger.error(error);
      return new Error('system.unavailable');
    }
  }

  private serve(socket: AppSocket, state: SocketState): void {
    const { actor } = state;
    void socket.join(ownRooms(actor));
    this.quietly(this.came(actor));
    socket.on('disconnect', () => this.quietly(this.left(state)));
    socket.on('watch', (topic, answer) => void this.watch(socket, state, topic, answer));
    socket.on('unwatch', (topic) => this.quietly(this.unwatch(socket, state, topic)));
    socket.on('recording', (change) => this.quietly(this.record(state, change)));
  }

  private async watch(socket: AppSocket, state: SocketState, raw: unknown, answer: unknown): Promise<void> {
    if (typeof answer !== 'function') return;
    const topic = Topic.safeParse(raw);
    if (!topic.success || state.watched.size >= WATCH_LIMIT || !this.mayCall(state))
      return void answer({ ok: false });
    try {
      const place = await this.audience.placeOf(state.actor, topic.data);
      // Whoever is gone would stay in the room for ever.
      if (!place || !socket.connected) return void answer({ ok: false });
      const watched = { topic: topic.data, rooms: place.rooms, recording: false };
      state.watched.set(JSON.stringify(topic.data), watched);
      await socket.join(place.rooms);
      await this.showViewer(state.actor, watched);
      answer({ ok: true, ...(await this.versionNow(state.actor, watched)) });
    } catch (error) {
      this.logger.error(error);
      answer({ ok: false });
    }
  }

  /** Read after the room was joined and the viewer is known: what changed before it is told by no frame. */
  private async versionNow(actor: Actor, { topic }: Watched): Promise<{ version?: number }> {
    const version = topic.topic === 'case' ? (await this.audience.placeOf(actor, topic))?.version : undefined;
    return version === undefined ? {} : { version };
  }

  private async unwatch(socket: AppSocket, state: SocketState, raw: unknown): Promise<void> {
    const topic = Topic.safeParse(raw);
    const watched = topic.success && state.watched.get(JSON.stringify(topic.data));
    if (!watched) return;
    state.watched.delete(JSON.stringify(watched.topic));
    await leave(socket, watched, state);
    await this.hideViewer(state.actor, watched);
  }

  private async record(state: SocketState, raw: unknown): Promise<void> {
    const { actor, watched } = state;
    const change = Recording.safeParse(raw);
    if (!change.success || !this.mayCall(state)) return;
    const { caseId, recording } = change.data;
    const open = [...watched.values()].find(({ topic }) => topic.topic === 'case' && topic.caseId === caseId);
    if (!open || open.recording === recording) return;
    open.recording = recording;
    await this.showViewer(actor, open);
  }

  private mayCall({ actor }: SocketState): boolean {
    return this.calls.take(String(actor.sessionId));
  }

  private async showViewer(actor: Actor, { topic, rooms: open, recording }: Watched): Promise<void> {
    await this.watched.mark(open);
    if (topic.topic !== 'case') return;
    const viewers = await this.viewers.enter(topic.caseId, actor, recording);
    this.hint(open[0], 'case.presence', { caseId: topic.caseId, viewers });
  }

  private async hideViewer(actor: Actor, { topic, rooms: [room] }: Watched): Promise<void> {
    if (topic.topic !== 'case') return;
    const viewers = await this.viewers.leave(topic.caseId, actor.userId);
    this.hint(room, 'case.presence', { caseId: topic.caseId, viewers });
  }

  /** Tells the team's board that a person's first browser came. */
  private async came(actor: Actor): Promise<void> {
    if (actor.kiosk) return;
    await this.presence.seen(actor.userId);
    this.showPresence(actor, true);
  }

  private async left({ actor, watched }: SocketState): Promise<void> {
    if (actor.kiosk) return;
    for (const open of watched.values()) await this.hideViewer(actor, open);
    if (this.io?.sockets.adapter.rooms.has(rooms.user(actor.userId))) return;
    if (await this.presence.gone(actor.userId)) this.showPresence(actor, false);
  }

  private showPresence(actor: Actor, online: boolean): void {
    if (actor.role !== 'member' || actor.groupId === null) return;
    this.hint(rooms.board(actor.groupId), 'board.presence', { collectorId: actor.userId, online });
  }

  /** A message outside the count of its room: it may be lost without harm. */
  private hint<Name extends MessageName>(room: string, name: Name, data: Messages[Name]): void {
    this.io?.to(room).emit('frame', { room, epoch: '', seq: 0, name, data, at: Date.now() });
  }

  private async recheckAll(): Promise<void> {
    for (const socket of this.io?.sockets.sockets.values() ?? []) {
      try {
        await this.recheckOne(socket, this.states.get(socket)!);
      } catch (error) {
        // The database is away: nobody gains a room meanwhile, and the next round asks again.
        this.logger.warn('A socket could not be checked again', { reason: String(error) });
      }
    }
  }

  private async recheckOne(socket: AppSocket, state: SocketState): Promise<void> {
    const record = await this.sessions.find(state.token);
    if (!record) return void socket.disconnect(true);
    state.actor = actorOf(record, state.actor);
    if (!record.kiosk) await this.presence.seen(record.userId);
    for (const [key, watched] of state.watched) {
      const place = await this.audience.placeOf(state.actor, watched.topic);
      if (place?.rooms.join() === watched.rooms.join()) {
        await this.showViewer(state.actor, watched);
        continue;
      }
      state.watched.delete(key);
      await leave(socket, watched, state);
    }
  }

  /** For what only hints at screens: a failure is noted and changes nothing. */
  private quietly(work: Promise<void>): void {
    work.catch((error: unknown) => this.logger.debug(`Presence is unknown: ${String(error)}`));
  }

  /** The HTTP server waits for its last connection. Cut off, not told to leave: so browsers come back by themselves. */
  beforeApplicationShutdown() {
    this.ending = true;
    this.io?.engine.close();
  }

  async onApplicationShutdown() {
    clearInterval(this.recheck);
    await this.io?.close();
  }
}

/** Out of the rooms that nothing else this socket watches is in. */
async function leave(socket: AppSocket, { rooms: left }: Watched, { watched }: SocketState): Promise<void> {
  const stays = new Set([...watched.values()].flatMap((other) => other.rooms));
  for (const room of left) if (!stays.has(room)) await socket.leave(room);
}
