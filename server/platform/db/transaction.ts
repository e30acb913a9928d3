import type { DataSource, EntityManager } from 'typeorm';
import { isAudited, nounOf } from '../../../contract/events/audit-events.js';
import { subjectOf } from '../../../contract/events/event-subjects.js';
import { EVENTS, type EventName, type EventPayload } from '../../../contract/events/events.js';
import { notificationOf } from '../inbox/causes.js';
import { insertItems, type PlacedNotification } from '../inbox/insert-items.js';
import { joinedManager } from './joined-manager.js';
import { insertedId, rowsOf, sql, type Param, type Statement } from './sql.js';

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

/** The log keeps this of an event beside its payload. */
interface Aside {
  /** Said when the payload names no case. */
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

/** A row of the log; its row of the audit and its notification, where such an event has one. */
export interface EventRow {
  event: Param[];
  audit: Param[] | null;
  notification: Omit<PlacedNotification, 'place'> | null;
}

/** A part of what a command holds back: a change, or events. */
export type Held = Statement | readonly EventRow[];

export const isEvents = (held: Held): held is readonly EventRow[] => Array.isArray(held);

/** Takes what a command held back and what it asks for. Answers what was asked, in order. */
export type Send = (held: readonly Held[], reads: readonly Statement[]) => Promise<unknown[]>;

/** The side of a transaction that a command sees: it holds changes back and makes events. */
export class Transaction implements Tx {
  emitted = 0;
  /** The connection may be another command's by now. */
  over = false;
  begun = false;
  /** A part of what it changes was sent. */
  changed = false;
  private held: Held[] = [];
  private joined: EntityManager | undefined;

  constructor(
    private readonly line: Send,
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
    return (await this.send(statements)) as { [Index in keyof Rows]: Rows[Index][] };
  }

  write(statement: Statement): void {
    this.held.push(statement);
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
    this.held.push(
      events.map((event) => ({
        event: this.eventRow(event),
        audit: isAudited(name) ? this.auditRow(event) : null,
        notification: this.notification(event),
      })),
    );
    this.emitted += events.length;
    return events;
  }

  /** Ends the command. @returns what it held back and has not sent yet */
  end(): readonly Held[] {
    this.over = true;
    return this.held;
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

  private auditRow({ name, payload }: EmittedEvent): Param[] {
    const { institutionId } = payload as { institutionId: number | null };
    return [institutionId ?? 0, this.actor.userId, nounOf(name), subjectOf(name, payload)![1], this.now];
  }

  private notification({ name, payload }: EmittedEvent): EventRow['notification'] {
    const found = notificationOf(name, payload);
    return found && { ...found, actorId: this.actor.userId, at: this.now };
  }

  private async send(reads: readonly Statement[]): Promise<unknown[]> {
    if (this.over) throw new Error('The command is over: await all that it reads and saves');
    const { held } = this;
    this.held = [];
    this.begun = true;
    this.changed ||= held.length > 0;
    return this.line(held, reads);
  }
}

export function heldStatements(held: readonly Held[]): Statement[] {
  return held.flatMap((one) => (isEvents(one) ? insertEvents(one) : [one]));
}

/** Events, their places in the outbox, their rows of the audit and the notifications of them. */
export function insertEvents(rows: readonly EventRow[]): Statement[] {
  const places = rows.map((_, index) => `(${insertedId(index)})`).join(', ');
  const audited = rows.flatMap(({ audit }, index) => (audit ? [{ audit, index }] : []));
  const audits = audited.map(({ index }) => `(${insertedId(index)}, ?, ?, ?, ?, ?)`).join(', ');
  const insertAudits = {
    text: `INSERT INTO audit_entry (event_id, institution_id, actor_id, kind, subject_id, recorded_at) VALUES ${audits}`,
    params: audited.flatMap(({ audit }) => audit),
  };
  return [
    sql`
      INSERT INTO domain_event
        (name, subject_type, subject_id, case_id, actor_id, payload, request_id, effective_at, recorded_at)
      VALUES ${rowsOf(rows.map(({ event }) => event))}`,
    { text: `INSERT INTO outbox (event_id) VALUES ${places}`, params: [] },
    ...(audited.length > 0 ? [insertAudits] : []),
    ...insertItems(
      rows.flatMap(({ notification }, place) => (notification ? { ...notification, place } : [])),
    ),
  ];
}
