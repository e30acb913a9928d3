// npm run stop: ends a running start, and what a lost one left behind; only what this folder's pid files name.
import { join } from 'node:path';
import { endLeftovers } from './lib/apps.mjs';
import { holder } from './lib/lock.mjs';
import { dataDir } from './lib/paths.mjs';
import { main, stopPid } from './lib/process.mjs';
import { endServices } from './lib/services/services.mjs';

/** Each engine's measurements have a folder of their own. */
const MEASURED = ['bench', 'faults', 'cluster', 'bench-mysql', 'faults-mysql'];

await main(async () => {
  const ended = [];
  for (const dir of [dataDir(), ...MEASURED.map((name) => join(dataDir(), name))]) {
    const other = holder(dir);
    if (other) ended.push(`npm ${other.command} ${await stopPid(other.pid, { grace: 90_000 })}`);
    ended.push(...(await endLeftovers(dir)).map((name) => `${name} ended`), ...(await endServices(dir)));
  }
  console.log(ended.length > 0 ? ended.join('\n') : 'Nothing was running.');
});
