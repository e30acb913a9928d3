import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import mysql, { type Connection } from 'mysql2/promise';

/**
 * Brings a database up to date: each server/migrations/NNNN-name.sql once, in order. MySQL commits each DDL by itself, so
 * statements are counted as they are done: whoever was interrupted goes on where it stopped. A statement ends with a
 * semicolon at the end of a line.
 *
 * @param url of a database that exists; `createDatabase` makes it first.
 * @returns the names that were applied now. @throws an error that names file and statement, without the database's dump.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const connection = await mysql.createConnection({ uri: url });
  try {
    await connection.query("SELECT GET_LOCK(CONCAT('migrate.', DATABASE()), 60)");
    await connection.query('CREATE TABLE IF NOT EXISTS migration (name VARCHAR(80) NOT NULL PRIMARY KEY)');
    await connection.query(
      'CREATE TABLE IF NOT EXISTS migration_step (name VARCHAR(80) NOT NULL PRIMARY KEY, done INT NOT NULL)',
    );
    const [done] = await connection.query('SELECT name FROM migration');
    const applied = new Set((done as { name: string }[]).map((row) => row.name));
    const fresh: string[] = [];
    for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()) {
      if (applied.has(file)) continue;
      await apply(connection, file, await readFile(join(folder, file), 'utf8'));
      fresh.push(file);
    }
    return fresh;
  } finally {
    await connection.end();
  }
}

async function apply(connection: Connection, file: string, text: string): Promise<void> {
  const [steps] = await connection.query('SELECT done FROM migration_step WHERE name = ?', [file]);
  const done = (steps as { done: number }[])[0]?.done ?? 0;
  const statements = text
    .split(/;[ \t]*$/m)
    .filter((statement) => statement.replace(/^--.*$/gm, '').trim() !== '');
  for (const [index, statement] of statements.entries()) {
    if (index < done) continue;
    try {
      await connection.query(statement);
    } catch (error) {
      // Without its cause, which holds the whole text of the statement.
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`${file}, statement ${index + 1}: ${why}`);
    }
    await connection.query(
      'INSERT INTO migration_step (name, done) VALUES (?, ?) ON DUPLICATE KEY UPDATE done = VALUES(done)',
      [file, index + 1],
    );
  }
  await connection.query('INSERT INTO migration (name) VALUES (?)', [file]);
}

/** Makes the database that a URL names, when it is missing. */
export async function createDatabase(url: string): Promise<void> {
  const target = new URL(url);
  const name = target.pathname.slice(1);
  if (!/^[\w-]+$/.test(name)) throw new Error(`Not a database name: ${name}`);
  target.pathname = '/';
  const connection = await mysql.createConnection({ uri: target.toString() });
  try {
    await connection.query(
      `CREATE DATABASE IF NOT EXISTS \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci`,
    );
  } finally {
    await connection.end();
  }
}
