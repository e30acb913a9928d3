// npm run go-live: ends a trial that two administrators want ended, after a backup of it. --dumped: of another database than
// the private one the operator has made a dump.
import { join } from 'node:path';
import { withServices } from './lib/borrow.mjs';
import { compile } from './lib/compile.mjs';
import { loadEnvFile } from './lib/options.mjs';
import { root } from './lib/paths.mjs';
import { Problem, main, run } from './lib/process.mjs';
import { backUp } from './lib/services/backup.mjs';

async function goLive({ services, env, dir }) {
  if (!services.database && !process.argv.includes('--dumped'))
    throw new Problem(
      'Make a dump of the database and a copy of the files first, then call this with --dumped.',
    );
  await compile();
  const script = join(root, 'dist/server/tools/go-live.js');
  const tool = (...args) =>
    run(process.execPath, ['--enable-source-maps', script, ...args], {
      env: { ...env, ...services.ownerEnv() },
      inherit: true,
      allowFailure: true,
    });
  const { code } = await tool('check');
  if (code !== 0) return code;
  if (services.database) await backUp({ services, dir });
  const done = await tool();
  if (done.code === 0)
    console.log('The site is live. Start it with npm start: no simulator answers any more.');
  return done.code;
}

await main(() => {
  process.chdir(root);
  loadEnvFile();
  return withServices('run go-live', goLive, { alone: true });
});
