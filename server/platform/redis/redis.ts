import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  Redis as Client,
  SentinelConnector,
  type RedisOptions,
  type SentinelConnectionOptions,
} from 'ioredis';
import { Config } from '../config/config.js';
import { Logger } from '../logger/logger.js';

/** A request waits at most this long for Redis, because MySQL has everything that it needs. */
const COMMAND_TIMEOUT_MS = 250;

/** The command is sent again after it. */
const RECONNECT_AND_RESEND = 2;
const isOfFollower = (error: Error) => (error.message.startsWith('READONLY') ? RECONNECT_AND_RESEND : false);

/** A sentinel that hangs is left for the next one after it. */
const SENTINEL_TIMEOUT_MS = 1_000;

/**
 * How the server that leads is found. The watch for another leader that belongs to the connection before ends first: its news
 * would take the new connection, while that is being made, for one that somebody closed, and it would never come back.
 */
class LeaderConnector extends SentinelConnector {
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions);
  }

  override connect(
    ...args: Parameters<SentinelConnector['connect']>
  ): ReturnType<SentinelConnector['connect']> {
    this.disconnect();
    return super.connect(...args);
  }
}

/**
 * The door to Redis for requests: commands fail at once while it is away and never queue up. Blocking readers (BullMQ's
 * workers, the socket adapter, subscriptions) get connections of their own from `connect`.
 */
@Injectable()
export class Redis implements OnApplicationShutdown {
  readonly client: Client;
  private readonly others: Client[] = [];
  private away = false;

  constructor(
    private readonly config: Config,
    private readonly logger: Logger,
  ) {
    this.client = this.watch(
      this.open({
        commandTimeout: COMMAND_TIMEOUT_MS,
        connectTimeout: 1_000,
        enableOfflineQueue: false,
        enableAutoPipelining: true,
        maxRetriesPerRequest: 0,
        retryStrategy: (attempt) => Math.min(50 * attempt, 500),
      }),
    );
  }

  /** A connection that waits for Redis to come back instead of failing. */
  connect(options: RedisOptions = {}): Client {
    const client = this.watch(
      this.open({
        maxRetriesPerRequest: null,
        enableReadyCheck: true,
        retryStrategy: (attempt) => Math.min(50 * attempt, 500),
        ...options,
      }),
    );
    this.others.push(client);
    return client;
  }

  /** @returns the command's answer, or undefined when Redis is away: the caller goes on without it. */
  async try<Answer>(command: (client: Client) => Promise<Answer>): Promise<Answer | undefined> {
    if (this.client.status !== 'ready') return undefined;
    try {
      return await command(this.client);
    } catch (error) {
      this.logger.debug(`Redis did not answer: ${String(error)}`);
      return undefined;
    }
  }

  /** A server that leads no longer refuses writes: the next connection is to the one that does. */
  private open(options: RedisOptions): Client {
    const { redisUrl, redisSentinels } = this.config;
    const shared = { ...options, reconnectOnError: isOfFollower };
    if (!redisSentinels) return new Client(redisUrl, shared);
    const { username, password, pathname } = new URL(redisUrl);
    return new Client({
      ...shared,
      ...redisSentinels,
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      db: Number(pathname.slice(1)),
      failoverDetector: true,
      sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
      Connector: LeaderConnector,
    });
  }

  private watch(client: Client): Client {
    client.on('error', (error) => {
      if (!this.away) this.logger.warn('Redis is away', { reason: String(error) });
      this.away = true;
    });
    client.on('ready', () => {
      if (this.away) this.logger.log('Redis is back');
      this.away = false;
    });
    return client;
  }

  async onApplicationShutdown() {
    for (const client of [this.client, ...this.others]) client.disconnect();
  }
}
