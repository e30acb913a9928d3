import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { PoolConnection } from 'mysql2/promise';
import { DataSource, type EntityManager } from 'typeorm';
import { isAudited, nounOf } from '../../../contract/events/audit-events.js';
import { subjectOf } from '../../../contract/events/event-subjects.js';
import { EVENTS, type EventName, type EventPayload } from '../../../contract/events/events.js';
import { Clock } from '../clock/clock.js';
import { Database, dbErrorCode, isDatabaseGone } from './database.js';
import { joinedManager } from './joined-manager.js';
import { OutboxBell } from './outbox-bell.js';
import { STATEMENT_TIMEOUT_MS } from './patience.js';
import { rowsOf, sql, type Param, type Statement } from './sql.js';

/**
 * One command, one transaction: state rows, the collector's live row and the events that tell of it commit together or
 * not at all.
 *
 * A command costs two round trips: the first `read` carries START TRANSACTION and the locking selects, and everything
 * written is held back and sent with COMMIT in the second. So `write` never answers; check what you locked, then write.
 * Configuration, changed a few times a day, is written by entities through `manager` instead, in the same
 * transaction and at one trip for each of TypeORM's statements. A command that does not use it pays nothing for it.
 *
 * After a deadlock or a lost lock wait the whole work runs again: it must have no effect but through `tx`.
 *
 * It does not publish: the outbox row is the promise that the relay will. The bell after the commit only saves the relay
 * its wait; losing it loses nothing.
 */
export interface Tx {
  /** The one time of this command: what it stores as recorded_at and judges by. */
  readonly now: Date;
  readonly actor: TxActor;
  /** Runs selects in one round trip and answers their rows in order. Held-back writes are sent first. */
  read<Rows extends object[]>(...statements: Statement[]): Promise<{ [Index in keyof Rows]: Rows[Index][] }>;
  /** Holds a change back until COMMIT (or the next read). */
  write(statement: Statement): void;
  /** TypeORM in this transaction. What was held back before is sent before; after the command it refuses. */
  readonly manager: EntityManager;
  /** Writes an event and its place in the outbox. The payload is checked against the contract. */
  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>, aside?: Aside): EmittedEvent<Name>;
  /** The same for many events of one name, in two statements for all of them. */
  emitMany<Name extends EventName>(name: Name, payloads: readonly EventPayload<Name>[]): EmittedEvent<Name>[];
}

export interface TxActor {
  userId: number | null;
  requestId: string | null;
}

/** Columns that the log keeps of an event beside its payload. */
interface Aside {
  /** The case of an event whose payload names none. */
  caseId?: number | null;
  /** When it was true outside, e.g. a payment's value date; the time of the command when it is not said. */
  effectiveAt?: Date;
}

export interface EmittedEvent<Name extends EventName = EventName> {
  name: Name;
  payload: EventPayload<Name>;
  caseId: number | null;
  effectiveAt: Date;
  recordedAt: Date;
}

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
const RETRIED = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD']);

@Injectable()
export class UnitOfWork {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly bell: OutboxBell,
    private readonly dataSource: DataSource,
  ) {}

  /** @throws whatever `work` throws, after rolling back; the driver's error when the database refuses or is gone. */
  async transact<Result>(actor: TxActor, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.once(actor, work);
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        if (error instanceof Unprepared) await error.prepare();
        else if (RETRIED.has(dbErrorCode(error) ?? ''))
          await setTimeout(Math.random() * BACKOFF_MS * 2 ** attempt);
        else throw error;
      }
    }
  }

  private async once<Result>(actor: TxActor, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const connection = await this.database.writer();
    const tx = new Transaction(connection, this.dataSource, actor, this.clock.now());
    try {
      const result = await work(tx);
      await tx.commit();
      this.database.answered();
      connection.release();
      if (tx.emitted > 0) this.bell.ring();
      return result;
    } catch (error) {
      tx.over = true;
      await this.rollback(connection, error);
      throw error;
    }
  }

  private async rollback(connection: PoolConnection, cause: unknown): Promise<void> {
    // A connection with an unanswered statement can not roll back; closing it makes the server do so.
    if (isDatabaseGone(cause)) return connection.destroy();
    try {
      await connection.query({ sql: 'ROLLBACK', timeout: STATEMENT_TIMEOUT_MS });
      this.database.answered();
      connection.release();
    } catch {
      connection.destroy();
    }
  }
}

