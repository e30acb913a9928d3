import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import mysql, { type Pool, type PoolConnection, type ResultSetHeader } from 'mysql2/promise';
import { Config } from '../config/config.js';
import { DatabaseWatchdog, STATEMENT_TIMEOUT_MS } from './database-watchdog.js';
import { wire } from './rows.js';
import type { Param, Statement } from './sql.js';

/**
 * Said by us, whatever the server's own are: what does not fit is refused and not cut, a backslash escapes (the driver
 * relies on it), and a list of a thousand institutions does not end in half an id.
 */
const SQL_MODE = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';

/**
 * The door to MySQL. Reads go through prepared statements; commands through UnitOfWork, on its own pool, which alone may
 * send several statements in one round trip (placeholders only).
 */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly readers: Pool;
  private readonly writers: Pool;
  private readonly watchdog = new DatabaseWatchdog();

  constructor(config: Config) {
    const shared = {
      uri: config.databaseUrl,
      timezone: 'Z',
      charset: 'utf8mb4_unicode_520_ci',
      supportBigNumbers: true,
      connectTimeout: 4_000,
      waitForConnections: true,
      enableKeepAlive: true,
      dateStrings: ['DATE' as const],
      maxPreparedStatements: 500,
      // With traces every statement notes its stack, a sixtieth of a command.
      trace: false,
    };
    this.readers = mysql.createPool({ ...shared, connectionLimit: Math.ceil(config.dbConnections / 2) });
    this.writers = mysql.createPool({
      ...shared,
      connectionLimit: Math.floor(config.dbConnections / 2),
      multipleStatements: true,
      // An object that an entity query is given as a value stays one value: it never becomes SQL.
      stringifyObjects: true,
    });
    for (const pool of [this.readers, this.writers]) {
      // READ COMMITTED: under REPEATABLE READ the relay's delete from the outbox deadlocks with writers.
      pool.pool.on('connection', (connection) => {
        connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
        connection.query("SET SESSION time_zone = '+00:00', innodb_lock_wait_timeout = 5");
        connection.query(`SET SESSION sql_mode = '${SQL_MODE}', group_concat_max_len = 1048576`);
      });
    }
  }

  /** @returns the rows as plain objects; DATE as "YYYY-MM-DD", DATETIME as Date, BIGINT as number. */
  rows<Row extends object>({ text, params }: Statement): Promise<Row[]> {
    const query = { sql: text, timeout: STATEMENT_TIMEOUT_MS };
    // The driver's own promises note a stack for each call, which is several per cent of a read.
    return this.watchdog.wait((done) =>
      this.readers.pool.execute(query, [...params] as Param[], (error, rows) => {
        // The pool takes the connection of this read back after the answer.
        if (error) setImmediate(() => this.dropFree(error));
        done(error, rows as Row[]);
      }),
    );
  }

  async row<Row extends object>(statement: Statement): Promise<Row | undefined> {
    return (await this.rows<Row>(statement))[0];
  }

  /** Rows as they go over the wire: times are ISO 8601, the named flags booleans. */
  async wireRows<Row extends object>(statement: Statement, ...flags: (keyof Row)[]): Promise<Row[]> {
    return (await this.rows<Row>(statement)).map((row) => wire(row, ...flags) as Row);
  }

  /** Several reads in one round trip on one connection, where each would take a connection of its own. */
  async readTogether<Rows extends object[]>(
    ...statements: Statement[]
  ): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
    const query = {
      sql: statements.map(({ text }) => text).join('; '),
      timeout: STATEMENT_TIMEOUT_MS,
      values: statements.flatMap(({ params }) => [...params]),
    };
    const results = await this.watchdog.wait<unknown>((done) =>
      this.writers.pool.query(query, (error, rows) => done(error, rows)),
    );
    return (statements.length > 1 ? results : [results]) as { [Index in keyof Rows]: Rows[Index][] };
  }

  /** A statement that is not prepared: of variable text, or run once. `timeout` 0 is none, for imports and migrations. */
  async run(statement: Statement, timeout = STATEMENT_TIMEOUT_MS): Promise<ResultSetHeader> {
    const [result] = await this.readers.query({
      sql: statement.text,
      timeout,
      values: [...statement.params],
    });
    return result as ResultSetHeader;
  }

  /** How many connections each pool has open and free, and how many calls wait for one. */
  load(): { pool: string; open: number; free: number; waiting: number }[] {
    return [loadOf('readers', this.readers), loadOf('writers', this.writers)];
  }

  /** For TypeORM's DataSource, which takes its connections from here. It stays ours to end. */
  get writerPool() {
    return this.writers.pool;
  }

  /** Whether our user has more rights than `RESTRICTED` leaves it: the server checks rights before it looks for rows. */
  async mayDeleteEvidence(): Promise<boolean> {
    try {
      await this.run({ text: 'DELETE FROM contact_receipt WHERE FALSE', params: [] });
      return true;
    } catch (error) {
      if (dbErrorCode(error) === 'ER_TABLEACCESS_DENIED_ERROR') return false;
      throw error;
    }
  }

  /** A connection that may send several statements at once. The caller releases or destroys it. */
  writer(): Promise<PoolConnection> {
    return this.watchdog.wait<PoolConnection>(
      (done) => void this.writers.getConnection().then((connection) => done(null, connection), done),
      { late: (connection) => connection.release(), isAnswer: false },
    );
  }

  /** A command has come through or was taken back: whoever waits behind others may go on waiting. */
  answered(): void {
    this.watchdog.answered();
  }

  /**
   * After an error by which a server says that it no longer leads: the connections that are free lead to it, too, and would
   * fail one by one. The next call opens one, which a proxy takes to the server that leads now.
   */
  dropFree(error: unknown): void {
    if (!NO_LEADER.has(dbErrorCode(error) ?? '')) return;
    for (const pool of [this.readers, this.writers])
      for (const connection of insideOf(pool)._freeConnections.toArray()) connection.destroy();
  }

  async onApplicationShutdown() {
    await Promise.all([this.readers.end(), this.writers.end()]);
  }
}

