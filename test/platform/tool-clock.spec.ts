import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from '../../server/platform/db/sql.js';
import { createOrg, createUser, signedIn } from '../support/org.js';
import { createStack, startApi, type Api, type Stack } from '../support/stack.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const AT = '2026-03-09T18:00:00.000Z';

interface Started {
  clock(): Record<string, string>;
}
const { Stack: Demo } = (await import(String(new URL('../../scripts/lib/stack.mjs', import.meta.url)))) as {
  Stack: new (dir: string, options: object, hooks: object) => Started;
};

let stack: Stack;
let api: Api;
let demo: ChildProcess | undefined;

beforeAll(async () => {
  stack = await createStack();
  api = await startApi();
});
afterAll(async () => {
  demo?.kill();
  await api.close();
  await stack.close();
});

function runModule(text: string, label: string): ChildProcess {
  const command = ['--input-type=module', '-e', text, label];
  return spawn(process.execPath, command, {
    cwd: root,
    env: process.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** A running `npm start`, as far as others can see it: it holds the folder. */
async function hold(clock: object): Promise<ChildProcess> {
  const text = `
    import { takeLock } from './scripts/lib/lock.mjs';
    takeLock(process.env.RECOUP_DATA_DIR, 'start', ${JSON.stringify(clock)});
    console.log('holds');
    setInterval(() => {}, 1_000);`;
  const child = runModule(text, 'scripts/start.mjs');
  await once(child.stdout!, 'data');
  return child;
}

/** As `npm run whitelist -- --clear` does, from its source. */
async function clearWhiteLists(): Promise<void> {
  const text = `
    import { run } from './scripts/lib/process.mjs';
    import { withServices } from './scripts/lib/borrow.mjs';
    const tool = ['--import', './test/support/typescript.mjs', 'server/tools/whitelist.ts', '--clear'];
    await withServices(
      'run whitelist',
      async ({ env }) => (await run(process.execPath, tool, { env, inherit: true, allowFailure: true })).code,
      { dir: process.env.RECOUP_DATA_DIR },
    );`;
  const child = runModule(text, 'scripts/tool.mjs');
  child.stdout!.resume();
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(0);
}

it('a tool on the host writes its event at the time that the running demo shows', async () => {
  const started = new Demo('', { demo: { RECOUP_CLOCK_AT: AT } }, { steps: {} }).clock();
  expect(started).toEqual({ RECOUP_CLOCK_AT: AT, RECOUP_CLOCK_FROM: expect.any(String) });
  const org = await createOrg(api);
  const admin = await signedIn(api, await createUser(api, org, 'admin'));
  const list = { version: 0, addresses: '127.0.0.1' };
  expect((await admin.post('loginLimit/whiteList', list)).code).toBe('00');
  demo = await hold(started);
  await clearWhiteLists();
  const [event] = await api.rows<{ recordedAt: Date }>(sql`
    SELECT recorded_at AS recordedAt FROM domain_event ORDER BY id DESC LIMIT 1`);
  const late = event!.recordedAt.getTime() - Date.parse(AT);
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThan(600_000);
});

it('a demo whose clock is not shifted shifts nobody’s', () => {
  expect(new Demo('', { demo: {} }, { steps: {} }).clock()).toEqual({});
});
