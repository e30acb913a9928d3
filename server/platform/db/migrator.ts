import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import mysql from 'mysql2/promise';

/**
 * Brings a database up to date: each server/migrations/NNNN-name.sql once, in order (MySQL
 * commits each DDL by itself: write them so that a second run of a failed file is possible by hand).
 *
 * @param url of a database that exists; `createDatabase` makes it first.
 * @returns the names that were applied now.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const connection = await mysql.createConnection({ uri: url, multipleStatements: true });
  try {
    await connection.query("SELECT GET_LOCK(CONCAT('migrate.', DATABASE()), 60)");
    await connection.query('CREATE TABLE IF NOT EXISTS migration (name VARCHAR(80) NOT NULL PRIMARY KEY)');
    const [done] = await connection.query('SELECT name FROM migration');
    const applied = new Set((done as { name: string }[]).map((row) => row.name));
    const fresh: string[] = [];
    for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()) {
      if (applied.has(file)) continue;
      await connection.query(await readFile(join(folder, file), 'utf8'));
      await connection.query('INSERT INTO migration (name) VALUES (?)', [file]);
      fresh.push(file);
    }
    return fresh;
  } finally {
    await connection.end();
  }
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
