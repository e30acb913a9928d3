import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { createDatabase, migrate } from '../../server/platform/db/migrator.js';

const migrations = fileURLToPath(new URL('../../server/migrations/', import.meta.url));
/** The database that the migrations made; it stays as they left it. */
export const TEMPLATE = 'recoup_template';
const LOCK_SECONDS = 110;

/**
 * Gives a database the tables that the migrations make. They run once a run, in a database of their own; every other one
 * is made from its finished tables, which takes a fifth of the time.
 */
export async function createTables(databaseUrl: string): Promise<void> {
  await createDatabase(databaseUrl);
  const made = join(tmpdir(), `${TEMPLATE}.sql`);
  const connection = await mysql.createConnection({ uri: databaseUrl, multipleStatements: true });
  try {
    if (!existsSync(made)) await makeTemplate(connection, databaseUrl, made);
    await connection.query(await readFile(made, 'utf8'));
  } finally {
    await connection.end();
  }
}

/** Whoever comes first makes it, and the others wait. */
async function makeTemplate(connection: Connection, databaseUrl: string, made: string): Promise<void> {
  const [[lock]] = await connection.query<RowDataPacket[]>('SELECT GET_LOCK(?, ?) AS held', [
    TEMPLATE,
    LOCK_SECONDS,
  ]);
  if (lock!['held'] !== 1) throw new Error('Another test file is still making the template of the tables');
  if (!existsSync(made)) {
    const url = Object.assign(new URL(databaseUrl), { pathname: `/${TEMPLATE}` }).toString();
    await createDatabase(url);
    await migrate(url, migrations);
    await writeFile(`${made}.half`, await statementsOf(url));
    await rename(`${made}.half`, made);
  }
  await connection.query('DO RELEASE_LOCK(?)', [TEMPLATE]);
}

async function statementsOf(url: string): Promise<string> {
  const connection = await mysql.createConnection({ uri: url });
  const made = async (kind: string, name: string, column: string) => {
    const [[row]] = await connection.query<RowDataPacket[]>(`SHOW CREATE ${kind} \`${name}\``);
    return row![column] as string;
  };
  const statements = ['SET foreign_key_checks = 0'];
  const [tables] = await connection.query<RowDataPacket[]>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'",
  );
  for (const { name } of tables as { name: string }[]) {
    statements.push(await made('TABLE', name, 'Create Table'));
    const [rows] = await connection.query<RowDataPacket[]>(`SELECT 1 FROM \`${name}\` LIMIT 1`);
    if (rows.length > 0) statements.push(`INSERT INTO \`${name}\` SELECT * FROM ${TEMPLATE}.\`${name}\``);
  }
  const [triggers] = await connection.query<RowDataPacket[]>(
    'SELECT trigger_name AS name FROM information_schema.triggers WHERE trigger_schema = DATABASE()',
  );
  for (const { name } of triggers as { name: string }[])
    statements.push(await made('TRIGGER', name, 'SQL Original Statement'));
  await connection.end();
  return statements.join(';\n');
}
