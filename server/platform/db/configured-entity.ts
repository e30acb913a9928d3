import { Injectable, type Type } from '@nestjs/common';
import type { z } from 'zod';
import type { PendingApproval } from '../../../contract/administration/approvals.js';
import type { ErrorKey } from '../../../contract/errors.js';
import { NOUNS, type NounName, type PlainNoun } from '../../../contract/nouns.js';
import type { Changes } from '../../../contract/shared/changes.js';
import type { Actor } from '../auth/actor.js';
import { institutionsIn } from '../auth/institution-scope.js';
import { AppError, fieldError } from '../http/app-error.js';
import { checkVersion, insertNew, lockOne, parsed, saveChanges } from './changes.js';
import type { Versioned } from './columns.js';
import { dbErrorCode } from './database.js';
import { Ids } from './ids.js';
import { sql } from './sql.js';
import { UnitOfWork, type Tx } from './unit-of-work.js';

export interface Saved extends Partial<PendingApproval> {
  id: number;
}
export interface RowRef {
  id: number;
  /** The version that the caller saw. A caller who names none accepts any. */
  version?: number | undefined;
}
/** A row that was added or changed, and its difference. */
export interface Written<Row> {
  what: 'created' | 'changed';
  row: Row;
  changes: Changes;
  actor: Actor;
}
/** A form that is being saved. */
export interface Saving<Row> {
  actor: Actor;
  id: number;
  /** Null when it is added. */
  row: Row | null;
}
/** A change that is reverted now. */
export interface Reverting {
  changes: Changes;
  now: Date;
}
/** Done at once, or asked for where it takes a second administrator. */
export type Reverted = Partial<PendingApproval> | void;
type Change<Form> = Form & Partial<RowRef> & { clientRequestId?: string | undefined };

/** The commands of a noun whose changes can be reverted; `old` has the version in force. */
export interface NounCommand<Row extends Versioned = Versioned> {
  readonly noun: NounName;
  readonly entity: new () => Row;
  revert(actor: Actor, old: Row, back: Reverting): Promise<Reverted>;
}
/** Commands of each noun, provided by api.module.ts. */
export type NounCommands = Readonly<Record<NounName, Type<NounCommand>>>;
export const NOUN_COMMANDS = Symbol('the commands of each noun');

/**
 * The commands of a noun that administrators configure. Each checks scope and version and saves the row with the event
 * that carries the difference, in one transaction. A noun says what is refused and which event is emitted.
 */
@Injectable()
export abstract class ConfiguredEntity<
  Row extends Versioned,
  Form extends object,
