import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LivenessMode } from '../../contract/liveness.js';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.js';
import { sql } from '../../server/platform/db/sql.js';
import { Client, createOrg, createUser, PASSWORD, type Org } from '../support/org.js';
import { Browser } from '../support/sign-in.js';
import { createStack, startApi, TEST_SECRETS, type Api, type Stack } from '../support/stack.js';

const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(400, 7)]).toString('base64');

let stack: Stack;
let sandbox: Sandbox;
let api: Api;
let org: Org;

beforeAll(async () => {
  const worldNow = () => new Date();
  sandbox = await startSandbox({
    port: 0,
    productUrl: 'http://127.0.0.1:1',
    secrets: TEST_SECRETS,
    worldNow,
  });
  stack = await createStack({ SANDBOX_URL: sandbox.url });
  api = await startApi();
  org = await createOrg(api);
});
afterAll(async () => {
  await api.close();
  await stack.close();
  await sandbox.close();
});

describe('the liveness check', () => {
  it.each([
    ['PAGE', 'login/getSilenceLiveNessResult', { base64Img: JPEG }],
    ['CAMERA', 'login/getPureH5LivenessResult', { livenessId: 'one-of-mine' }],
  ] as [LivenessMode, string, object][])(
    'of a %s account is not passed by %s, however often it is tried',
    async (mode, path, body) => {
      const person = await createUser(api, org, 'member');
      await api.rows(sql`UPDATE user SET liveness = ${mode} WHERE id = ${person.id}`);
      const { data } = await new Browser(api).signIn(person.username, PASSWORD);
      const client = new Client(api.url, data.token, person);
      for (let times = 0; times < 4; times++)
        expect(await client.post(path, { userId: person.id, ...body })).toMatchObject({ code: '20' });
      expect(await client.get('login/currentUser')).toMatchObject({ code: '02' });
      const judged = await api.rows(sql`
        SELECT id FROM domain_event WHERE name = 'liveness.judged' AND subject_id = ${person.id}`);
      expect(judged).toEqual([]);
    },
  );
});
