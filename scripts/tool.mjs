// npm run import -- FILE and npm run replay -- --check, against the demo's services.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withServices } from './lib/borrow.mjs';
import { compile } from './lib/compile.mjs';
import { loadEnvFile } from './lib/options.mjs';
import { root } from './lib/paths.mjs';
import { Problem, main, run } from './lib/process.mjs';

// npm changes to the package's folder; a file is named from where the command was typed.
function fromCaller(argument) {
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), argument);
  return !argument.startsWith('-') && existsSync(path) ? path : argument;
}

await main(async () => {
  const [name, ...rest] = process.argv.slice(2);
  const args = rest.map(fromCaller);
  process.chdir(root);
  loadEnvFile();
  await withServices(`run ${name}`, async ({ env }) => {
    await compile();
    const script = join(root, 'dist/server/tools', `${name}.js`);
    if (!existsSync(script)) throw new Problem(`There is no tool named ${name}.`);
    const { code } = await run(process.execPath, ['--enable-source-maps', script, ...args], {
      env,
      inherit: true,
      allowFailure: true,
    });
    return code;
  });
});
