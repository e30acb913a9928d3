import { createApp } from './app.js';
import { Config } from './platform/config/config.js';

const app = await createApp();
const { host, port } = app.get(Config);
await app.listen({ host, port });
process.stdout.write(`ready http://${host}:${port}\n`);
