import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Jobs } from '../../../server/platform/jobs/jobs.js';
import { Redis } from '../../../server/platform/redis/redis.js';
import { configure } from '../../support/configured.js';
import { agentTo } from '../../support/http.js';
import { createOrg, createUser, signedIn, type Client, type Org } from '../../support/org.js';
import { createStack, startApi, type Api, type Stack } from '../../support/stack.js';
import { oneTree } from '../../support/tree.js';

const BOARD = '/api/job/board';
let stack: Stack;
let api: Api;
let org: Org;
let admin: Client;

beforeAll(async () => {
  stack = await createStack();
  api = await startApi();
  org = await createOrg(api);
  await oneTree(api, org);
  admin = await signedIn(api, await createUser(api, org, 'admin'));
});
afterAll(async () => {
  await api.close();
  await stack.close();
});

/** As a browser fetches it by its address: with the cookie alone. */
const byAddress = (who: Client) => agentTo(api.url, { cookie: `token=${who.token}` });

const codeOf = async (who: ReturnType<typeof agentTo>, path = BOARD) =>
  ((await who.get(path)).body as { code?: string }).code;

describe('the dashboard of the queues', () => {
  it('is for administrators who are signed in', async () => {
    expect(await codeOf(agentTo(api.url, {}))).toBe('02');
    expect(await codeOf(agentTo(api.url, { cookie: 'token=wrong' }))).toBe('02');
    for (const role of ['member', 'leader', 'supervisor'] as const) {
      const person = await signedIn(api, await createUser(api, org, role));
      for (const path of [BOARD, `${BOARD}/api/queues`, `${BOARD}/static/favicon-32x32.png`])
        expect({ role, path, code: await codeOf(byAddress(person), path) }).toMatchObject({ code: '20' });
    }
    const page = await byAddress(admin).get(BOARD);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Recoup');
  });

  it('is for the topmost institution alone: the queues hold the work of all', async () => {
    const { otherInstitutionId: institutionId } = org;
    const child = await signedIn(api, await createUser(api, org, 'admin', { institutionId }));
    for (const path of [BOARD, `${BOARD}/api/queues`])
      expect([path, await codeOf(byAddress(child), path)]).toEqual([path, '20']);
    // By this the page knows whether to show a way to it.
    expect(await child.get('login/currentUser')).toMatchObject({ data: { everywhere: false } });
    expect(await admin.get('login/currentUser')).toMatchObject({ data: { everywhere: true } });
  });

  it('answers on the white list of addresses alone', async () => {
    await configure(api, org.institutionId, 'addresses', { addresses: '203.0.113.7' });
    for (const path of [BOARD, `${BOARD}/api/queues`])
      expect([path, await codeOf(byAddress(admin), path)]).toEqual([path, '13']);
    await configure(api, org.institutionId, 'addresses', { addresses: null });
    expect((await byAddress(admin).get(BOARD)).status).toBe(200);
  });

  it('reads at most 20 jobs at once, and so often', async () => {
    const queue = api.get(Jobs).queue('days');
    await queue.addBulk(Array.from({ length: 30 }, () => ({ name: 'exports.sweep', data: {} })));
    for (const size of ['1000', '1000&jobsPerPage=1000', 'x']) {
      const path = `${BOARD}/api/queues?activeQueue=days&status=waiting&jobsPerPage=${size}`;
      const { queues } = (await byAddress(admin).get(path)).body as {
        queues: { name: string; jobs: unknown[] }[];
      };
      expect([size, queues.find(({ name }) => name === 'days')?.jobs.length]).toEqual([size, 20]);
    }
    await queue.obliterate({ force: true });
    process.env['RECOUP_CALL_BUDGET'] = '0.1';
    const strict = await startApi();
    const asks = Array.from({ length: 20 }, () =>
      agentTo(strict.url, { cookie: `token=${admin.token}` }).get(`${BOARD}/api/queues`),
    );
    const refused = (await Promise.all(asks)).filter(({ status }) => status === 429);
    await strict.close();
    process.env['RECOUP_CALL_BUDGET'] = '1000';
    expect(refused.length).toBeGreaterThanOrEqual(15);
    expect(refused[0]!.body).toMatchObject({ code: '31' });
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
