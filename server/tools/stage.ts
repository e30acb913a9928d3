import { Config } from '../platform/config/config.js';
import { readOnce } from '../platform/db/migrator.js';

// Asked by the start: a live site gets no sandbox.
const { databaseUrl } = new Config();
const [site] = await readOnce<{ stage: string }>(databaseUrl, 'SELECT stage FROM site WHERE id = 1');
process.stdout.write(site?.stage ?? 'TRIAL');
