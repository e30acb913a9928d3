import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { PoolConnection } from 'mysql2/promise';
import { businessDay } from '../../contract/shared/date.js';
import { DaysService } from '../../server/features/case-work/score-cards/days.service.js';
import { SessionStore } from '../../server/platform/auth/session-store.js';
import { Database } from '../../server/platform/db/database.js';
import { Ids } from '../../server/platform/db/ids.js';
import type { Param, Statement } from '../../server/platform/db/sql.js';
import { sessionHeaders } from './http-connection.js';
import type { Site } from './site.js';

export interface Ask {
  method: 'GET' | 'POST';
  path: string;
  token?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Statements that one request sent to the database, in order. */
export interface Trace {
  answer: { code: string; data: Record<string, number> };
  requestId: string;
  reads: Statement[];
  /** Statements of a command's connection, a string for each round trip. */
  trips: Statement[];
}

/**
 * The product inside this process, for what comes before a measurement: sessions, open days, and the very statements
 * that a request sends, so that the floor can send the same ones. Closed before anything is measured.
 */
export class Rehearsal {
  private reads: Statement[] = [];
  private trips: Statement[] = [];

  private constructor(private readonly app: NestFastifyApplication) {
    const database = app.get(Database);
    const rows = database.rows.bind(database);
    const writer = database.writer.bind(database);
    database.rows = (statement) => {
      this.reads.push(statement);
      return rows(statement);
    };
    database.writer = async () => this.recording(await writer());
  }

  static async of<Result>(site: Site, work: (rehearsal: Rehearsal) => Promise<Result>): Promise<Result> {
    Object.assign(process.env, site.env, { PORT: '0', RECOUP_LOG_LEVEL: 'warn' });
    const { createApp } = await import('../../server/app.js');
    const app = await createApp();
    try {
      await app.init();
      await app.getHttpAdapter().getInstance().ready();
      return await work(new Rehearsal(app));
    } finally {
      await app.close();
    }
  }

  /** @throws unless the product says that the request succeeded. */
  async ask(ask: Ask): Promise<Trace> {
    this.reads = [];
    this.trips = [];
    const response = await this.app.inject({
      method: ask.method,
      url: `/api/${ask.path}`,
      headers: {
        ...(ask.token ? sessionHeaders(ask.token) : {}),
        ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...ask.headers,
      },
      ...(ask.body === undefined ? {} : { payload: ask.body }),
    });
    const answer = response.json<Trace['answer']>();
    if (answer.code !== '00') throw new Error(`${ask.path} was refused: ${response.body}`);
    const requestId = String(response.headers['x-request-id']);
    return { answer, requestId, reads: this.reads, trips: this.trips };
  }

  /** A live session of each of these people. @returns their tokens. */
  async signIn(userIds: readonly number[]): Promise<string[]> {
    const sessions = this.app.get(SessionStore);
    const ids = await this.app.get(Ids).takeMany(userIds.length);
    const tokens: string[] = [];
    for (const [index, userId] of userIds.entries()) {
      const { token, hash } = sessions.newToken();
      const session = { id: ids[index]!, hash, userId, pending: false, kiosk: false, now: new Date() };
      await this.app.get(Database).run(sessions.insert(session));
      tokens.push(token);
    }
    return tokens;
  }

  async openDays(collectorIds: readonly number[]): Promise<void> {
    await this.app.get(DaysService).open(collectorIds, businessDay(new Date()));
  }

  private recording(connection: PoolConnection): PoolConnection {
    return new Proxy(connection, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (name === 'query') {
          return (options: { sql: string; values: Param[] }) => {
            this.trips.push({ text: options.sql, params: options.values });
            return target.query(options);
          };
        }
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }
}

/** Leaves out what only some requests sent: loading a session, a policy that is read every few seconds. */
export function commonReads(traces: readonly Trace[]): Statement[][] {
  const seen = new Map<string, number>();
  for (const { reads } of traces) {
    for (const text of new Set(reads.map((read) => read.text))) seen.set(text, (seen.get(text) ?? 0) + 1);
  }
  const common = (read: Statement) => seen.get(read.text)! > traces.length / 2;
  return traces.map(({ reads }) => reads.filter(common));
}
