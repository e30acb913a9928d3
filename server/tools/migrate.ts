import { fileURLToPath } from 'node:url';
import { Config } from '../platform/config/config.js';
import { createDatabase, migrate } from '../platform/db/migrator.js';

const { databaseUrl } = new Config();
await createDatabase(databaseUrl);
const applied = await migrate(databaseUrl, fileURLToPath(new URL('../migrations/', import.meta.url)));
process.stdout.write(applied.length > 0 ? `applied ${applied.join(', ')}\n` : 'the database is up to date\n');
