import type { Server as HttpServer } from 'node:http';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { Server, type Socket } from 'socket.io';
import { z } from 'zod';
import { Id } from '../../../contract/shared/id.js';
import {
  rooms,
  type ClientToServer,
  type ServerToClient,
  type WatchTopic,
} from '../../../contract/realtime.js';
import type { Actor } from '../auth/actor.js';
import { SessionStore, actorOf } from '../auth/session-store.js';
import { Config } from '../config/config.js';
import { languageOf } from '../http/messages.js';
import { Logger } from '../logger/logger.js';
import { Redis } from '../redis/redis.js';
import { Audience } from './audience.js';
import { Presence } from './presence.js';
import { STREAM_LENGTH, STREAM_NAME } from './publisher.js';

const RECHECK_MS = 15_000;
const WATCH_LIMIT = 40;

const Topic = z.discriminatedUnion('topic', [
  z.object({ topic: z.literal('case'), caseId: Id }),
  z.object({ topic: z.literal('board'), groupId: Id }),
]);

interface SocketData {
  actor: Actor;
  token: string;
  /** Room by topic, as JSON. */
  watched: Map<string, string>;
}
type AppSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketData>;

/**
 * The one gateway. Nest's guards do not run on sockets, so this does it: a socket needs the same two tokens as a request,
 * from our own origin; only the server joins rooms; the session and every watched topic are asked again every 15 s, and a
 * revoked session is disconnected at once by the frame that tells of it.
 */
@Injectable()
export class Gateway implements OnApplicationShutdown {
  private io?: Server<ClientToServer, ServerToClient, Record<string, never>, SocketData>;
  private recheck?: NodeJS.Timeout;

  constructor(
    private readonly sessions: SessionStore,
    private readonly audience: Audience,
    private readonly presence: Presence,
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
      serveClient: false,
      allowRequest: (request, answer) => answer(null, this.ownOrigin(request.headers)),
      adapter: createAdapter(this.redis.connect(), { streamName: STREAM_NAME, maxLen: STREAM_LENGTH }),
    });
    this.io.use((socket, next) => void this.admit(socket).then((error) => next(error)));
    this.io.on('connection', (socket) => this.serve(socket));
    this.recheck = setInterval(() => void this.recheckAll(), RECHECK_MS);
    this.recheck.unref();
  }

  /** Ends the sockets of a person's session (or all of the person's) on every server. */
  disconnect(userId: number): void {
    this.io?.in(rooms.user(userId)).disconnectSockets(true);
  }

  get socketCount(): number {
    return this.io?.engine.clientsCount ?? 0;
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
      const header = String(socket.handshake.auth['token'] ?? '');
      const cookie = /(?:^|;\s*)token=([^;]+)/.exec(socket.handshake.headers.cookie ?? '')?.[1];
      if (!header || (cookie ?? socket.handshake.headers['token']) !== header)
        return new Error('session.refused');
      const record = await this.sessions.find(header);
      if (!record || record.pending) return new Error('session.gone');
      const language = languageOf(socket.handshake.headers['accept-language']);
      socket.data = {
        actor: actorOf(record, { requestId: null, language }),
        token: header,
        watched: new Map(),
      };
      return undefined;
    } catch (error) {
      this.logger.error(error);
      return new Error('system.unavailable');
    }
  }

  private serve(socket: AppSocket): void {
    const { actor } = socket.data;
    void socket.join(ownRooms(actor));
    if (!actor.kiosk) void this.announce(actor, true);
    socket.on('disconnect', () => void this.left(actor));
    socket.on('watch', (topic, answer) => void this.watch(socket, topic, answer));
    socket.on('unwatch', (topic) => this.unwatch(socket, topic));
  }

  /** Tells the team's board that a person's first browser came or the last one went. */
  private async announce(actor: Actor, online: boolean): Promise<void> {
    await (online ? this.presence.seen(actor.userId) : this.presence.gone(actor.userId));
    if (actor.role !== 'member' || actor.groupId === null) return;
    const room = rooms.board(actor.groupId);
    const data = { collectorId: actor.userId, online };
    this.io
      ?.to(room)
      .emit('frame', { room, epoch: '', seq: 0, name: 'board.presence', data, at: Date.now() });
  }

  private async left(actor: Actor): Promise<void> {
    if (actor.kiosk) return;
    try {
      const others = await this.io?.in(rooms.user(actor.userId)).fetchSockets();
      if (others?.length === 0) await this.announce(actor, false);
    } catch (error) {
      this.logger.debug(`Presence of ${actor.userId} is unknown: ${String(error)}`);
    }
  }

  private async watch(socket: AppSocket, raw: unknown, answer: unknown): Promise<void> {
    if (typeof answer !== 'function') return;
    const topic = Topic.safeParse(raw);
    const { actor, watched } = socket.data;
    if (!topic.success || watched.size >= WATCH_LIMIT) return void answer({ ok: false });
    try {
      const room = await this.audience.roomOf(actor, topic.data);
      if (!room) return void answer({ ok: false });
      watched.set(JSON.stringify(topic.data), room);
      await socket.join(room);
      answer({ ok: true, room });
    } catch (error) {
      this.logger.error(error);
      answer({ ok: false });
    }
  }

  private unwatch(socket: AppSocket, raw: unknown): void {
    const topic = Topic.safeParse(raw);
    if (!topic.success) return;
    const key = JSON.stringify(topic.data);
    const room = socket.data.watched.get(key);
    socket.data.watched.delete(key);
    if (room) void socket.leave(room);
  }

  private async recheckAll(): Promise<void> {
    for (const socket of this.io?.sockets.sockets.values() ?? []) {
      try {
        await this.recheckOne(socket);
      } catch (error) {
        // The database is away: nobody gains a room meanwhile, and the next round asks again.
        this.logger.warn('A socket could not be checked again', { reason: String(error) });
      }
    }
  }

  private async recheckOne(socket: AppSocket): Promise<void> {
    const { token, watched, actor } = socket.data;
    const record = await this.sessions.find(token);
    if (!record) return void socket.disconnect(true);
    socket.data.actor = actorOf(record, actor);
    if (!record.kiosk) await this.presence.seen(record.userId);
    for (const [key, room] of watched) {
      if ((await this.audience.roomOf(socket.data.actor, JSON.parse(key) as WatchTopic)) === room) continue;
      watched.delete(key);
      await socket.leave(room);
    }
  }

  async onApplicationShutdown() {
    clearInterval(this.recheck);
    await this.io?.close();
  }
}

/** The rooms that a socket has without asking. A wallboard has none: it watches its board. */
function ownRooms(actor: Actor): string[] {
  const own = [sessionRoom(actor.sessionId)];
  if (actor.kiosk) return own;
  own.push(rooms.user(actor.userId));
  if (actor.role === 'leader' && actor.groupId !== null) own.push(rooms.group(actor.groupId));
  return own;
}

/** The sockets of one sign-in. */
export function sessionRoom(sessionId: number): string {
  return `session:${sessionId}`;
}
