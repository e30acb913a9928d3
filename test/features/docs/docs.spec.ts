import type { Agent } from 'supertest';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Endpoint, endpointsOf } from '../../../server/platform/auth/endpoints.js';
import { agentTo } from '../../support/http.js';
import { createOrg, createUser, signedIn, type Client } from '../../support/org.js';
import { useServer } from '../../support/site.js';

interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}
interface Operation {
  summary: string;
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
  expect(record.summary).toBe('Record the result of a call, with its promise and next action');
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

const SMALL = new Set(['a', 'an', 'the', 'of', 'to', 'in', 'by', 'for', 'and', 'or']);

/** `sms/templates/setStatus` -> sm, template, set, statu: without what a plural adds. */
function wordsOf(text: string): string[] {
  const words = text.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());
  return words.filter((word) => word && !SMALL.has(word)).map((word) => word.replace(/(ies|s)$/, ''));
}

/** True when the summary has no word that the path lacks. */
function repeatsPath({ summary = '', paths }: Pick<Endpoint, 'summary' | 'paths'>): boolean {
  const named = new Set(paths.flatMap(wordsOf));
  return wordsOf(summary).every((word) => named.has(word));
}

describe('the summary of a call', () => {
  it('stands at every call, a verb first, and twice the same nowhere', () => {
    const summaries = endpointsOf(api.app).map(({ name, summary }) => ({ name, summary: summary ?? '' }));
    const ill = summaries.filter(
      ({ summary }) =>
        !/^[A-Z][a-z]+,? [^.]*[^.]$/.test(summary) || /^[A-Z][a-z]*(ing|ed|[^s]s) /.test(summary),
    );
    expect(ill).toEqual([]);
    const texts = summaries.map(({ summary }) => summary);
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });

  it('says more than the words of its path', () => {
    expect(
      endpointsOf(api.app)
        .filter(repeatsPath)
        .map(({ name }) => name),
    ).toEqual([]);
    expect(repeatsPath({ summary: 'List the queues', paths: ['management/queue/list'] })).toBe(true);
    expect(repeatsPath({ summary: 'List queues with what waits', paths: ['queue/list'] })).toBe(false);
  });
});
