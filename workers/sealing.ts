import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import { Chain, newBeginning, type StoredRow } from '../server/domain/seals/seal.rules.js';
import { unsealedOf } from '../server/domain/seals/links.sql.js';
import {
  EVENT_STREAM,
  LATEST_MS,
  SWEPT_STREAMS,
  type SealedStream,
} from '../server/domain/seals/streams.rules.js';
import { Clock } from '../server/platform/clock/clock.js';
import { Database } from '../server/platform/db/database.js';
import { Logger } from '../server/platform/logger/logger.js';
import { KEEP_LEASE } from './lease.js';

/** With the rows' seals in its one parameter. */
export const INSERT_SEALS = 'INSERT INTO seal (stream, seq, source_id, hash) VALUES ?';
/** The row behind which a chain begins that nobody has begun before. */
const newestOf = (stream: SealedStream): string =>
  stream === EVENT_STREAM
    ? `SELECT e.id FROM domain_event e LEFT JOIN outbox o ON o.event_id = e.id
       WHERE o.event_id IS NULL ORDER BY e.id DESC LIMIT 1`
    : `SELECT id FROM ${stream.table} ORDER BY at DESC, id DESC LIMIT 1`;
const NEVER = new Date('9999-01-01T00:00:00Z');
const PAUSE_MS = 5_000;
const BATCH = 1_000;
/** How far back a round looks. */
const RECENT_MS = 60_000;
/** Every so many rounds, and in the first, it looks as far back as the slowest transaction may have begun. */
const FAR = 100;

/** How far a stream is sealed, and from when on its rows are looked for. */
interface End {
  chain: Chain;
  since: Date;
}

/** The end of a stream's chain, which begins behind the newest row of before there were seals. For the holder of the lease. */
export async function openChain(connection: PoolConnection, stream: SealedStream): Promise<Chain> {
  const [rows] = await connection.query<RowDataPacket[]>(
    'SELECT seq, hash FROM seal WHERE stream = ? ORDER BY seq DESC LIMIT 1',
    [stream.name],
  );
  const end = rows[0];
  if (end) return new Chain(stream, end['seq'] as number, end['hash'] as Buffer);
  const beginning = newBeginning();
  await connection.query<ResultSetHeader>(
    `INSERT INTO seal (stream, seq, source_id, hash) SELECT ?, 0, COALESCE((${newestOf(stream)}), 0), ?`,
    [stream.name, beginning],
  );
  return new Chain(stream, 0, beginning);
}

/**
 * Seals receipts, sign-ins and their outcomes, which are stored without an event, within five seconds. Ids are given in blocks
 * to each process, and say nothing about the order of commit: what has no seal is found by the time at which a row was made.
 */
@Injectable()
export class RowSealing {
  private stopping = new AbortController();
  private stopped: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Works until it is ended, or until another lease than this is the newest: its transactions fail then. */
  begin(lease: number): void {
    this.stopping = new AbortController();
    const run = this.run(lease, this.stopping.signal);
    this.stopped = Promise.all([this.stopped, run]).then(() => undefined);
  }

  /** Does not wait: a database that hangs must not hold up the next lease. */
  end(): void {
    this.stopping.abort();
  }

  ended(): Promise<void> {
    return this.stopped;
  }

  private async run(lease: number, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      let connection: PoolConnection | undefined;
      try {
        connection = await this.database.writer();
        await this.workOn(connection, lease, stop);
      } catch (error) {
        this.logger.warn('The sealing of rows begins again', { reason: String(error) });
      } finally {
        connection?.destroy();
      }
      await pause(stop);
    }
  }

  private async workOn(connection: PoolConnection, lease: number, stop: AbortSignal): Promise<void> {
    const ends: End[] = [];
    for (const stream of SWEPT_STREAMS)
      ends.push({
        chain: await openChain(connection, stream),
        since: await this.lastSealed(connection, stream),
      });
    for (let round = 1; !stop.aborted; round++) {
      let isMore = false;
      for (const end of ends) isMore = (await this.seal(connection, end, lease)) || isMore;
      if (isMore) continue;
      const back = round % FAR === 0 ? LATEST_MS / 2 : RECENT_MS;
      await pause(stop);
      for (const end of ends) end.since = new Date(this.clock.now().getTime() - back);
    }
  }

  /** @returns whether there may be more */
  private async seal(connection: PoolConnection, end: End, lease: number): Promise<boolean> {
    const { stream } = end.chain;
    const [found] = await connection.query<RowDataPacket[]>(unsealedOf(stream), [end.since, NEVER, BATCH]);
    if (found.length === 0) return false;
    const { rows, next } = end.chain.over(found as unknown as StoredRow[]);
    const text = `START TRANSACTION; ${KEEP_LEASE}; ${INSERT_SEALS}; COMMIT`;
    await connection.query(text, [lease, rows]);
    end.chain = next;
    return found.length === BATCH;
  }

  /** From when on rows may be without a seal: a slow transaction before the newest that has one. */
  private async lastSealed(connection: PoolConnection, stream: SealedStream): Promise<Date> {
    const [rows] = await connection.query<RowDataPacket[]>(
      `SELECT r.at FROM seal s JOIN ${stream.table} r ON r.id = s.source_id
       WHERE s.stream = ? ORDER BY s.seq DESC LIMIT 1`,
      [stream.name],
    );
    const at = rows[0]?.['at'] as Date | undefined;
    return new Date((at?.getTime() ?? LATEST_MS) - LATEST_MS / 2);
  }
}

const pause = (stop: AbortSignal) => delay(PAUSE_MS, undefined, { signal: stop }).catch(() => undefined);