/** The driver keeps these to itself and tells only of their changes. */
interface PoolInside {
  _allConnections: { length: number };
  _freeConnections: { length: number; toArray(): { destroy(): void }[] };
  _connectionQueue: { length: number };
}

const insideOf = (pool: Pool) => pool.pool as unknown as PoolInside;

function loadOf(name: string, pool: Pool) {
  const inside = insideOf(pool);
  return {
    pool: name,
    open: inside._allConnections.length,
    free: inside._freeConnections.length,
    waiting: inside._connectionQueue.length,
  };
}

/** The driver's error code, e.g. ER_DUP_ENTRY, or undefined when it is not one of its errors. */
export function dbErrorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}

/** Refusals of a server that became read-only, or is without the quorum of its cluster. */
const NO_LEADER = new Set([
  'ER_OPTION_PREVENTS_STATEMENT', 'ER_READ_ONLY_MODE', 'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION', 'ER_UNKNOWN_COM_ERROR',
]); // prettier-ignore
const GONE = new Set([
  ...NO_LEADER,
  'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'PROTOCOL_CONNECTION_LOST', 'PROTOCOL_SEQUENCE_TIMEOUT',
  'ER_SERVER_SHUTDOWN', 'ER_CON_COUNT_ERROR', 'ER_CONNECTION_KILLED', 'ENOENT', 'ER_QUERY_INTERRUPTED',
]); // prettier-ignore

/** True when the database could not be reached or went away: the service failed, not the request. */
export function isDatabaseGone(error: unknown): boolean {
  const code = dbErrorCode(error);
  return (
    (code !== undefined && GONE.has(code)) ||
    (error instanceof Error && /closed state|Pool is closed/.test(error.message))
  );
}
