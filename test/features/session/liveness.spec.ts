import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { LivenessMode } from '../../../contract/liveness.js';
import type { CurrentUser, LoginAnswer } from '../../../contract/session.js';
import type { Faults } from '../../../sandbox/controls.js';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.js';
import { Database } from '../../../server/platform/db/database.js';
import { Site } from '../../../server/platform/site/site.js';
import { sql } from '../../../server/platform/db/sql.js';
import { SealedFiles } from '../../../server/platform/files/sealed-files.js';
import { agentTo } from '../../support/http.js';
import { Client, createOrg, createUser, PASSWORD, type Org, type Person } from '../../support/org.js';
import { Browser } from '../../support/sign-in.js';
import { createStack, startApi, TEST_SECRETS, type Api, type Stack } from '../../support/stack.js';

const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(400, 7)]).toString('base64');

let stack: Stack;
let sandbox: Sandbox;
let api: Api;
let org: Org;
let person: Person;
let answer: LoginAnswer;
let client: Client;

beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    productUrl: 'http://127.0.0.1:1',
    secrets: TEST_SECRETS,
    worldNow: () => new Date(),
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
afterEach(() => sandbox.controls['liveness']!.reset());

async function signInWith(mode: LivenessMode): Promise<void> {
  person = await createUser(api, org, 'member');
  await api.get(Database).run(sql`UPDATE user SET liveness = ${mode} WHERE id = ${person.id}`);
  answer = (await new Browser(api).signIn(person.username, PASSWORD)).data;
  client = new Client(api.url, answer.token, person);
}
const frame = (base64Img = JPEG, userId: number | null = person.id) =>
  client.post<boolean>('login/getSilenceLiveNessResult', { userId, base64Img });
const keepPicture = async () => {
  const file = await api.get(SealedFiles).keep('pictures', Buffer.from(JPEG, 'base64'));
  await api.get(Database).run(sql`UPDATE user SET reference_picture = ${file} WHERE id = ${person.id}`);
};
const me = () => client.get<CurrentUser>('login/currentUser');
const audit = async () =>
  (
    await api.rows<{ liveness: string | null }>(
      sql`SELECT liveness FROM login_audit WHERE id = ${answer.userLoginLogId}`,
    )
  )[0]!.liveness;
const misbehave = (faults: Partial<Faults>) => sandbox.controls['liveness']!.change(faults);

describe('a face for the camera', () => {
  beforeEach(() => signInWith('CAMERA'));

  it('is asked for before anything else opens', async () => {
    expect(answer).toMatchObject({ needH5LivenessAuth: true, cloudunPureH5Liveness: null });
    expect(await me()).toMatchObject({ code: '02' });
    expect(await client.get('task/listing')).toMatchObject({ code: '02' });
    expect(await frame()).toMatchObject({ code: '00', data: true });
    expect(await me()).toMatchObject({ code: '00', data: { id: person.id } });
    expect(await audit()).toBe('PASSED');
  });

  it('refuses nobody in a live site that has no provider for it, and says so', async () => {
    const become = async (stage: string) => {
      await api.rows(sql`UPDATE site SET stage = ${stage} WHERE id = 1`);
      await api.get(Site).onModuleInit();
    };
    await become('LIVE');
    for (let times = 0; times < 4; times++)
      expect(await frame()).toMatchObject({ code: '23', message: expect.stringContaining('No provider') });
    await become('TRIAL');
    expect(await frame()).toMatchObject({ code: '00', data: true });
  });

  it('may be refused twice in a row, and the third ends the session', async () => {
    misbehave({ refuse: true });
    expect(await frame()).toMatchObject({ code: '00', data: false });
    expect(await frame()).toMatchObject({ code: '00', data: false });
    expect(await audit()).toBe('FAILED');
    expect(await frame()).toMatchObject({
      code: '02',
      message: 'face recognition failed three times, please log in again',
    });
    sandbox.controls['liveness']!.reset();
    expect(await frame()).toMatchObject({ code: '02' });
  });

  it('is compared with the stored picture, when there is one', async () => {
    misbehave({ stranger: true });
    expect(await frame()).toMatchObject({ code: '00', data: true });
    await signInWith('CAMERA');
    await keepPicture();
    expect(await frame()).toMatchObject({ code: '00', data: false });
    sandbox.controls['liveness']!.reset();
    expect(await frame()).toMatchObject({ code: '00', data: true });
  });

  it('counts refusals of ten frames at once, so that a fourth is not looked at', async () => {
    misbehave({ refuse: true });
    const answers = await Promise.all(Array.from({ length: 10 }, () => frame()));
    expect(answers.filter(({ data }) => data === false)).toHaveLength(2);
    expect(answers.filter(({ code }) => code === '02')).toHaveLength(8);
  });

  it('refuses nobody while the provider does not answer', async () => {
    misbehave({ failRate: 1 });
    for (let times = 0; times < 4; times++) expect(await frame()).toMatchObject({ status: 503, code: '99' });
    sandbox.controls['liveness']!.reset();
    expect(await frame()).toMatchObject({ code: '00', data: true });
  });

  it('costs one check each, two with a picture to compare, and none are left after the last', async () => {
    const left = (live: number, face: number) =>
      api
        .get(Database)
        .run(sql`REPLACE INTO check_balance (user_id, live, face) VALUES (${person.id}, ${live}, ${face})`);
    misbehave({ refuse: true });
    await left(1, 0);
    const answers = await Promise.all([frame(), frame(), frame()]);
    expect(answers.map(({ code }) => code).sort()).toEqual(['00', '31', '31']);
    await keepPicture();
    await left(5, 1);
    misbehave({ refuse: false, failRate: 1 });
    expect((await frame()).status).toBe(503);
    sandbox.controls['liveness']!.reset();
    expect(await frame()).toMatchObject({ code: '00', data: true });
    const [row] = await api.rows(sql`SELECT live, face FROM check_balance WHERE user_id = ${person.id}`);
    expect(row).toEqual({ live: 4, face: 0 });
    const [log] = await api.rows(sql`
      SELECT live_checks AS live, face_checks AS face FROM login_audit WHERE id = ${answer.userLoginLogId}`);
    expect(log).toEqual({ live: 3, face: 2 });
  });

  it('has to be a JPEG of at most 1024 KB', async () => {
    const png = Buffer.concat([Buffer.from('\x89PNG'), Buffer.alloc(400)]).toString('base64');
    const large = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(1024 * 1024)]).toString(
      'base64',
    );
    for (const picture of [png, large, 'not base64 at all '.repeat(10)]) {
      const refused = await frame(picture);
      expect(refused).toMatchObject({ code: '22', data: { fields: [{ field: 'base64Img' }] } });
    }
    const exact = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(1024 * 1024 - 3)]);
    expect(await frame(exact.toString('base64'))).toMatchObject({ code: '00', data: true });
  });

  it('belongs to the token, whoever the body names', async () => {
    const other = await createUser(api, org, 'admin');
    expect(await frame(JPEG, other.id)).toMatchObject({ code: '00', data: true });
    expect((await me()).data.id).toBe(person.id);
  });

  it('is not kept anywhere', async () => {
    await frame();
    const events = await api.rows<{ payload: string }>(
      sql`SELECT payload FROM domain_event WHERE name = 'liveness.judged' AND subject_id = ${person.id}`,
    );
    expect(events.map(({ payload }) => JSON.parse(payload) as object)).toEqual([
      { userId: person.id, sessionId: expect.any(Number), live: true, failures: 0 },
    ]);
  });
});

