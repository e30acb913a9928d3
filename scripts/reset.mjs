// npm run reset: deletes the demo's data, so that the next start begins anew.
import { takeLock } from './lib/lock.mjs';
import { endLeftovers } from './lib/apps.mjs';
import { dataDir } from './lib/paths.mjs';
import { main } from './lib/process.mjs';
import { forget } from './lib/stack.mjs';

await main(async () => {
  const dir = dataDir();
  const unlock = takeLock(dir, 'run reset');
  try {
    await endLeftovers(dir);
    await forget(dir);
    console.log(`The data in ${dir} is gone; keys, logs, backups and unpacked packages stay.`);
  } finally {
    unlock();
  }
});
