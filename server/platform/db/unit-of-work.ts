import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { PoolConnection } from 'mysql2/promise';
import { DataSource } from 'typeorm';
import { Clock } from '../clock/clock.js';
import { AppError } from '../http/app-error.js';
import { Bulk } from './bulk.js';
import { Claim, type RequestKey } from './client-request.js';
import { Database, dbErrorCode, isDatabaseGone } from './database.js';
import { OutboxWakeUp } from './outbox-wake-up.js';
import { STATEMENT_TIMEOUT_MS } from './database-watchdog.js';
import type { Param, Statement } from './sql.js';
import { heldStatements, Transaction, type Held, type Send, type Tx, type TxActor } from './transaction.js';

export type { Claim, RequestKey } from './client-request.js';
export type { EmittedEvent, Tx, TxActor } from './transaction.js';

/**
 * Thrown by a command that lacks what a transaction of its own has to write first. Nothing of the command is written;
 * `prepare` runs, and the command runs again.
 */
export class Unprepared extends Error {
  constructor(
    message: string,
    readonly prepare: () => Promise<void>,
  ) {
    super(message);
  }
}

const ATTEMPTS = 8;
const BACKOFF_MS = 4;
/** The last is of a cluster whose other server changed the same row: nothing of the command is written. */
const RETRIED = new Set([
  'ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD', 'ER_TRANSACTION_ROLLBACK_DURING_COMMIT',
]); // prettier-ignore

/**
 * One command, one transaction: state rows, the collector's live row and the events that tell of it commit together or
 * not at all.
 *
 * A command costs two round trips: the first `read` carries START TRANSACTION and the locking selects, and everything
 * written is held back and sent with COMMIT in the second. So `write` never answers; check what you locked, then write.
 * What is configured, and changed a few times a day, is written by entities through `manager` instead, in the same
 * transaction and at one trip for each of TypeORM's statements. A command that does not use it pays nothing for it.
 *
 * After a deadlock or a lost lock wait the whole work runs again: it must have no effect but through `tx`. A connection that is lost
 * during COMMIT is not tried again here, for the command may have happened: the caller repeats it under its request id.
 *
 * It does not publish: the outbox row is the promise that the relay will. The bell after the commit only saves the relay
 * its wait; losing it loses nothing.
 */
