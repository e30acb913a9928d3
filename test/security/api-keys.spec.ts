import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiKeyForm, ApiKeyRow, ApiKeySecret } from '../../contract/administration/api-keys.js';
import type { ImportRun, ImportStarted } from '../../contract/cases/imports.js';
import { addDays, businessDay } from '../../contract/shared/date.js';
import type { Page } from '../../contract/shared/page.js';
import { sql } from '../../server/platform/db/sql.js';
import { createDesk, openCase, requestId } from '../features/cases/desk.js';
import { eventually } from '../support/eventually.js';
import { agentTo, answerOf } from '../support/http.js';
import { createUser, signedIn } from '../support/org.js';
import { useDesk } from '../support/site.js';
import { below, grant } from '../support/tree.js';

const { desk } = useDesk(createDesk, { clock: '2026-11-18T17:00:00Z' });
const TODAY = '2026-11-18';
beforeAll(() => openCase(desk, 'collector'));

let names = 0;
const form = (more: Partial<ApiKeyForm> = {}): ApiKeyForm => ({
  ...{ name: `Core ${(names += 1)}`, institutionId: desk.org.institutionId, scopes: ['cases', 'imports'] },
  ...{ expiresOn: TODAY, addresses: null, perMinute: 600, enabled: true, ...more },
});
const save = (change: object, client = desk.as.admin) => client.post<{ id: number }>('apiKey/save', change);
async function made(more: Partial<ApiKeyForm> = {}, client = desk.as.admin) {
  const { data } = await save(form(more), client);
  const secret = await client.post<ApiKeySecret>('apiKey/secret', { id: data.id, version: 1 });
  return { id: data.id, version: 2, secret: secret.data.secret };
}
const row = async (id: number, client = desk.as.admin) =>
  (await client.get<Page<ApiKeyRow>>(`apiKey/list?apiKeyId=${id}`)).data.result[0]!;
const program = (secret: string, headers: Record<string, string> = {}) =>
  agentTo(desk.api.url, { authorization: `Bearer ${secret}`, ...headers });
const list = <Data = Page<object>>(secret: string, headers?: Record<string, string>) =>
  answerOf<Data>(program(secret, headers).get('/api/task/listing'));

