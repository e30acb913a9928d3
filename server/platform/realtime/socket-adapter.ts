import type { Server as HttpServer } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { HEARTBEAT_EVERY_MS } from '../../../contract/team/presence.js';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis as Client } from 'ioredis';
import { Server } from 'socket.io';
import { Config } from '../config/config.js';
import { OwnHosts } from '../http/own-hosts.js';
import { Logger } from '../logger/logger.js';
import { Redis } from '../redis/redis.js';
import { missedEnvelope } from '../push/push-rules.js';
import { beginAgainAfterLoss } from './stream-reader.js';
import { STREAM_LENGTH, STREAM_NAME } from './stream.js';

/** The Socket.IO server: its transport, its limits, its way to the other servers, and its end. */
export class SocketAdapter extends IoAdapter {
  private readonly redis: Redis;
  private readonly hosts: OwnHosts;
  private readonly log: Logger;
  private ending = false;

  constructor(app: INestApplicationContext) {
    super(app);
    this.redis = app.get(Redis);
    this.hosts = new OwnHosts(app.get(Config));
    this.log = app.get(Logger);
  }

  override createIOServer(): Server {
    const onLoss = () => void server.local.emit('frame', missedEnvelope());
    const server = new Server(this.httpServer as HttpServer, {
      transports: ['websocket'],
      perMessageDeflate: false,
      // A message of sound; text has less by `MessageGate`.
      maxHttpBufferSize: 8_192,
      // Every answer brings a beat. The server asks, because a browser slows down the timers of pages that nobody sees.
      pingInterval: HEARTBEAT_EVERY_MS,
      pingTimeout: 8_000,
      connectTimeout: 10_000,
      serveClient: false,
      allowRequest: ({ headers: { origin, host } }, answer) =>
        answer(null, !this.ending && this.hosts.hasOrigin(origin, host)),
      adapter: createAdapter(this.streamClient(onLoss), { streamName: STREAM_NAME, maxLen: STREAM_LENGTH }),
    });
    return server;
  }

  /** Its copies are ours too: the adapter leaves its reader open until a wait of 5 s ends, which would hold up a shutdown. */
  private streamClient(onLoss: () => void): Client {
    const client = this.redis.connect();
    client.duplicate = () => {
      const copy = this.redis.connect({ autoResendUnfulfilledCommands: false });
      beginAgainAfterLoss(copy, onLoss);
      const subscribe = copy.subscribe.bind(copy) as (...channels: string[]) => Promise<unknown>;
      // The adapter does not catch a subscription that a shutdown cuts off.
      const caught = (...channels: string[]) =>
        subscribe(...channels).catch((error: unknown) => this.log.debug(`Not subscribed: ${String(error)}`));
      return Object.assign(copy, { subscribe: caught });
    };
    return client;
  }

  /**
   * Nest calls this before it closes the HTTP server, which waits for its last connection. The sockets are cut off and not
   * told to leave, so browsers come back by themselves. Socket.IO's own `close` would close the HTTP server too, without the
   * limit that the server has for slow requests.
   */
  override async close(server: Server): Promise<void> {
    this.ending = true;
    server.engine.close();
    await server.of('/').adapter.close();
  }
}
