import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { holder, takeLock } from './lock.mjs';
import { databaseOf, engineFor } from './services/engines.mjs';
import { dataDir } from './paths.mjs';
import { Problem } from './process.mjs';
import { ensureSecrets } from './services/secrets.mjs';
import { Services } from './services/services.mjs';
import { endWith } from './shutdown.mjs';

/**
 * Runs `work` with the services of a data folder: those of a running start, or ones brought up for the time being.
 * `alone` insists that nothing else uses the folder. Ends the process with the number that `work` returns.
 */
export async function withServices(command, work, { dir = dataDir(), alone = false, ...options } = {}) {
  const host = alone ? undefined : holder(dir);
  const borrowed = host !== undefined;
  const unlock = borrowed ? () => {} : takeLock(dir, command);
  const services = new Services(dir, { say: (line) => console.error(line), ...options });
  const end = endWith(
    async () => {
      if (!borrowed) await services.down();
      unlock();
    },
    { signalCode: 130 },
  );
  let code = 1;
  try {
    const secretFile = ensureSecrets(dir);
    if (borrowed) refuseHalfStarted(dir);
    await services.up();
    const env = {
      ...process.env,
      // A tool in a demo runs by the demo's clock.
      ...host?.clock,
      NODE_ENV: 'production',
      ...services.env(),
      RECOUP_DATA_DIR: dir,
      ...(secretFile ? { RECOUP_SECRET_FILE: secretFile } : {}),
    };
    code = (await work({ services, env, dir })) ?? 0;
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error);
  }
  await end(code);
}

// Two processes that both bring up the same database would meet in it.
function refuseHalfStarted(dir) {
  if (process.env.DATABASE_URL || existsSync(join(dir, 'docker.json'))) return;
  if (!databaseOf(dir, engineFor(dir)).pid()) {
    throw new Problem('The demo is still starting: try again when it runs.');
  }
}
