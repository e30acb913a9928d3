import { startSandbox } from './sandbox.js';
import { readSettings } from './settings.js';

const sandbox = await startSandbox(readSettings());
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
}
process.stdout.write(`ready ${sandbox.url}\n`);
