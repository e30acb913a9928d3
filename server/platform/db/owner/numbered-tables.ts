import type { Connection, RowDataPacket } from 'mysql2/promise';
import { tablesOf, withConnection } from './grants.js';

/** More than a site numbers between its newest backup, or what a replica knows, and the moment of its loss. */
const LEAP = 1_000_000;

/**
 * Empties all tables but `kept`: the owner alone may, since the application's user may not delete evidence. A table that
 * numbers its rows goes on where it was, so that no number is given twice.
 */
export function emptyTables(ownerUrl: string, kept: readonly string[]): Promise<void> {
  return withConnection(ownerUrl, async (owner) => {
    const numbers = await nextNumbers(owner);
    for (const table of await tablesOf(owner)) {
      if (kept.includes(table)) continue;
      await owner.query(`TRUNCATE TABLE \`${table}\``);
      const next = numbers.get(table);
      if (next !== undefined) await owner.query(`ALTER TABLE \`${table}\` AUTO_INCREMENT = ${next}`);
    }
  });
}

/**
 * Lets a database that went back in time, restored or taken over by a replica that was behind, give no number again that was
 * given before: providers, jobs and browsers know things by them. Rows keep theirs, and with them their keys: a carrier that
 * took a message before takes it once.
 */
export function leapNumbers(ownerUrl: string): Promise<void> {
  return withConnection(ownerUrl, async (owner) => {
    for (const [table, next] of await nextNumbers(owner))
      await owner.query(`ALTER TABLE \`${table}\` AUTO_INCREMENT = ${next + LEAP}`);
    await owner.query('UPDATE id_block SET next_id = next_id + ?', [LEAP]);
    await owner.query('UPDATE relay_lease SET number = number + ?', [LEAP]);
  });
}

/** The number that the next row gets, of each table that numbers its rows. */
async function nextNumbers(owner: Connection): Promise<Map<string, number>> {
  const [[{ version }]] = await owner.query<[{ version: string } & RowDataPacket]>(
    'SELECT VERSION() AS version',
  );
  // MySQL else tells numbers as they were up to a day ago.
  if (!/mariadb/i.test(version)) await owner.query('SET SESSION information_schema_stats_expiry = 0');
  const [rows] = await owner.query<({ name: string; next: number } & RowDataPacket)[]>(
    `SELECT table_name AS name, auto_increment AS next FROM information_schema.tables
     WHERE table_schema = DATABASE() AND auto_increment IS NOT NULL`,
  );
  return new Map(rows.map(({ name, next }) => [name, next]));
}
