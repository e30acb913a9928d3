import { Column, PrimaryColumn, VersionColumn, type ColumnOptions } from 'typeorm';

/** An entity's columns in MySQL. A field without `nullable` is NOT NULL. */
export const Ref = (options: ColumnOptions = {}) => Column({ type: 'bigint', ...options });
export const Text = (length: number, options: ColumnOptions = {}) =>
  Column({ type: 'varchar', length, ...options });
export const Count = (options: ColumnOptions = {}) => Column({ type: 'int', ...options });
export const Flag = (byDefault?: boolean) => Column({ type: Boolean, default: byDefault });
/** The driver answers a DECIMAL as text. */
export const Decimal = (precision: number, scale: number) =>
  Column({ type: 'decimal', precision, scale, transformer: { to: (value: number) => value, from: Number } });
/** Milliseconds, UTC. */
export const Time = (options: ColumnOptions = {}) => Column({ type: 'datetime', precision: 3, ...options });
/** JSON in a TEXT column. */
export const Json = (options: ColumnOptions = {}) => Column({ type: 'simple-json', ...options });

/** A row that is changed in place. Its id comes from Ids; its version counts the changes, hand-written ones too. */
export abstract class Versioned {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @VersionColumn({ default: 1 })
  version!: number;
}

/** A version of an institution's rules. Changes add one, and none is changed: what was judged by it still names it. */
export abstract class InstitutionVersion {
  @PrimaryColumn({ type: 'bigint' })
  institutionId!: number;

  @PrimaryColumn({ type: 'int' })
  version!: number;
}

const secrets = new WeakMap<object, Set<string>>();

/** A field of which an event tells that it changed, and never what it was or is. */
export function Secret(): PropertyDecorator {
  return (entity, field) => {
    const fields = secrets.get(entity) ?? new Set();
    secrets.set(entity, fields.add(String(field)));
  };
}

export function isSecret(entity: object, field: string): boolean {
  return secrets.get(Object.getPrototypeOf(entity) as object)?.has(field) ?? false;
}
