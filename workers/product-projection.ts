import type { Database } from '../server/platform/db/database.js';

const MAX_ROWS = 5_000;

type Connection = Awaited<ReturnType<Database['writer']>>;
type Figures = [bound: number, settled: number, payable: number, received: number];

interface Change {
  id: number;
  collectorId: number;
  day: string;
  product: string;
  platform: string;
  bound: number;
  settled: number;
  payable: number;
  received: number;
}

/**
 * Adds what the commands have noted to the collectors' days by product and platform. For the relay alone: it reads and
 * deletes by the connection that holds its lock, so no change is added twice, and a fold that is killed leaves all as it was.
 *
 * @returns whether there may be more.
 */
export async function projectDayProducts(connection: Pick<Connection, 'query'>): Promise<boolean> {
  const [rows] = await connection.query(
    `SELECT x.id, x.collector_id AS collectorId, x.day, COALESCE(i.product_category, '') AS product,
       COALESCE(i.platform, '') AS platform, x.bound, x.settled, x.payable, x.received
     FROM collector_day_product_change x
     LEFT JOIN collection_case c ON c.id = x.case_id LEFT JOIN loan_item i ON i.id = c.loan_item_id
     ORDER BY x.id LIMIT ${MAX_ROWS}`,
  );
  const changes = rows as Change[];
  if (changes.length === 0) return false;
  await connection.query(
    `START TRANSACTION; DELETE x FROM collector_day_product_change x FORCE INDEX (PRIMARY) WHERE x.id IN (?);
     INSERT INTO collector_day_product (collector_id, day, product, platform, bound, settled, payable, received) VALUES ?
     ON DUPLICATE KEY UPDATE bound = bound + VALUES(bound), settled = settled + VALUES(settled),
       payable = payable + VALUES(payable), received = received + VALUES(received); COMMIT`,
    [changes.map(({ id }) => id), sumsOf(changes)],
  );
  return changes.length === MAX_ROWS;
}

/** [collector, day, product, platform, bound, settled, payable, received] */
function sumsOf(changes: readonly Change[]): (string | number)[][] {
  const sums = new Map<string, { of: Change; figures: Figures }>();
  for (const change of changes) {
    const key = [change.collectorId, change.day, change.product, change.platform].join('|');
    const [bound, settled, payable, received] = sums.get(key)?.figures ?? [0, 0, 0, 0];
    const figures: Figures = [
      bound + change.bound,
      settled + change.settled,
      payable + change.payable,
      received + change.received,
    ];
    sums.set(key, { of: change, figures });
  }
  return [...sums.values()].map(({ of, figures }) => [
    of.collectorId,
    of.day,
    of.product,
    of.platform,
    ...figures,
  ]);
}
