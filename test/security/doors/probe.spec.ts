import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Config } from '../../../server/platform/config/config.js';
import { TEST_SECRETS } from '../../support/stack.js';
import { useSite } from '../../support/site.js';

const { api } = useSite();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recoup-probe-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function filed(name: string, text: string): Promise<Record<string, string>> {
  const path = join(folder, name);
  await writeFile(path, `${text}\n`);
  return { [`${name}_FILE`]: path };
}
const environment = async (port: string) => ({
  ...{ PATH: process.env['PATH'], PORT: port, RECOUP_METRICS_PORT: port, RECOUP_DATA_DIR: folder },
  ...(await filed('DATABASE_URL', 'mysql://a:b@127.0.0.1/c')),
  ...(await filed('REDIS_URL', 'redis://127.0.0.1')),
  ...(await filed('RECOUP_METRICS_TOKEN', 'a-token-of-the-metrics')),
  RECOUP_SECRETS: JSON.stringify(TEST_SECRETS),
});

it('secret settings are read from files that are named', async () => {
  const config = new Config(await environment('8080'));
  expect(config).toMatchObject({
    databaseUrl: 'mysql://a:b@127.0.0.1/c',
    redisUrl: 'redis://127.0.0.1',
    metricsToken: 'a-token-of-the-metrics',
  });
  expect(() => new Config({ DATABASE_URL_FILE: join(folder, 'none') })).toThrow(/ENOENT/);
});

it('a container is asked for its health by a command that says it with its exit', async () => {
  const codeOf = async (what: string, port: string) => {
    const tool = ['--import', './test/support/typescript.mjs', 'server/tools/probe.ts', what];
    const child = spawn(process.execPath, tool, { env: await environment(port), stdio: 'ignore' });
    return ((await once(child, 'exit')) as [number])[0];
  };
  const { port } = new URL(api.url);
  const asked = ['healthz', 'readyz', 'workers', 'anything'].map((what) => codeOf(what, port));
  expect(await Promise.all([...asked, codeOf('healthz', '9')])).toEqual([0, 0, 0, 2, 1]);
});