describe("a face on the provider's page", () => {
  beforeEach(() => signInWith('PAGE'));

  /** Does what the embedded page does when its button is pressed. */
  async function showFace(token: string): Promise<string> {
    const source = new URL(answer.cloudunPureH5Liveness!.baseUrl);
    source.searchParams.set('token', token);
    const page = agentTo(source.origin);
    const { text } = await page.get(source.pathname + source.search);
    const livenessId = /livenessId: '([0-9a-f-]+)'/.exec(text)![1]!;
    await page.post(`/liveness/pages/${livenessId}`).send({});
    return livenessId;
  }
  const result = (livenessId: string) =>
    client.post<boolean>('login/getPureH5LivenessResult', {
      bindingAgentId: person.id,
      livenessId,
      idCard: null,
      userLoginLogId: answer.userLoginLogId,
      token: answer.cloudunPureH5Liveness!.token,
    });

  it('opens the session when the provider says that it lived', async () => {
    expect(answer.cloudunPureH5Liveness).toMatchObject({ baseUrl: `${sandbox.url}/liveness/page` });
    const livenessId = await showFace(answer.cloudunPureH5Liveness!.token);
    expect(await me()).toMatchObject({ code: '02' });
    expect(await result(livenessId)).toMatchObject({ code: '00', data: true });
    expect(await me()).toMatchObject({ code: '00' });
  });

  it('opens nothing when it is not the face of the stored picture', async () => {
    await keepPicture();
    misbehave({ stranger: true });
    const livenessId = await showFace(answer.cloudunPureH5Liveness!.token);
    expect(await result(livenessId)).toMatchObject({ code: '00', data: false });
    expect(await me()).toMatchObject({ code: '02' });
  });

  it("does not take another sign-in's good result, nor one that nobody gave", async () => {
    const foreign = await showFace('the token of somebody else');
    expect(await result(foreign)).toMatchObject({ code: '00', data: false });
    expect(await result('0b7ae5f3-0000-4000-8000-000000000000')).toMatchObject({ code: '00', data: false });
    expect(await result('../frames')).toMatchObject({ code: '02' });
    expect(await me()).toMatchObject({ code: '02' });
  });

  it('names the field that is missing', async () => {
    const refused = await client.post('login/getPureH5LivenessResult', {});
    expect(refused).toMatchObject({ code: '22', data: { fields: [{ field: 'livenessId' }] } });
  });
});
