// npm start: from a bare clone to a running demo, on Node's own modules only.
import { join } from 'node:path';
import { readJson } from './lib/files.mjs';
import { takeLock } from './lib/lock.mjs';
import { loadEnvFile, startOptions } from './lib/options.mjs';
import { checkNode } from './lib/packages.mjs';
import { dataDir, root } from './lib/paths.mjs';
import { Problem } from './lib/process.mjs';
import { Steps } from './lib/report.mjs';
import { endWith } from './lib/shutdown.mjs';
import { Stack, firstPasswordFiles } from './lib/stack.mjs';

function announce(stack) {
  const accounts = readJson(join(stack.dir, 'demo-accounts.json')) ?? [];
  const address = stack.env().RECOUP_SERVER_URL;
  console.log(`\nHow long each step took:\n${stack.steps.table().join('\n')}\n`);
  for (const line of stack.options.empty ? firstSteps(stack.dir) : accountTable(accounts)) console.log(line);
  console.log(`\nRecoup runs at ${address}  (logs: ${join(stack.dir, 'logs')}; Ctrl-C ends everything)`);
}

function firstSteps(dir) {
  return [
    'Two administrators are there, for what takes two people. Each one-time password is for another person:',
    ...firstPasswordFiles.map((file) => `  ${join(dir, file)}`),
    'It can be used once, within 24 hours; npm run first-administrator -- renew NAME makes another one.',
    'Sign in, choose a password, sign in with it and follow "Set up" in the menu.',
  ];
}

function accountTable(accounts) {
  if (accounts.length === 0) return [];
  const columns = ['role', 'username', 'password', 'name'];
  const rows = [
    columns,
    ...accounts.map(({ liveness, ...account }) => [
      ...columns.slice(0, -1).map((column) => account[column]),
      liveness ? `${account.name} (shows a face: ${liveness.toLowerCase()})` : account.name,
    ]),
  ];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index].length)));
  const lines = rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index]))
      .join('  ')
      .trimEnd(),
  );
  return ['Demo accounts:', ...lines.map((line) => `  ${line}`)];
}

function start() {
  checkNode();
  process.chdir(root);
  loadEnvFile();
  const options = startOptions();
  const dir = dataDir();
  const steps = new Steps();
  const onDeath = (app, code, tail) =>
    end(1, `${app.name} ended with ${code}. Its last lines:\n${tail}\n\nStopping …`);
  const stack = new Stack(dir, options, { steps, onDeath });
  const unlock = takeLock(dir, 'start', stack.clock());
  const end = endWith(async () => {
    await stack.down();
    unlock();
  });
  stack
    .bringUp({ client: true })
    .then(() => announce(stack))
    .catch((error) => steps.stopped || end(1, error instanceof Problem ? error.message : error.stack));
}

try {
  start();
} catch (error) {
  console.error(error instanceof Problem ? error.message : error);
  process.exitCode = 1;
}
