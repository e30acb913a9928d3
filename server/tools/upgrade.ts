import { fileURLToPath } from 'node:url';
import { Config } from '../platform/config/config.js';
import { grantTables } from '../platform/db/owner/grants.js';
import { createDatabase, migrate } from '../platform/db/migrator.js';

/** Brings the database of the environment up to date, with the rights of the application's user. */
export async function upgrade(): Promise<void> {
  const { databaseUrl, migrateDatabaseUrl } = new Config();
  await createDatabase(migrateDatabaseUrl);
  const applied = await migrate(
    migrateDatabaseUrl,
    fileURLToPath(new URL('../migrations/', import.meta.url)),
  );
  process.stdout.write(
    applied.length > 0 ? `applied ${applied.join(', ')}\n` : 'the database is up to date\n',
  );
  await grantTables(migrateDatabaseUrl, databaseUrl);
  // An upgrade, not a new database: 0411 lists cases that owe nothing.
  if (applied.includes('0411-nothing-due.sql') && !applied.includes('0402-cases.sql')) {
    // Loaded late: no start but this one needs it.
    const { restate } = await import('./restate.js');
    const restated = await restate();
    if (restated > 0) process.stdout.write(`restated what ${restated} cases claim\n`);
  }
}
