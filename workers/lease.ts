import { setTimeout as delay } from 'node:timers/promises';
import { OWN_SCHEMA } from '../server/platform/db/own-schema.js';
import type { PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';

/** How long a relay leads without a word of it. */
const LEASE_S = 3;
const RETRY_MS = 200;
/** How far the clocks of two database servers may be apart. */
const SKEW_S = 10;
const UNTIL = `NOW(3) + INTERVAL ${LEASE_S} SECOND`;
const NODE = "CONCAT(@@hostname, ':', @@port)";

/**
 * Keeps the lease of the number in its one parameter. With another number in the row it fails (`number` may not be null), and the
 * transaction around it with it: a relay that was held up for longer than its lease writes nothing more.
 */
export const KEEP_LEASE = `UPDATE relay_lease SET until = ${UNTIL}, number = IF(number = ?, number, NULL)`;

/**
 * Waits for the lead. The named lock makes the next relay of one database server lead at once when the connection of the one
 * before is gone; it says nothing about another server of a cluster, where the lease has to run out.
 *
 * A relay of a newer build keeps the lead for as long as its lease lives, also on its own server: an older one may not know its
 * events. It leads again when no newer one has been there for that time.
 *
 * @param build the newest migration that this relay knows
 * @param goesOn asked between two tries
 * @returns the number of the lease, higher than each before; null when it was not to go on
 */
export async function takeLead(
  connection: PoolConnection,
  goesOn: () => boolean,
  build = OWN_SCHEMA,
): Promise<number | null> {
  while (goesOn() && !(await takeLock(connection))) continue;
  while (goesOn()) {
    const number = await takeLease(connection, build);
    if (number !== null) return number;
    await delay(RETRY_MS);
  }
  return null;
}

async function takeLock(connection: PoolConnection): Promise<boolean> {
  // Named locks are the server's, not the database's: two products on one MySQL must not wait for each other.
  const [rows] = await connection.query<RowDataPacket[]>(
    "SELECT GET_LOCK(CONCAT('relay.', DATABASE()), 1) AS held",
  );
  return rows[0]?.['held'] === 1;
}

async function takeLease(connection: PoolConnection, build: number): Promise<number | null> {
  await connection.query(
    "INSERT IGNORE INTO relay_lease (id, number, node, until) VALUES (1, 0, '', NOW(3))",
  );
  // An end that far away was written by a clock that has been put back since.
  const [taken] = await connection.query<ResultSetHeader>(
    `UPDATE relay_lease SET number = LAST_INSERT_ID(number + 1), node = ${NODE}, until = ${UNTIL}, build = ?
    WHERE node = ${NODE} AND build <= ? OR until NOT BETWEEN NOW(3) AND ${UNTIL} + INTERVAL ${SKEW_S} SECOND`,
    [build, build],
  );
  return taken.affectedRows === 1 ? taken.insertId : null;
}
