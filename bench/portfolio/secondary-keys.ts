import type { Connection } from 'mysql2/promise';

/** Keys built by one ALTER: more would need temporary files as large as all of them together. */
const KEYS_AT_ONCE = 5;

/** Takes the secondary keys off a table. @returns their definitions, as SHOW CREATE TABLE writes them. */
export async function dropKeys(connection: Connection, table: string): Promise<string[]> {
  const [rows] = await connection.query(`SHOW CREATE TABLE \`${table}\``);
  const text = (rows as Record<string, string>[])[0]?.['Create Table'] ?? '';
  const keys = text
    .split('\n')
    .map((line) => line.trim().replace(/,$/, ''))
    .filter((line) => /^(UNIQUE )?KEY /.test(line));
  const drops = keys.map((key) => `DROP KEY ${/`[^`]+`/.exec(key)![0]}`);
  if (drops.length > 0) await connection.query(`ALTER TABLE \`${table}\` ${drops.join(', ')}`);
  return keys;
}

export async function restoreKeys(
  connection: Connection,
  table: string,
  keys: readonly string[],
): Promise<void> {
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    const adds = keys.slice(from, from + KEYS_AT_ONCE).map((key) => `ADD ${key}`);
    await connection.query(`ALTER TABLE \`${table}\` ${adds.join(', ')}`);
  }
}
