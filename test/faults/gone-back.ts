import { join } from 'node:path';
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { doubledIn } from '../../bench/lib/carrier-control.js';
import { leapNumbers } from '../../server/platform/db/owner/numbered-tables.js';
import { migrate } from '../../server/platform/db/migrator.js';
import { allowMessages, message, UNSENT } from './rig/carrier.js';
import { dist, type Rig } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';
import { until } from './rig/wait.js';

const WAITING = 20;
const LOST = 200;
const LATER = 200;
const SEND_MS = 60_000;
const BEHIND = 'recoup_faults_behind';

const UNTOLD = 'SELECT COUNT(*) FROM message WHERE ended_at IS NULL AND id > ?';

/**
 * The database goes back by 200 messages, as when a replica takes over that was behind, or a backup is restored, while Redis
 * and the carrier know better. What is accepted later reaches the carrier under keys of its own, and what was waiting then has
 * been taken already and is not taken again.
 */
export const goneBack: Fault = {
  id: 'F25',
  name: `database ${LOST} messages behind`,
  workers: 2,
  sandbox: true,
  async run(rig) {
    const sandbox = rig.sandbox!;
    const total = async () => (await sandbox.carrier.log()).total;
    await allowMessages(rig);
    await stopWorkers(rig);
    await send(rig, WAITING, 0);
    await copyTables(rig.databaseUrl, await behindUrl(rig));
    // A process has a thousand ids in hand: new ones take the next thousand, of which the older state knows nothing.
    await stopAll(rig);
    await startAll(rig);
    await send(rig, LOST, WAITING);
    await until('all to be taken', async () => (await total()) === WAITING + LOST, SEND_MS);
    await rig.drained();
    await until('all to be sent', async () => (await rig.count(UNSENT)) === 0, SEND_MS);
    await stopAll(rig);
    await copyTables(await behindUrl(rig), rig.databaseUrl);
    const at = performance.now();
    await leapNumbers(rig.databaseUrl);
    await startAll(rig);
    await until('what waited to be sent', async () => (await rig.count(UNSENT)) === 0, SEND_MS);
    const caughtUp = performance.now() - at;
    const newest = await rig.count('SELECT MAX(id) FROM message');
    await send(rig, LATER, WAITING);
    await until(
      'the later ones to be told of',
      async () => (await rig.count(UNTOLD, [newest])) === 0,
      SEND_MS,
    );
    return {
      load: `${LOST} messages`,
      recoveries: [],
      failures: await compare(rig),
      notes: [
        `${WAITING} waited in the older state and had been taken, ${LOST} were lost with the newer one, ${LATER} came later`,
        `what waited was settled ${(caughtUp / 1000).toFixed(1)} s after the numbers had gone on`,
      ],
    };
  },
};

async function compare(rig: Rig): Promise<string[]> {
  const log = await rig.sandbox!.carrier.log();
  const keys = new Set(log.entries.map(({ key }) => key));
  const rows = await rig.rows<{ id: number }>('SELECT id FROM message');
  const missing = rows.filter(({ id }) => !keys.has(`message-${id}`));
  return [
    ...doubledIn(log).map((line) => `doubled: ${line}`),
    ...missing.slice(0, 5).map(({ id }) => `lost: message ${id} was never taken`),
    ...(rows.length === WAITING + LATER ? [] : [`${rows.length} messages stand in the table`]),
    ...(log.total === WAITING + LOST + LATER ? [] : [`the carrier took ${log.total} messages`]),
  ];
}

async function send(rig: Rig, count: number, from: number): Promise<void> {
  const { cases, collectors } = rig.company;
  const owners = new Map(collectors.map((person) => [person.id, person]));
  await Promise.all(
    Array.from({ length: count }, (_, place) => {
      const on = cases[(from + place) % cases.length]!;
      return rig.clients.send(message(owners.get(on.ownerId!)!, on));
    }),
  );
}

async function stopWorkers(rig: Rig): Promise<void> {
  await Promise.all(rig.workers.map((app) => app.stop()));
}

async function stopAll(rig: Rig): Promise<void> {
  await Promise.all([...rig.workers, ...rig.servers].map((app) => app.stop()));
}

async function startAll(rig: Rig): Promise<void> {
  for (const app of [...rig.workers, ...rig.servers]) app.start();
  for (const app of [...rig.workers, ...rig.servers]) await app.ready();
}

async function behindUrl(rig: Rig): Promise<string> {
  await rig.db.query(`CREATE DATABASE IF NOT EXISTS ${BEHIND}`);
  const url = Object.assign(new URL(rig.databaseUrl), { pathname: `/${BEHIND}` }).toString();
  await migrate(url, join(dist, 'server/migrations'));
  return url;
}

/** Rows and numbers of one database in the place of another's, which has the same tables. */
async function copyTables(fromUrl: string, toUrl: string): Promise<void> {
  const [from, to] = [fromUrl, toUrl].map((url) => new URL(url).pathname.slice(1)) as [string, string];
  const connection = await mysql.createConnection({ uri: toUrl });
  try {
    await connection.query('SET foreign_key_checks = 0');
    const tables = await columnsOf(connection, to);
    const [triggers] = await connection.query<RowDataPacket[]>(
      'SELECT DISTINCT event_object_table AS name FROM information_schema.triggers WHERE trigger_schema = ?',
      [to],
    );
    const sources = new Set(triggers.map(({ name }) => name as string));
    // The second round puts right what triggers write while their tables are filled.
    for (const table of [...tables.keys(), ...[...tables.keys()].filter((name) => !sources.has(name))])
      await copyTable(connection, { from, to, table, columns: tables.get(table)! });
  } finally {
    await connection.end();
  }
}

async function columnsOf(connection: Connection, schema: string): Promise<Map<string, string[]>> {
  const [rows] = await connection.query<RowDataPacket[]>(
    `SELECT c.table_name AS name, c.column_name AS \`column\` FROM information_schema.columns c
     JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
     WHERE c.table_schema = ? AND t.table_type = 'BASE TABLE' AND COALESCE(c.generation_expression, '') = ''`,
    [schema],
  );
  const tables = new Map<string, string[]>();
  for (const { name, column } of rows as { name: string; column: string }[])
    tables.set(name, [...(tables.get(name) ?? []), `\`${column}\``]);
  return tables;
}

interface Copy {
  from: string;
  to: string;
  table: string;
  columns: readonly string[];
}

async function copyTable(connection: Connection, { from, to, table, columns }: Copy): Promise<void> {
  const list = columns.join(', ');
  await connection.query(`DELETE FROM \`${to}\`.\`${table}\``);
  await connection.query(
    `INSERT INTO \`${to}\`.\`${table}\` (${list}) SELECT ${list} FROM \`${from}\`.\`${table}\``,
  );
  const [[status]] = await connection.query<RowDataPacket[][]>(
    `SHOW TABLE STATUS FROM \`${to}\` LIKE '${table}'`,
  );
  // InnoDB takes the next number that is free.
  if ((status as RowDataPacket | undefined)?.['Auto_increment'] != null)
    await connection.query(`ALTER TABLE \`${to}\`.\`${table}\` AUTO_INCREMENT = 1`);
}
