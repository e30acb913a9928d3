// npm run dev: the demo, rebuilt and restarted as files change; the client by vite's own server.
import { watch } from 'node:fs';
import { takeLock } from './lib/lock.mjs';
import { compile } from './lib/compile.mjs';
import { buildSettings } from './lib/nest-cli.mjs';
import { loadEnvFile, startOptions } from './lib/options.mjs';
import { checkNode } from './lib/packages.mjs';
import { dataDir, root } from './lib/paths.mjs';
import { nextFreePort } from './lib/services/ports.mjs';
import { Problem, main } from './lib/process.mjs';
import { Steps } from './lib/report.mjs';
import { endWith } from './lib/shutdown.mjs';
import { Stack } from './lib/stack.mjs';

// Processes by the folders they load; the workers run the server's features too.
const users = {
  contract: ['sandbox', 'server', 'workers', 'simulator'],
  server: ['server', 'workers'],
  workers: ['workers'],
  sandbox: ['sandbox', 'simulator'],
};

async function bringUp(stack) {
  await stack.bringUp();
  const port = await nextFreePort(5173, '127.0.0.1');
  const options = [
    '--config',
    'client/vite.config.ts',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--strictPort',
  ];
  const env = { ...stack.env(), RECOUP_SERVER: stack.env().RECOUP_SERVER_URL };
  stack.apps.start('vite', 'node_modules/vite/bin/vite.js', env, options);
  await stack.apps.waitReady('vite', `http://127.0.0.1:${port}/`);
  console.log(
    `\nWatching. Open http://127.0.0.1:${port} (server: ${env.RECOUP_SERVER}; Ctrl-C ends everything)`,
  );
}

function watchSources(stack) {
  let timer;
  let busy = Promise.resolve();
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (busy = busy.then(() => rebuild(stack))), 150);
  };
  for (const folder of buildSettings().folders.filter((name) => !/^(bench|test)/.test(name)))
    watch(folder, { recursive: true }, changed);
}

async function rebuild(stack) {
  try {
    const { changed } = await compile();
    if (changed.length === 0) return;
    if (changed.some((path) => path.endsWith('.sql'))) await stack.tool('dist/server/tools/migrate.js');
    const names = new Set(changed.flatMap((path) => users[path.split('/')[0]] ?? []));
    const running = [...names].filter((name) => stack.apps.children.has(name));
    await Promise.all(running.map((name) => stack.apps.restart(name, stack.env())));
    console.log(`${changed.length} changed: ${running.join(', ') || 'nothing'} restarted`);
  } catch (error) {
    // A half-typed line is the usual case: say so and wait for the next change.
    console.error(error instanceof Problem ? error.message : error);
  }
}

await main(async () => {
  checkNode();
  process.chdir(root);
  loadEnvFile();
  const dir = dataDir();
  const steps = new Steps();
  const onDeath = (app, code, tail) => {
    console.error(
      `${app.name} ended with ${code}; it starts again with the next change. Its last lines:\n${tail}`,
    );
  };
  const stack = new Stack(dir, { ...startOptions(), nodeEnv: 'development' }, { steps, onDeath });
  const unlock = takeLock(dir, 'run dev', stack.clock());
  const end = endWith(async () => {
    await stack.down();
    unlock();
  });
  try {
    await bringUp(stack);
    watchSources(stack);
  } catch (error) {
    if (!steps.stopped) await end(1, error instanceof Problem ? error.message : error.stack);
  }
});
