import type { PoolConnection, RowDataPacket } from 'mysql2/promise';

const FIGURES = {
  bound: 'task_count',
  settled: 'settled_count',
  payable: 'payable_amount',
  received: 'received_amount',
};
const NAMES = Object.keys(FIGURES).join(', ');
const SUMS = Object.keys(FIGURES).map((name) => `SUM(${name}) AS ${name}`);
const DAYS = Object.values(FIGURES).map((column) => `-${column}`);
const OFF = Object.keys(FIGURES).map((name) => `SUM(${name}) <> 0`);

/** The products of a collector's day, and what waits to be added to them, less the day: nothing, in one snapshot. */
const DIFFERENCES = `
  SELECT collector_id AS id, day, ${SUMS.join(', ')} FROM (
    SELECT collector_id, day, ${NAMES} FROM collector_day_product
    UNION ALL SELECT collector_id, day, ${NAMES} FROM collector_day_product_change
    UNION ALL SELECT collector_id, day, ${DAYS.join(', ')} FROM collector_day
  ) found GROUP BY collector_id, day HAVING ${OFF.join(' OR ')}`;

/** The kept figures by product and platform against the days. */
export async function compareProducts(connection: PoolConnection): Promise<string[]> {
  const [rows] = await connection.query<RowDataPacket[]>(DIFFERENCES);
  return rows.map(
    (row) =>
      `products of ${row['id']} on ${row['day']}: ${Object.keys(FIGURES)
        .map((name) => `${name} ${row[name]}`)
        .join(', ')} too many`,
  );
}
