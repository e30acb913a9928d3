import { isDeepStrictEqual } from 'node:util';
import type { ErrorKey } from '../../../contract/errors.js';
import type { Changes } from '../../../contract/shared/changes.js';
import type { DeepPartial, EntityTarget } from 'typeorm';
import type { z } from 'zod';
import { AppError } from '../http/app-error.js';
import { isSecret, type InstitutionVersion, type Versioned } from './columns.js';
import { condition, sql, type Statement } from './sql.js';
import type { Tx } from './unit-of-work.js';

/** Told by the row itself, by the index beside it, or of no use to whoever asks what was changed. */
const UNTOLD = new Set([
  'id',
  'version',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'idCardEnc',
  'idNoEnc',
]);

/**
 * The row that a condition on the alias names, locked until the command is over, or null. The scope belongs into the
 * condition: what a person may not see does not exist. `more` names columns that are not read otherwise.
 */
export function lockOne<Row extends object>(
  tx: Tx,
  entity: EntityTarget<Row>,
  alias: string,
  where: Statement,
  more: string[] = [],
): Promise<Row | null> {
  const query = tx.manager.createQueryBuilder(entity, alias).setLock('pessimistic_write');
  return query
    .where(...condition(where))
    .addSelect(more)
    .getOne();
}

/** @throws entity.changed with what is in force, when the caller saw another version. Who names none accepts any. */
export function checkVersion(
  locked: Pick<Versioned, 'version'>,
  seen: number | undefined,
  inForce: object,
): void {
  if (seen !== undefined && seen !== locked.version)
    throw new AppError('entity.changed', {}, [], { inForce });
}

/** @throws request.invalid when what once was allowed is so no more */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { success, data } = schema.safeParse(value);
  if (!success) throw new AppError('request.invalid');
  return data;
}

/** Adds a row whose id is taken. @returns what it was made with, for the event. */
export async function insertNew<Row extends object>(
  tx: Tx,
  entity: EntityTarget<Row>,
  values: Partial<Row>,
): Promise<Changes> {
  await tx.manager.insert(entity, values as object);
  const made: Row = tx.manager.create(entity, values as DeepPartial<Row>);
  return changesOf({}, made);
}

/** Saves new values of a row that `lockOne` answered. @returns what differs, for the event; null when nothing does. */
export async function saveChanges<Row extends object>(
  tx: Tx,
  row: Row,
  values: Partial<Row>,
): Promise<Changes | null> {
  const before = { ...row };
  const changes = changesOf(before, Object.assign(row, values));
  if (Object.keys(changes).length === 0) return null;
  const metadata = tx.manager.dataSource.getMetadata(row.constructor);
  // `save` would read the row once before and its version once after; this raises the version too.
  await tx.manager.update(row.constructor, metadata.getEntityIdMap(row)!, values as object);
  const counter = metadata.versionColumn;
  counter?.setEntityValue(row, Number(counter.getEntityValue(row)) + 1);
  return changes;
}

/**
 * The newest version of an institution's rules, or null; no other one comes before the command is over. The institution's
 * row is the lock: before the first version there is nothing else to hold on to.
 *
 * @throws `stale` when the caller saw another version; 0 is none.
 */
export async function lockNewest<Row extends InstitutionVersion>(
  tx: Tx,
  entity: EntityTarget<Row>,
  { version, ...which }: Pick<Row, 'institutionId' | 'version'> & Partial<Row>,
  stale: ErrorKey,
): Promise<Row | null> {
  await tx.read(sql`SELECT id FROM institution WHERE id = ${which.institutionId} FOR UPDATE`);
  const versions = tx.manager.createQueryBuilder(entity, 'v').orderBy('v.version', 'DESC').limit(1);
  const newest = await versions.where(which).getOne();
  if ((newest?.version ?? 0) !== version) throw new AppError(stale, {}, [], { inForce: newest });
  return newest;
}

/** The difference of two rows of an entity, or of two documents. Binary columns are sealed or hashed, and secret. */
export function changesOf(before: object, after: object): Changes {
  const changes: Changes = {};
  for (const [field, value] of Object.entries(after)) {
    if (UNTOLD.has(field)) continue;
    const old = (before as Record<string, unknown>)[field] ?? null;
    const isHidden = isSecret(after, field) || Buffer.isBuffer(value) || Buffer.isBuffer(old);
    for (const [path, difference] of differences(field, old, value ?? null))
      changes[isHidden ? field : path] = isHidden ? 'secret' : difference;
  }
  return changes;
}

type Difference = Exclude<Changes[string], 'secret'>;

function differences(path: string, before: unknown, after: unknown): [string, Difference][] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isDocument(before) || !isDocument(after))
    return [[path, { before: asJson(before), after: asJson(after) }]];
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].flatMap((field) =>
    differences(`${path}.${field}`, before[field] ?? null, after[field] ?? null),
  );
}

function isDocument(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function asJson(value: unknown): Difference['before'] {
  return JSON.parse(JSON.stringify(value)) as Difference['before'];
}