@Injectable()
export class UnitOfWork {
  private readonly bulks = new AsyncLocalStorage<Bulk>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly wakeUp: OutboxWakeUp,
    private readonly dataSource: DataSource,
  ) {}

  /** @throws whatever `work` throws, after rolling back; the driver's error when the database refuses or is gone. */
  async transact<Result>(actor: TxActor, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(actor, work);
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        if (error instanceof Unprepared) await error.prepare();
        else if (RETRIED.has(dbErrorCode(error) ?? ''))
          await setTimeout(Math.random() * BACKOFF_MS * 2 ** attempt);
        else throw error;
      }
    }
  }

  /**
   * A command of a person that locks no row before it looks whether it was answered. Of two at once the second may meet
   * what the first did, as a refusal or as its kept id: then it looks again, and answers as the first.
   *
   * @param transact begins it, when more belongs to its transaction
   * @throws request.reused, and what `transact` throws
   */
  async once<Answer extends object>(
    actor: TxActor,
    request: RequestKey,
    work: (tx: Tx) => Promise<Answer>,
    transact = (run: (tx: Tx) => Promise<Answer>) => this.transact(actor, run),
  ): Promise<Answer> {
    const run = (otherwise: (tx: Tx, claim: Claim<Answer>) => Promise<Answer>) =>
      transact(async (tx) => {
        const claim = new Claim<Answer>(tx, [request]);
        await claim.read();
        return claim.earlier() ?? otherwise(tx, claim);
      });
    const first = async (tx: Tx, claim: Claim<Answer>) => claim.keep(await work(tx));
    try {
      return await run(first);
    } catch (error) {
      if (dbErrorCode(error) === 'ER_DUP_ENTRY') return run(first);
      if (!(error instanceof AppError) || request[1] === undefined) throw error;
      return run(() => Promise.reject(error));
    }
  }

  /**
   * A command of a person that locks what it changes before it looks whether it was answered: it reads by `claim.read`,
   * answers `claim.earlier` if there is one, and gives its own answer to `claim.keep`.
   */
  onceLocked<Answer extends object, Result = Answer>(
    actor: TxActor,
    request: RequestKey,
    work: (tx: Tx, claim: Claim<Answer>) => Promise<Result>,
  ): Promise<Result> {
    return this.onceEach(actor, [request], work);
  }

  /** The same for a command of many requests, each with an id of its own. */
  async onceEach<Answer extends object, Result>(
    actor: TxActor,
    requests: readonly RequestKey[],
    work: (tx: Tx, claim: Claim<Answer>) => Promise<Result>,
  ): Promise<Result> {
    const run = () => this.transact(actor, (tx) => work(tx, new Claim<Answer>(tx, requests)));
    try {
      return await run();
    } catch (error) {
      // Its own id came twice at once: the second time it finds the first.
      if (dbErrorCode(error) !== 'ER_DUP_ENTRY') throw error;
      return run();
    }
  }

  /**
   * Carries out many commands in one transaction: each is what it is alone, and their statements go together. They have to
   * change different rows, or to add to the same ones. It runs once: after a deadlock it has failed.
   *
   * @throws what the first of them throws that refuses; then none of them has happened
   */
  async bulk<Result>(commands: readonly (() => Promise<Result>)[]): Promise<Result[]> {
    const connection = await this.database.writer();
    const bulk = new Bulk(connection);
    try {
      const running = commands.map((command) => this.bulks.run(bulk, command));
      const ended = await Promise.allSettled(running);
      const refused = ended.find((one) => one.status === 'rejected');
      if (refused) throw refused.reason;
      await bulk.commit();
      this.leave(connection, bulk.emitted);
      return await Promise.all(running);
    } catch (error) {
      await this.rollback(connection, error);
      throw error;
    }
  }

  private async attempt<Result>(actor: TxActor, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const bulk = this.bulks.getStore();
    if (bulk) return this.within(bulk, actor, work);
    const connection = await this.database.writer();
    const line = lineOf(connection);
    const tx = new Transaction(line, this.dataSource, actor, this.clock.now());
    try {
      const result = await work(tx);
      const held = tx.end();
      if (tx.begun || held.length > 0) await line(held, [COMMIT]);
      this.leave(connection, tx.emitted);
      return result;
    } catch (error) {
      tx.end();
      await this.rollback(connection, error);
      throw error;
    }
  }

  private async within<Result>(
    bulk: Bulk,
    actor: TxActor,
    work: (tx: Tx) => Promise<Result>,
  ): Promise<Result> {
    const tx = new Transaction(bulk.send, this.dataSource, actor, this.clock.now());
    try {
      const result = await work(tx);
      bulk.hold(tx.end());
      bulk.emitted += tx.emitted;
      return result;
    } catch (error) {
      tx.end();
      if (tx.changed) bulk.break(error);
      throw error;
    }
  }

  private leave(connection: PoolConnection, emitted: number): void {
    this.database.answered();
    connection.release();
    if (emitted > 0) this.wakeUp.ring();
  }

  private async rollback(connection: PoolConnection, cause: unknown): Promise<void> {
    // A connection with an unanswered statement can not roll back; closing it makes the server do so.
    if (isDatabaseGone(cause)) {
      connection.destroy();
      return this.database.dropFree(cause);
    }
    try {
      await connection.query({ sql: 'ROLLBACK', timeout: STATEMENT_TIMEOUT_MS });
      this.database.answered();
      connection.release();
    } catch {
      connection.destroy();
    }
  }
}

const COMMIT: Statement = { text: 'COMMIT', params: [] };

/** The connection of one command: its first question begins the transaction. */
function lineOf(connection: PoolConnection): Send {
  let lead = 1;
  return async (held: readonly Held[], reads: readonly Statement[]) => {
    const batch = [...heldStatements(held), ...reads];
    const text = (lead ? 'START TRANSACTION; ' : '') + batch.map((statement) => statement.text).join('; ');
    const values = batch.flatMap((statement) => [...statement.params]) as Param[];
    const before = lead + batch.length - reads.length;
    const several = lead + batch.length > 1;
    lead = 0;
    const [results] = await connection.query({ sql: text, values, timeout: STATEMENT_TIMEOUT_MS });
    return several ? (results as unknown[]).slice(before) : [results];
  };
}
