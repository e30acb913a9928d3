import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withServices } from './borrow.mjs';
import { findChromium } from './services/chromium.mjs';
import { buildClient } from './client.mjs';
import { compile } from './compile.mjs';
import { checkNode, installPackages, packagesAreStale } from './packages.mjs';
import { dataDir, root } from './paths.mjs';
import { Problem, run } from './process.mjs';
import { forget } from './stack.mjs';

/** Not passed on to the script. */
const OURS = ['--fresh', '--mysql'];

/**
 * Runs a compiled measuring script on services of its own under .data/NAME; --fresh empties them first, --mysql says which
 * engine. `client`: it shows pages.
 */
export async function measure(name, script, { bufferPool, client = false }) {
  checkNode();
  process.chdir(root);
  const args = process.argv.slice(2);
  const mysql = args.includes('--mysql');
  const dir = join(dataDir(), mysql ? `${name}-mysql` : name);
  if (args.includes('--fresh')) await forget(dir);
  const options = { dir, engine: mysql ? 'mysql' : 'mariadb', alone: true, external: false, bufferPool };
  await withServices(
    `run ${name}`,
    async ({ env, services }) => {
      if (packagesAreStale()) await installPackages((note) => console.error(note));
      await compile();
      if (client) await buildClient();
      return runScript(
        script,
        args.filter((argument) => !OURS.includes(argument)),
        { ...env, ...services.testEnv() },
      );
    },
    options,
  );
}

async function runScript(script, args, env) {
  const path = join(root, script);
  if (!existsSync(path)) throw new Problem(`${script} is missing: its source has not been written.`);
  const chromium = findChromium();
  const { code } = await run(process.execPath, ['--enable-source-maps', path, ...args], {
    cwd: root,
    env: { ...env, ...(chromium ? { RECOUP_CHROMIUM: chromium } : {}) },
    inherit: true,
    allowFailure: true,
  });
  return code;
}
