import { z } from 'zod';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_PAGE_SIZE } from '../../contract/shared/page.js';
import { endpointsOf, type Endpoint } from '../../server/platform/auth/endpoints.js';
import { createDesk, openCase } from '../features/cases/desk.js';
import { useDesk } from '../support/site.js';

let endpoints: Endpoint[];
let caseId: number;
const { desk } = useDesk(createDesk);
beforeAll(async () => {
  caseId = await openCase(desk, 'collector');
  endpoints = endpointsOf(desk.api.app);
});

const SQL = [
  "' OR '1'='1",
  "'; DROP TABLE user; -- ",
  '1 OR 1=1',
  '1) UNION SELECT password_hash FROM user -- ',
  'id; SLEEP(5)',
  '`id`',
  '(SELECT 1)',
  '%27%20OR%201%3D1',
  '\\',
];

/** JSON of what a caller may send: of a query, its fields. */
const shapeOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

/** The objects of a schema, however deep, that keep fields which they do not name. */
function open(schema: z.core.JSONSchema.BaseSchema, at: string): string[] {
  const parts = [
    ...Object.entries(schema.properties ?? {}),
    ...Object.entries(schema.$defs ?? {}),
    ...[schema.items ?? []].flat().map((item, index) => [`[${index}]`, item] as const),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].map(
      (one) => ['', one] as const,
    ),
  ];
  const self =
    schema.type === 'object' && schema.properties && schema.additionalProperties !== undefined
      ? schema.additionalProperties !== false
      : false;
  return [
    ...(self ? [at] : []),
    ...parts.flatMap(([name, part]) => (typeof part === 'object' ? open(part, `${at}.${name}`) : [])),
  ];
}

describe('what a call takes', () => {
  it('has no object that keeps a field which nobody named', () => {
    const wide = endpoints.flatMap(({ name, inputs }) =>
      inputs.flatMap(({ schema }) => open(shapeOf(schema), name)),
    );
    expect(wide).toEqual([]);
  });

  it('is noticed when it does', () => {
    expect(open(shapeOf(z.object({ a: z.looseObject({ b: z.string() }) })), 'x')).toEqual(['x.a']);
  });

  it('asks for a page of at most 200 rows, whatever it says', () => {
    const paged = { size: '5000', pageSize: '5000', page: '1', pageNum: '1', groupId: '1', collectorId: '1' };
    const ofOne = [
      { taskId: '1' },
      { by: 'person' },
      { borrowerId: '1' },
      { webhookId: '1' },
      { taskId: '1', longAgingTasksId: '1' },
    ];
    const samples = ofOne.flatMap((one) =>
      ['2026-01-05', 'today'].map((date) => ({ ...paged, ...one, date })),
    );
    const isPaged = (schema: z.ZodType) =>
      Object.keys(shapeOf(schema).properties ?? {}).some((field) => field === 'size' || field === 'pageSize');
    const lists = endpoints.flatMap(({ name, inputs }) =>
      inputs
        .filter(({ from, schema }) => from === 'query' && isPaged(schema))
        .map(({ schema }) => {
          const reads = samples.map((sample) => schema.safeParse(sample));
          return { name, read: reads.find(({ success }) => success) ?? reads[0]! };
        }),
    );
    expect(lists.length).toBeGreaterThan(20);
    const beyond = lists.filter(({ read }) => {
      const { size, pageSize } = (read.data ?? {}) as { size?: number; pageSize?: number };
      return !read.success || Math.max(size ?? 0, pageSize ?? 0) > MAX_PAGE_SIZE;
    });
    expect(beyond.map(({ name, read }) => [name, read.error?.issues])).toEqual([]);
  });
});

describe('a statement in any field of any read', () => {
  it('is answered as text or refused, never run and never an error of ours', async () => {
    const reads = endpoints.filter(
      ({ method, demand }) =>
        method === 'GET' && (demand?.kind === 'permission' || demand?.kind === 'session'),
    );
    const questions = reads.flatMap(({ paths: [path], inputs }) =>
      inputs
        .filter(({ from }) => from === 'query')
        .flatMap(({ schema }) => Object.keys(shapeOf(schema).properties ?? {}))
        .flatMap((field) =>
          SQL.map((text) => ({ path: path!.replace(/:\w+/g, String(caseId)), field, text })),
        ),
    );
    expect(questions.length).toBeGreaterThan(500);
    const wrong: string[] = [];
    for (let start = 0; start < questions.length; start += 24) {
      await Promise.all(
        questions.slice(start, start + 24).map(async ({ path, field, text }) => {
          const query = new URLSearchParams({ taskId: String(caseId), [field]: text });
          const answer = await desk.as.admin.agent.get(`/api/${path}?${query.toString()}`);
          if (answer.status >= 500 || /"code":"99"/.test(answer.text)) wrong.push(`${path} ${field}=${text}`);
        }),
      );
    }
    expect(wrong).toEqual([]);
  }, 600_000);

  it('leaves the tables where they are', async () => {
    expect((await desk.as.admin.get('manage/user/list')).code).toBe('00');
  });
});
