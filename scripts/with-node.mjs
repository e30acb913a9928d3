// node scripts/with-node.mjs 24 npm test: runs a command by another Node than the one that is installed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { dataDir, privateDir } from './lib/paths.mjs';
import { Problem, exitOf, main, run } from './lib/process.mjs';

/** The platform's package, which holds the program itself: the package "node" would fetch it by a script. */
const NAME = `node-${process.platform}-${process.arch}`;

async function folderOf(major) {
  const prefix = privateDir(dataDir(), 'nodes', major);
  const folder = join(prefix, 'node_modules', NAME, 'bin');
  if (!existsSync(join(folder, 'node')))
    await run('npm', [
      'install',
      '--prefix',
      prefix,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      `${NAME}@${major}`,
    ]);
  return folder;
}

await main(async () => {
  const [major, command, ...args] = process.argv.slice(2);
  if (!/^\d+$/.test(major) || !command) throw new Problem('node scripts/with-node.mjs <22|24> <command …>');
  const PATH = [await folderOf(major), process.env.PATH].join(delimiter);
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, PATH } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const code = await exitOf(child);
  process.exitCode = typeof code === 'number' ? code : 1;
});
