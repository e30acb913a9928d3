type Nullable<Value, To> = null extends Value ? To | null : To;

/** A contract's row as the database answers it: the named times are Dates, the named flags 0 or 1. */
export type Stored<Row, Time extends keyof Row, Flag extends keyof Row = never> = {
  [Field in keyof Row]: Field extends Time
    ? Nullable<Row[Field], Date>
    : Field extends Flag
      ? Nullable<Row[Field], number>
      : Row[Field];
};

type Wire<Row, Flag> = {
  [Field in keyof Row]: Date extends Row[Field]
    ? Nullable<Row[Field], string>
    : Field extends Flag
      ? Nullable<Row[Field], boolean>
      : Row[Field];
};

/** A stored row as it goes over the wire: times are ISO 8601, the named flags booleans. NULL stays null. */
export function wire<Row extends object, Flag extends keyof Row = never>(
  row: Row,
  ...flags: Flag[]
): Wire<Row, Flag> {
  const answer = { ...row } as Record<string, unknown>;
  for (const [field, value] of Object.entries(row))
    if (value instanceof Date) answer[field] = value.toISOString();
  // An expression like `x IS NOT NULL` may come as text or as a number, by the database.
  for (const flag of flags) answer[String(flag)] = row[flag] === null ? null : Number(row[flag]) === 1;
  return answer as Wire<Row, Flag>;
}
