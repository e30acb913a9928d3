import { createApp } from './app.js';
import { Config } from './platform/config/config.js';
import { Logger } from './platform/logger/logger.js';
import { guardProcess } from './platform/process-guards.js';

const app = await createApp();
guardProcess(app.get(Logger));
const { host, port } = app.get(Config);
await app.listen({ host, port });
process.stdout.write(`ready http://${host}:${port}\n`);
