import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VERSION } from '../../../contract/administration/health.js';
import { OWN_SCHEMA } from '../../../server/platform/db/own-schema.js';
import { isReady } from '../../../server/features/health/health.service.js';
import { agentTo } from '../../support/http.js';
import { createStack, startApi, type Api, type Stack } from '../../support/stack.js';

const TOKEN = 'a-token-of-the-metrics';
const PATHS = ['healthz', 'readyz', 'metrics'];
let stack: Stack;
beforeAll(async () => {
  stack = await createStack();
});
afterAll(() => stack.close());

/** The statuses of the three, by a server with these settings. */
async function statuses(settings: Record<string, string>, ...asked: Record<string, string>[]) {
  Object.assign(process.env, settings);
  let api: Api | undefined;
  try {
    api = await startApi();
    const found: number[][] = [];
    for (const headers of asked) {
      const answers = PATHS.map((path) => agentTo(api!.url, headers).get(`/${path}`));
      found.push((await Promise.all(answers)).map(({ status }) => status));
    }
    return found;
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name];
    await api?.close();
  }
}
const [OPEN, CLOSED] = [
  [200, 200, 200],
  [404, 404, 404],
];

describe('what monitoring reads', () => {
  it('is told to the machine itself, asked by a name that only the machine has', async () => {
    expect(
      await statuses(
        {},
        {},
        { host: 'localhost:8080' },
        { 'x-forwarded-for': '198.51.100.7' },
        { forwarded: 'for=198.51.100.7' },
        // A proxy on this machine that keeps the name, and a page whose name was pointed here.
        { host: '10.0.0.5' },
        { host: 'evil.example' },
      ),
    ).toEqual([OPEN, OPEN, CLOSED, CLOSED, CLOSED, CLOSED]);
  });

  it('says that the process runs, what it reaches and how it does', async () => {
    const api = await startApi();
    try {
      await agentTo(api.url).get('/healthz').expect(200, { ok: true });
      const schema = String(OWN_SCHEMA).padStart(4, '0');
      const ready = { database: true, redis: true, schema, build: { version: VERSION, schema } };
      await agentTo(api.url).get('/readyz').expect(200, ready);
      await agentTo(api.url)
        .get('/metrics')
        .expect(/nodejs_eventloop_lag_p99_seconds/);
    } finally {
      await api.close();
    }
  });

  it.each([
    ['that does not answer', null, false],
    ['that lacks migrations of its build', '0730', false],
    ['of its build', '0740', true],
    ['of a newer build', '0750', true],
  ])('is ready or not on a database %s', (_, schema, ready) => {
    const build = { version: VERSION, schema: '0740' };
    expect(isReady({ database: schema !== null, redis: true, schema, build })).toBe(ready);
  });

  it.each<Record<string, string>>([
    { RECOUP_TRUST_PROXY: 'true' },
    { RECOUP_PUBLIC_ORIGINS: 'https://recoup.example' },
  ])('takes the token where there may be a proxy, whatever the headers say: %j', async (settings) => {
    const token = { authorization: `Bearer ${TOKEN}` };
    const asked = [{}, token, { ...token, host: 'server-1:8080' }, { authorization: 'Bearer ' }];
    const open = await statuses({ ...settings, RECOUP_METRICS_TOKEN: TOKEN }, ...asked);
    expect(open).toEqual([CLOSED, OPEN, OPEN, CLOSED]);
    expect(await statuses({ ...settings }, ...asked)).toEqual([CLOSED, CLOSED, CLOSED, CLOSED]);
  });
});
