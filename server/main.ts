import { createApp } from './app.js';
import { Config } from './platform/config/config.js';
import { Database } from './platform/db/database.js';
import { Logger } from './platform/logger/logger.js';
import { guardProcess } from './platform/process-guards.js';

const app = await createApp();
guardProcess(app.get(Logger));
if (await app.get(Database).mayDeleteEvidence())
  app
    .get(Logger)
    .warn('The database user may delete evidence: set RECOUP_MIGRATE_DATABASE_URL, see docs/operations.md');
const { host, port } = app.get(Config);
await app.listen({ host, port });
process.stdout.write(`ready http://${host}:${port}\n`);