describe('a key of a program', () => {
  it('opens the calls of its scopes, in its institution, and no other', async () => {
    const key = await made();
    expect(await list(key.secret)).toMatchObject({ code: '00', data: { totalCount: 1 } });
    for (const [method, path] of [
      ['get', 'repay/statistics'],
      ['get', 'apiKey/list'],
      ['get', 'task/counts'],
      ['post', 'apiKey/save'],
      ['post', 'login/out'],
    ] as const)
      expect({ path, code: (await answerOf(program(key.secret)[method](`/api/${path}`))).code }).toEqual({
        path,
        code: '20',
      });
  });

  it('takes a loan book in, and reads what became of it', async () => {
    const { secret } = await made();
    const template = (await desk.as.admin.agent.get('/api/management/task/import/template')).text;
    const file = program(secret)
      .post('/api/management/task/import')
      .attach('file', Buffer.from(template), 'book.csv');
    const started = await answerOf<ImportStarted>(file);
    expect(started.code).toBe('00');
    const path = `/api/management/task/import/${started.data.importId}`;
    await eventually(async () =>
      expect((await answerOf<ImportRun>(program(secret).get(path))).data.status).not.toBe('RUNNING'),
    );
    expect((await program(secret).get(`${path}/errors`)).status).toBe(200);
  });

  it('is kept as a hash alone, shown once, and tells when and from where it was used', async () => {
    const { id, secret } = await made();
    expect(secret).toMatch(/^rk_[\w-]{43}$/);
    expect(await row(id)).toMatchObject({ starts: secret.slice(0, 10), issuedBy: 'admin', lastUsedAt: null });
    await list(secret);
    expect(await row(id)).toMatchObject({
      lastUsedAt: expect.stringMatching(/^2026-11-18T17/),
      lastAddress: '127.0.0.1',
    });
    const texts = await desk.api.rows<{ text: string }>(sql`
      SELECT payload AS text FROM domain_event WHERE name LIKE 'apiKey.%'
      UNION ALL SELECT COALESCE(answer, '') FROM client_request`);
    expect(texts.length).toBeGreaterThan(2);
    expect(texts.filter(({ text }) => text.includes(secret))).toEqual([]);
  });

  it('opens nothing without a secret, with another one, off, over, or beside a session', async () => {
    const key = await made();
    expect((await list('rk_' + 'A'.repeat(43))).code).toBe('02');
    expect((await list('x')).code).toBe('02');
    const { sessionToken } = { sessionToken: 'a-token-of-more-than-twenty-letters' };
    expect((await list(key.secret, { 'x-auth-token': sessionToken })).code).toBe('-1');
    expect((await list(key.secret, { cookie: `token=${sessionToken}` })).code).toBe('-1');
    const renewed = await desk.as.admin.post<ApiKeySecret>('apiKey/secret', { id: key.id, version: 2 });
    expect((await list(key.secret)).code).toBe('02');
    expect((await list(renewed.data.secret)).code).toBe('00');
    const off = { ...form(), id: key.id, version: 3, enabled: false };
    expect((await save(off)).code).toBe('00');
    expect((await list(renewed.data.secret)).code).toBe('02');
    const over = await made();
    expect((await list(over.secret)).code).toBe('00');
    await desk.api.rows(sql`UPDATE api_key SET expires_on = '2026-11-17' WHERE id = ${over.id}`);
    expect((await list(over.secret)).code).toBe('02');
  });

  it('calls from its own addresses, or from those of its institution', async () => {
    const elsewhere = await made({ addresses: '203.0.113.0/24' });
    expect((await list(elsewhere.secret)).code).toBe('13');
    const here = await made({ addresses: '203.0.113.7, 127.0.0.0/8' });
    expect((await list(here.secret)).code).toBe('00');
  });

  it('has a budget of its own', async () => {
    const { secret } = await made({ perMinute: 3 });
    const other = await made({ perMinute: 3 });
    const answers = [];
    for (let call = 0; call < 4; call++) answers.push(await list(secret));
    expect(answers.map(({ code }) => code)).toEqual(['00', '00', '00', '31']);
    expect(answers[3]!.status).toBe(429);
    expect((await list(other.secret)).code).toBe('00');
  });

  it('may what its administrator may: less with the role, nothing without the account', async () => {
    const person = await createUser(desk.api, desk.org, 'admin');
    const issuer = await signedIn(desk.api, person);
    const { secret } = await made({}, issuer);
    await grant(desk.api, desk.org.institutionId, 'admin', { less: ['case:read'] });
    expect((await list(secret)).code).toBe('20');
    await grant(desk.api, desk.org.institutionId, 'admin', {});
    expect((await list(secret)).code).toBe('00');
    await desk.api.rows(sql`UPDATE user SET enabled = 0 WHERE id = ${person.id}`);
    expect((await list(secret)).code).toBe('02');
  });

  it('reaches its own institution and those below, and ends where its administrator reaches it no more', async () => {
    const house = { id: desk.org.institutionId, path: `/${desk.org.institutionId}/` };
    const agency = await below(desk.api, house, 'AGENCY');
    const { secret } = await made({ institutionId: agency.id });
    expect(await list(secret)).toMatchObject({ code: '00', data: { totalCount: 0 } });
    const path = `/${desk.org.otherInstitutionId}/${agency.id}/`;
    await desk.api.rows(sql`UPDATE institution SET path = ${path} WHERE id = ${agency.id}`);
    expect((await list(secret)).code).toBe('02');
  });

  it('is made within bounds, by administrators, for institutions that they see', async () => {
    expect((await save(form(), desk.as.leader)).code).toBe('20');
    expect(await save(form({ institutionId: desk.org.otherInstitutionId }))).toMatchObject({
      ...{ code: '21', data: { fields: [{ field: 'institutionId' }] } },
    });
    expect(
      await save(form({ expiresOn: addDays(businessDay(new Date('2026-11-18T17:00:00Z')), 367) })),
    ).toMatchObject({
      ...{ code: '22', data: { fields: [{ field: 'expiresOn', rule: 'apiKey.tooLong' }] } },
    });
    expect(await save(form({ addresses: '300.1.1.1' }))).toMatchObject({ code: '22' });
    const key = await made({ name: 'Twice' });
    expect(await save(form({ name: 'Twice' }))).toMatchObject({
      ...{ code: '22', data: { fields: [{ field: 'name', rule: 'apiKey.nameTaken' }] } },
    });
    const theirs = { id: key.id, version: 2 };
    expect((await desk.as.otherAdmin.post('apiKey/secret', theirs)).code).toBe('21');
    expect((await desk.as.admin.post('apiKey/secret', { ...theirs, version: 1 })).code).toBe('23');
    const once = { ...form(), clientRequestId: requestId() };
    expect((await save(once)).data).toEqual((await save(once)).data);
  });
});