class Transaction implements Tx {
  emitted = 0;
  /** The connection may be another command's by now. */
  over = false;
  private begun = false;
  private pending: Statement[] = [];
  private joined: EntityManager | undefined;

  constructor(
    private readonly connection: PoolConnection,
    private readonly dataSource: DataSource,
    readonly actor: TxActor,
    readonly now: Date,
  ) {}

  get manager(): EntityManager {
    return (this.joined ??= joinedManager(this.dataSource, async (text, params) =>
      (await this.send([{ text, params: params as Param[] }])).at(-1),
    ));
  }

  async read<Rows extends object[]>(
    ...statements: Statement[]
  ): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
    const results = await this.send(statements);
    return results.slice(results.length - statements.length) as { [Index in keyof Rows]: Rows[Index][] };
  }

  write(statement: Statement): void {
    this.pending.push(statement);
  }

  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>, aside?: Aside): EmittedEvent<Name> {
    return this.emitMany(name, [payload], aside)[0]!;
  }

  emitMany<Name extends EventName>(
    name: Name,
    payloads: readonly EventPayload<Name>[],
    aside: Aside = {},
  ): EmittedEvent<Name>[] {
    if (payloads.length === 0) return [];
    const events = payloads.map((payload) => this.emittedEvent(name, payload, aside));
    this.write(sql`
      INSERT INTO domain_event
        (name, subject_type, subject_id, case_id, actor_id, payload, request_id, effective_at, recorded_at)
      VALUES ${rowsOf(events.map((event) => this.eventRow(event)))}`);
    // The ids of one multi-row insert follow each other (InnoDB reserves them at once), and LAST_INSERT_ID is the first.
    const places = events.map((_, index) => `(LAST_INSERT_ID() + ${index})`).join(', ');
    this.write({ text: `INSERT INTO outbox (event_id) VALUES ${places}`, params: [] });
    this.emitted += events.length;
    if (isAudited(name)) this.writeAudit(events);
    return events;
  }

  private writeAudit(events: readonly EmittedEvent[]): void {
    const rows = events.map(({ name, payload }) => {
      const { institutionId } = payload as { institutionId: number | null };
      return [institutionId ?? 0, this.actor.userId, nounOf(name), subjectOf(name, payload)![1], this.now];
    });
    const places = rows.map((_, index) => `(LAST_INSERT_ID() + ${index}, ?, ?, ?, ?, ?)`).join(', ');
    this.write({
      text: `INSERT INTO audit_entry (event_id, institution_id, actor_id, kind, subject_id, recorded_at) VALUES ${places}`,
      params: rows.flat(),
    });
  }

  private emittedEvent<Name extends EventName>(
    name: Name,
    given: EventPayload<Name>,
    { caseId, effectiveAt = this.now }: Aside,
  ): EmittedEvent<Name> {
    const payload = EVENTS[name].parse(given) as EventPayload<Name> & { caseId?: number | null };
    return { name, payload, caseId: caseId ?? payload.caseId ?? null, effectiveAt, recordedAt: this.now };
  }

  private eventRow({ name, caseId, payload, effectiveAt }: EmittedEvent): Param[] {
    const { userId, requestId } = this.actor;
    const [type, id] = subjectOf(name, payload) ?? ['user', userId];
    return [name, type, id, caseId, userId, JSON.stringify(payload), requestId, effectiveAt, this.now];
  }

  async commit(): Promise<void> {
    const wrote = this.begun || this.pending.length > 0;
    const last = wrote ? this.send([{ text: 'COMMIT', params: [] }]) : undefined;
    this.over = true;
    await last;
  }

  private async send(statements: Statement[]): Promise<unknown[]> {
    if (this.over) throw new Error('The command is over: await all that it reads and saves');
    const batch = [...this.pending, ...statements];
    this.pending = [];
    const lead = this.begun ? 0 : 1;
    const text = (lead ? 'START TRANSACTION; ' : '') + batch.map((statement) => statement.text).join('; ');
    const values = batch.flatMap((statement) => [...statement.params]) as Param[];
    this.begun = true;
    const [results] = await this.connection.query({ sql: text, values, timeout: STATEMENT_TIMEOUT_MS });
    const all = lead + batch.length > 1 ? (results as unknown[]) : [results];
    return all.slice(lead);
  }
}
