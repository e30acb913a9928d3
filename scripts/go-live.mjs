// npm run go-live: ends a trial that two administrators want ended, after a backup of it. --dumped: of another database than
// the private one the operator has made a dump.
import { withServices } from './lib/borrow.mjs';
import { loadEnvFile } from './lib/options.mjs';
import { root } from './lib/paths.mjs';
import { Problem, main } from './lib/process.mjs';
import { productTool } from './lib/product-tool.mjs';
import { backUp } from './lib/services/backup.mjs';

async function goLive({ services, env, dir }) {
  if (!services.database && !process.argv.includes('--dumped'))
    throw new Problem(
      'Make a dump of the database and a copy of the files first, then call this with --dumped.',
    );
  const tool = (...args) => productTool('go-live', { ...env, ...services.ownerEnv() }, args);
  const code = await tool('check');
  if (code !== 0) return code;
  if (services.database) await backUp({ services, dir });
  const done = await tool();
  if (done === 0) console.log('The site is live. Start it with npm start: no simulator answers any more.');
  return done;
}

await main(() => {
  process.chdir(root);
  loadEnvFile();
  return withServices('run go-live', goLive, { alone: true });
});
