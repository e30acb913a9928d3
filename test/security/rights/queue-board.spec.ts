import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Jobs } from '../../../server/platform/jobs/jobs.js';
import { Redis } from '../../../server/platform/redis/redis.js';
import { agentTo } from '../../support/http.js';
import { createOrg, createUser, signedIn, type Client, type Org } from '../../support/org.js';
import { createStack, startApi, type Api, type Stack } from '../../support/stack.js';

const BOARD = '/api/job/board';
let stack: Stack;
let api: Api;
let org: Org;
let admin: Client;

beforeAll(async () => {
  stack = await createStack();
  api = await startApi();
  org = await createOrg(api);
  admin = await signedIn(api, await createUser(api, org, 'admin'));
});
afterAll(async () => {
  await api.close();
  await stack.close();
});

/** As a browser fetches it by its address: with the cookie alone. */
const byAddress = (who: Client) => agentTo(api.url, { cookie: `token=${who.token}` });

describe('the dashboard of the queues', () => {
  it('is for administrators who are signed in', async () => {
    expect((await agentTo(api.url, {}).get(BOARD)).status).toBe(403);
    expect((await agentTo(api.url, { cookie: 'token=wrong' }).get(BOARD)).status).toBe(403);
    for (const role of ['member', 'leader', 'supervisor'] as const) {
      const person = await signedIn(api, await createUser(api, org, role));
      for (const path of [BOARD, `${BOARD}/api/queues`, `${BOARD}/static/favicon-32x32.png`])
        expect({ role, path, status: (await byAddress(person).get(path)).status }).toMatchObject({
          status: 403,
        });
    }
    const page = await byAddress(admin).get(BOARD);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Recoup');
  });

  it('changes nothing: every queue is read-only, and no request but GET passes', async () => {
    const queues = (await byAddress(admin).get(`${BOARD}/api/queues`)).body as {
      queues: { name: string; readOnlyMode: boolean }[];
    };
    expect(queues.queues.length).toBeGreaterThan(5);
    expect(queues.queues.every(({ readOnlyMode }) => readOnlyMode)).toBe(true);
    const agent = byAddress(admin);
    for (const path of [`${BOARD}/api/queues/days/pause`, `${BOARD}/api/queues/days/clean/failed`]) {
      for (const answer of [agent.put(path), agent.post(path).send({}), agent.delete(path)])
        // The library has no route for some of them.
        expect([404, 405]).toContain((await answer).status);
    }
    expect(await api.get(Jobs).queue('days').isPaused()).toBe(false);
  });

  it('has a policy of its own, and leaves that of the rest as it is', async () => {
    const board = (await byAddress(admin).get(BOARD)).headers['content-security-policy'];
    expect(board).toContain("default-src 'none'");
    expect(board).not.toMatch(/unsafe|https?:/);
    const data = (await admin.agent.get('/api/job/list')).headers['content-security-policy'];
    expect(data).toBe("default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
  });

  it('shows ids, and of a failure no text that may quote a person', async () => {
    const queue = api.get(Jobs).queue('days');
    const job = await queue.add('exports.sweep', {}, { attempts: 1 });
    await api
      .get(Redis)
      .client.hset(
        queue.toKey(job.id!),
        'failedReason',
        "Duplicate entry 'Maria Garcia' for key 'username'",
        'stacktrace',
        '["Error: Maria Garcia"]',
      );
    const answer = await byAddress(admin).get(`${BOARD}/api/queues?activeQueue=days&status=latest`);
    expect(answer.text).toContain('exports.sweep');
    expect(answer.text).not.toContain('Maria');
    const one = await byAddress(admin).get(`${BOARD}/api/queues/days/${job.id}`);
    expect(one.text).not.toContain('Maria');
  });
});
