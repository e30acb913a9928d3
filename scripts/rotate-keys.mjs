// npm run rotate-keys -- add | use | run | drop: a new key for personal data, step by step (docs/operations.md).
import { join } from 'node:path';
import { withServices } from './lib/borrow.mjs';
import { compile } from './lib/compile.mjs';
import { loadEnvFile } from './lib/options.mjs';
import { dataDir, root } from './lib/paths.mjs';
import { Problem, main, run } from './lib/process.mjs';
import { addKey, dropKeys, useNewKey } from './lib/services/secrets.mjs';

const usage = `npm run rotate-keys -- add    makes a key that every process can read by, once it has been restarted
npm run rotate-keys -- use    from the next restart on everything is sealed by it
npm run rotate-keys -- run    brings rows, files and indexes over, while people work; started again it goes on
npm run rotate-keys -- drop   deletes the old key, if nothing needs it`;

function tool(act, args = []) {
  return withServices(`${act} the rotation of keys`, async ({ env, dir }) => {
    await compile();
    const script = join(root, 'dist/server/tools/rotate-keys.js');
    const command = ['--enable-source-maps', script, ...args];
    const { code } = await run(process.execPath, command, { env, inherit: true, allowFailure: true });
    if (act !== 'drop') return code;
    if (code !== 0) throw new Problem('The old key is still needed: run the rotation to its end first.');
    console.log(dropKeys(dir));
    return 0;
  });
}

await main(async () => {
  const [act] = process.argv.slice(2);
  process.chdir(root);
  loadEnvFile();
  if (act === 'add') console.log(addKey(dataDir()));
  else if (act === 'use') console.log(useNewKey(dataDir()));
  else if (act === 'run') await tool('run', ['run']);
  else if (act === 'drop') await tool('drop', ['check']);
  else throw new Problem(usage);
});
