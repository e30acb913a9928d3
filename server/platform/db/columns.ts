import { Column, PrimaryColumn, VersionColumn, type ColumnOptions, type ColumnType } from 'typeorm';

/** An entity's columns in MySQL. A field without `nullable` is NOT NULL. */

/** The id of another row. `of` names its table where no relation does: docs/tables.md draws it. */
export const Ref = (options: ColumnOptions & { of?: string } = {}) => Column({ type: 'bigint', ...options });
export const Centavos = (options: ColumnOptions = {}) => Column({ type: 'bigint', ...options });
export const Text = (length: number, options: ColumnOptions = {}) =>
  Column({ type: 'varchar', length, ...options });
export const Count = (options: ColumnOptions = {}) => Column({ type: 'int', ...options });
export const Flag = (byDefault?: boolean) => Column({ type: Boolean, default: byDefault });
/** The driver answers a DECIMAL as text. */
export const Decimal = (precision: number, scale: number) =>
  Column({ type: 'decimal', precision, scale, transformer: { to: (value: number) => value, from: Number } });
/** Milliseconds, UTC. */
export const Time = (options: ColumnOptions = {}) => Column({ type: 'datetime', precision: 3, ...options });
/** A text that is encrypted, and the hash by which it is found. */
export const Sealed = (length: number, options: ColumnOptions = {}) =>
  Column({ type: 'varbinary', length, ...options });
export const Hash = (length: number, options: ColumnOptions = {}) =>
  Column({ type: 'binary', length, ...options });
/** The expressions of derived columns are the migrations' own. */
export const IN_THE_MIGRATION = 'in the migration';
/** Derived by the database from other columns of the row. */
export const Derived = (type: ColumnType, options: ColumnOptions = {}) => {
  // MySQL lists every derived column as nullable.
  const derived = {
    generatedType: 'STORED',
    asExpression: IN_THE_MIGRATION,
    nullable: true,
    insert: false,
    update: false,
  } as const;
  return Column({ type, ...derived, ...options });
};
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
  @Ref({ of: 'institution', primary: true })
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