> implements NounCommand<Row> {
  abstract readonly entity: new () => Row;
  /** Also names `save` among the stored requests. */
  abstract readonly noun: NounName;
  /** Input of `save`. */
  protected abstract readonly input: z.ZodType<Change<Form>>;
  protected abstract readonly notFound: ErrorKey;
  /** The refusal of a duplicate of the unique key, and its field. */
  protected readonly duplicate?: readonly [key: ErrorKey, field: string];

  constructor(
    protected readonly uow: UnitOfWork,
    protected readonly ids: Ids,
  ) {}

  /**
   * Adds a row, or changes the one of this id.
   *
   * @param more columns that are no part of the request, given the row as it was
   * @throws institution.notFound (field), `notFound`, entity.changed, request.reused, `duplicate`, and what `columns` and `asks` throw
   */
  async save(
    actor: Actor,
    { clientRequestId, ...input }: Change<Form>,
    more: (row: Row | null) => Partial<Row> = () => ({}),
  ): Promise<Saved> {
    const { id, version, ...rest } = input;
    const form = rest as unknown as Form & { institutionId?: number | null };
    if (form.institutionId && !actor.institutionIds.includes(form.institutionId))
      throw fieldError('institution.notFound', 'institutionId');
    const newId = id ?? (await this.ids.take());
    try {
      return await this.uow.once(
        actor,
        [this.noun, clientRequestId, input],
        async (tx) => {
          const row = id === undefined ? null : await this.lock(tx, actor, { id, version });
          const saving = { actor, id: newId, row };
          const approvalId = (await this.asks?.(tx, form, saving)) ?? null;
          if (approvalId !== null) return { id: newId, approvalId };
          const columns = { ...(await this.columns(tx, form, saving)), ...more(row) };
          if (row) await this.write(tx, actor, row, columns);
          else await this.create(tx, actor, newId, columns);
          return { id: newId };
        },
        (run) => this.transact(actor, run),
      );
    } catch (error) {
      if (this.duplicate && dbErrorCode(error) === 'ER_DUP_ENTRY') throw fieldError(...this.duplicate);
      throw error;
    }
  }

  /** The form's columns. @throws what forbids to save it */
  protected abstract columns(tx: Tx, form: Form, saving: Saving<Row>): Promise<Partial<Row>>;

  /** The approval that a change waits for, where it takes a second administrator: nothing else is written. */
  protected asks?(tx: Tx, form: Form, saving: Saving<Row>): Promise<number | null>;

  /** The row as a caller sees it who saw another version. */
  protected abstract inForce(row: Row, now: Date): object;

  /** The events of a noun that declares no others. */
  protected emit(tx: Tx, { what, row, changes, actor }: Written<Row>): void {
    const { id, events } = NOUNS[this.noun];
    const { institutionId } = row as Row & { institutionId: number };
    const heardBy = events === 'below' ? { heardBy: [...actor.institutionIds] } : {};
    const payload: object = { [id]: row.id, institutionId, ...heardBy, changes };
    tx.emit(`${this.noun as PlainNoun}.${what}`, payload as never);
  }

  /** Its own command for the field `statusField`, where the noun has one. */
  setStatus?(actor: Actor, change: Row): Promise<Reverted>;

  protected readonly statusField: string = 'enabled';

  /** Reverts a change: saves the row as it was. @throws what the command throws; request.invalid if it is no longer allowed */
  async revert(actor: Actor, old: Row, { changes, now }: Reverting): Promise<Reverted> {
    if (this.setStatus && this.statusField in changes) return this.setStatus(actor, old);
    return this.save(
      actor,
      parsed(this.input, { ...this.inForce(old, now), id: old.id, version: old.version }),
    );
  }

  protected transact<Result>(actor: Actor, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.uow.transact(actor, work);
  }

  /** The row that the actor may change, locked. */
  protected find(tx: Tx, actor: Actor, id: number): Promise<Row | null> {
    return lockOne(
      tx,
      this.entity,
      'e',
      sql`e.id = ${id} AND ${institutionsIn(actor, sql`e.institution_id`)}`,
    );
  }

  /** @throws `notFound` outside the actor's scope, entity.changed */
  async lock(tx: Tx, actor: Actor, { id, version }: RowRef): Promise<Row> {
    const row = await this.find(tx, actor, id);
    if (!row) throw new AppError(this.notFound);
    checkVersion(row, version, this.inForce(row, tx.now));
    return row;
  }

  /** Sets columns of one row. @throws what `lock` throws */
  protected async change(tx: Tx, actor: Actor, ref: RowRef, values: Partial<Row>): Promise<Saved> {
    await this.write(tx, actor, await this.lock(tx, actor, ref), values);
    return { id: ref.id };
  }

  async write(tx: Tx, actor: Actor, row: Row, values: Partial<Row>): Promise<void> {
    const changes = await saveChanges(tx, row, { ...values, ...this.stamps(tx) });
    if (changes) this.emit(tx, { what: 'changed', row, changes, actor });
  }

  private async create(tx: Tx, actor: Actor, id: number, columns: Partial<Row>): Promise<void> {
    const values = { ...columns, ...this.stamps(tx, 'created'), ...this.stamps(tx), id };
    const changes = await insertNew(tx, this.entity, values);
    const row = Object.assign(new this.entity(), { version: 1 }, values);
    this.emit(tx, { what: 'created', row, changes, actor });
  }

  /** The person and the time, in the columns that the entity has for them. */
  private stamps(tx: Tx, what: 'created' | 'updated' = 'updated'): Partial<Row> {
    const { columns } = tx.manager.dataSource.getMetadata(this.entity);
    const stamps = { [`${what}By`]: tx.actor.userId, [`${what}At`]: tx.now };
    const known = Object.entries(stamps).filter(([name]) =>
      columns.some(({ propertyName }) => propertyName === name),
    );
    return Object.fromEntries(known) as Partial<Row>;
  }
}
