/** Rows `seq` of the numbers from `from` to `to`, for statements that both engines run: sequence tables are MariaDB's. */
export function numbers(from: number, to: number): string {
  const places = String(Math.max(0, to - from)).length;
  const exponents = Array.from({ length: places }, (_, index) => places - 1 - index);
  const sum = exponents.map((exponent) => `d${exponent}.n * ${10 ** exponent}`).join(' + ');
  const digits = exponents.map((exponent) => `digit d${exponent}`).join(' JOIN ');
  return `(
    WITH RECURSIVE digit (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM digit WHERE n < 9)
    SELECT ${from} + ${sum} AS seq FROM ${digits} WHERE ${sum} <= ${to - from})`;
}
