import type { Agent } from 'supertest';
import { beforeAll, expect, it } from '@jest/globals';
import { endpointsOf } from '../../../server/platform/auth/endpoints.js';
import { agentTo } from '../../support/http.js';
import { createOrg, createUser, signedIn, type Client } from '../../support/org.js';
import { useServer } from '../../support/site.js';

interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}
interface Operation {
  description: string;
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: { 'application/json': { schema: { required: string[]; properties: object } } } };
}

let admin: Client;
let leader: Client;

const { api } = useServer();
beforeAll(async () => {
  const org = await createOrg(api);
  admin = await signedIn(api, await createUser(api, org, 'admin'));
  leader = await signedIn(api, await createUser(api, org, 'leader'));
});

const ask = async (agent: Agent) => (await agent.get('/docs')).body as unknown;

it('describes every call to administrators, and what it takes', async () => {
  const docs = (await ask(admin.agent)) as OpenApi;
  expect(docs.openapi).toBe('3.1.0');
  const described = Object.entries(docs.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const calls = endpointsOf(api.app).flatMap(({ method, paths }) =>
    paths.map((path) => `${method} /api/${path.replace(/:(\w+)/g, '{$1}')}`),
  );
  expect(described.sort()).toEqual(calls.sort());

  const record = docs.paths['/api/task/record']!['post']!;
  expect(record.description).toBe('Needs case:record; rows: cases.');
  expect(record.requestBody?.content['application/json'].schema.required).toContain('clientRequestId');
  const board = docs.paths['/api/dashboard/summary']!['get']!;
  expect(board.parameters).toContainEqual({
    name: 'date',
    in: 'query',
    required: false,
    schema: expect.objectContaining({ format: 'date' }) as object,
  });
  const info = docs.paths['/api/task/info/{id}']!['get']!;
  expect(info.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }]);
});

it('describes nothing to anybody else', async () => {
  expect(await ask(leader.agent)).toMatchObject({ code: '20', data: null });
  expect(await ask(agentTo(api.url))).toMatchObject({ code: '02', data: null });
});
