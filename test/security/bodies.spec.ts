import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CallBudgets } from '../../server/platform/auth/budgets/call-budgets.js';
import { endpointsOf, type Endpoint } from '../../server/platform/auth/endpoints.js';
import { sign } from '../../server/platform/auth/signature.js';
import { UploadSlots } from '../../server/platform/http/upload-slots.js';
import { MB, DEFAULT_BODY } from '../../server/platform/http/body-limits.js';
import { MAX_DEPTH, MAX_VALUES, weighJson } from '../../server/platform/http/json-body.js';
import { agentTo, answerOf } from '../support/http.js';
import { LARGE_BODIES } from '../data/large-bodies.js';
import { largestBody } from '../support/largest-body.js';
import { createOrg, createUser, signedIn, type Client } from '../support/org.js';
import { createStack, startApi, TEST_SECRETS, type Api, type Stack } from '../support/stack.js';
import { Wire } from '../support/wire.js';

let stack: Stack;
let api: Api;
let client: Client;
let endpoints: Endpoint[];

beforeAll(async () => {
  stack = await createStack();
  api = await startApi();
  client = await signedIn(api, await createUser(api, await createOrg(api), 'admin'));
  endpoints = endpointsOf(api.app);
});
afterAll(async () => {
  await api.close();
  await stack.close();
});

const lengthOf = (body: string) => ({ 'content-length': String(Buffer.byteLength(body)) });
const signedNow = (body: string | Buffer) => {
  const timestamp = Math.floor(Date.now() / 1000);
  return {
    'x-timestamp': String(timestamp),
    'x-signature': sign(TEST_SECRETS.intakeHmac, timestamp, body),
  };
};

describe('what a call may take', () => {
  it('has room for the largest body of its contract', () => {
    const tight = endpoints.flatMap(({ name, inputs, body }) =>
      inputs
        .filter(({ from }) => from === 'body')
        .map(({ schema }) => ({ name, ...largestBody(schema), room: Math.max(body.json, body.fields) }))
        .filter(({ bytes, values, depth, room }) => bytes > room || values > MAX_VALUES || depth > MAX_DEPTH),
    );
    expect(tight).toEqual([]);
  });

  it('is more than 64 KB for pictures and files alone', () => {
    const larger = endpoints
      .filter(({ body }) => body.json > DEFAULT_BODY.json || body.file > 0)
      .flatMap(({ paths, body }) =>
        paths.map((path) => `${path} ${body.file > 0 ? `file ${body.file / MB} MB` : body.json / 1024}`),
      );
    expect(larger.sort()).toEqual([
      'customer/service/attachments/:id file 10 MB',
      'intake/picture 1536',
      'login/getSilenceLiveNessResult 1536',
      'login/userPicture 1536',
      'management/task/import file 64 MB',
      'management/task/import/:id/refusedRows file 64 MB',
      'management/task/import/look file 64 MB',
      'management/task/import/preview file 64 MB',
      'manage/user/picture 1536',
      'manage/user/upload file 16 MB',
      'msg/addMsg 512',
      'msg/announceViolation 512',
      'msg/updateMsg 512',
      'softPhone/uploadExcel file 16 MB',
      'workSchedule/upload file 8 MB',
    ].sort()); // prettier-ignore
  });
});

describe('JSON', () => {
  const weighed = (text: string) => () => weighJson(Buffer.from(text));
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

  it('has at most 20 levels and 5,000 values', () => {
    expect(weighed(nested(20))).not.toThrow();
    expect(weighed(nested(21))).toThrow('request.invalid');
    expect(weighed(`${'{"a":'.repeat(21)}1${'}'.repeat(21)}`)).toThrow('request.invalid');
    expect(weighed(`[${'[],'.repeat(2_000)}1]`)).not.toThrow();
    expect(weighed(`[${'1,'.repeat(4_998)}1]`)).not.toThrow();
    expect(weighed(`[${'1,'.repeat(5_000)}1]`)).toThrow('request.tooLarge');
  });

  it('may have any sign in a text', () => {
    const text = JSON.stringify({ note: `${'[{,'.repeat(10_000)}"\\"`, more: '\\\\"[[[' });
    expect(weighed(text)).not.toThrow();
    expect(weighed(`{"a":"\\\\",${'"b":[1,2],'.repeat(2_000)}"c":1}`)).toThrow('request.tooLarge');
  });
});

describe('a body that is too large', () => {
  it.each(Object.entries(LARGE_BODIES))(
    '%s is refused without being read, signed in or not',
    async (_, body) => {
      const full = async (path: string, headers: Record<string, string>) =>
        (await Wire.post(api.url, path, { ...headers, ...lengthOf(body) }, body)).closed();
      const tooLarge = { status: 413, body: { code: '22', message: 'La solicitud es demasiado grande' } };
      expect(await full('login/in', {})).toMatchObject(tooLarge);
      expect(await full('task/record', { ...client.headers, 'accept-language': 'es' })).toMatchObject(
        tooLarge,
      );
      expect(await full('task/record', {})).toMatchObject({ status: 200, body: { code: '02' } });
      expect(await full('intake/picture', {})).toMatchObject({ status: 200, body: { code: '20' } });
      const forged = { ...signedNow('else'), ...lengthOf(body) };
      expect(await full('intake/picture', forged)).toMatchObject({ body: { code: '20' } });
      expect(await full('nothing/here', {})).toMatchObject({ status: 404, body: { code: '21' } });
    },
  );

  it.each(Object.entries(LARGE_BODIES))(
    '%s is weighed before it is parsed where a picture may come',
    async (_, body) => {
      const headers = { ...client.headers, 'content-type': 'application/json', 'accept-language': 'en' };
      const own = await agentTo(api.url, headers).post('/api/login/userPicture').send(body);
      const intake = await agentTo(api.url, { ...headers, ...signedNow(body) })
        .post('/api/intake/picture')
        .send(body);
      for (const { body: answer } of [own, intake]) expect(answer).toMatchObject({ code: '22' });
    },
  );

  it('is refused by its headers: the answer comes though the body never does', async () => {
    const none = async (path: string, headers: Record<string, string>) =>
      (await Wire.post(api.url, path, headers)).closed();
    const length = { 'content-length': '1400000' };
    for (const [path, headers, code] of [
      ['login/in', length, '22'],
      ['task/record', length, '02'],
      ['task/record', { ...client.headers, ...length }, '22'],
      ['login/userPicture', { ...client.headers, 'content-length': '1600000' }, '22'],
      ['login/in', { ...length, origin: 'https://evil.example' }, '20'],
      ['guard/policy', { ...(await memberHeaders()), ...length }, '20'],
    ] as const) {
      const answer = await none(path, headers);
      expect([path, answer.body.code]).toEqual([path, code]);
      expect(answer.headers).toContain('connection: close');
    }
  });

  it('is refused at the limit when its length is not declared', async () => {
    const chunk = `${(60_000).toString(16)}\r\n${' '.repeat(60_000)}\r\n`;
    const wire = await Wire.post(api.url, 'login/in', { 'transfer-encoding': 'chunked' }, chunk.repeat(2));
    expect(await wire.closed()).toMatchObject({ status: 413, body: { code: '22' } });
  });

  async function memberHeaders() {
    return (await signedIn(api, await createUser(api, await createOrg(api, '-small'), 'member'))).headers;
  }
});

describe('a body of the usual size', () => {
  it('leaves its connection open when it is refused', async () => {
    const answer = await agentTo(api.url, {})
      .post('/api/task/record')
      .set('connection', 'keep-alive')
      .send({ note: 'x'.repeat(1_000) });
    expect(answer.body).toMatchObject({ code: '02' });
    expect(answer.headers['connection']).not.toBe('close');
  });

  it.each([
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
    'text/json',
  ])('has to be JSON, signed in as well: %s', async (type) => {
    const form = type.startsWith('multipart');
    const body = form ? '--x\r\ncontent-disposition: form-data; name="id"\r\n\r\n1\r\n--x--\r\n' : 'id=1';
    const request = client.agent.post('/api/user/behavior/add').set('content-type', type).send(body);
    expect(await answerOf(request)).toMatchObject({ code: '22', message: 'This call takes JSON only' });
  });

  it.each([
    '{"type": "A", "more": {"__proto__": {"admin": true}}}',
    '{"list": [{"constructor": {"prototype": {"admin": true}}}]}',
    '{"\\u005f_proto__": {"admin": true}}',
  ])('pollutes no prototype: %s', async (body) => {
    const request = client.agent.post('/api/login/userPicture').set('content-type', 'application/json');
    expect(await answerOf(request.send(body))).toMatchObject({ code: '22' });
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it.each(['__proto__[a]=1', 'constructor=1', 'prototype=1', 'constructor[prototype][admin]=1'])(
    'nor does an address: %s',
    async (query) => {
      expect((await client.get(`manage/user/list?${query}`)).code).toBe('00');
      expect(({} as { admin?: boolean }).admin).toBeUndefined();
    },
  );
});

describe('what one caller may send', () => {
  it('is counted in bytes beside calls, and says how long to wait', () => {
    const budgets = new CallBudgets(0.5);
    const picture = 1.5 * MB;
    for (let times = 0; times < 5; times++) budgets.spendBytes('session', 'a', picture);
    expect(() => budgets.spendBytes('session', 'a', picture)).toThrow(
      expect.objectContaining({ key: 'request.tooMany', params: { seconds: 4 } }),
    );
    budgets.spendBytes('session', 'a', 1_000);
    budgets.spendBytes('session', 'b', picture);
  });

  it('is counted for who calls without a session too, by address', async () => {
    process.env['RECOUP_CALL_BUDGET'] = '0.02';
    const strict = await startApi();
    try {
      const stranger = agentTo(strict.url, {});
      const answers = [];
      for (let times = 0; times < 60; times++) answers.push(await stranger.get('/api/task/counts'));
      expect(answers[0]!.body).toMatchObject({ code: '02' });
      const refused = answers.find(({ status }) => status === 429);
      expect(refused?.body).toMatchObject({ code: '31' });
    } finally {
      await strict.close();
      process.env['RECOUP_CALL_BUDGET'] = '1000';
    }
  });

  it('ends pictures before they are read', async () => {
    process.env['RECOUP_CALL_BUDGET'] = '1';
    const strict = await startApi();
    try {
      const headers = { ...client.headers, 'content-length': '1500000' };
      const sent = Array.from({ length: 7 }, () => Wire.post(strict.url, 'login/userPicture', headers));
      const wires = await Promise.all(sent);
      // 8 MB are admitted, and wait for bodies that never come.
      const first = await Promise.race(wires.map((wire) => wire.closed()));
      expect(first).toMatchObject({ status: 429, body: { code: '31' } });
      for (const wire of wires) wire.close();
      await Promise.allSettled(wires.map((wire) => wire.closed()));
    } finally {
      await strict.close();
      process.env['RECOUP_CALL_BUDGET'] = '1000';
    }
  });
});

describe('files on their way', () => {
  it('are two of a session, and so many bytes in all', () => {
    const slots = new UploadSlots(30 * MB);
    const first = slots.take('1', 10 * MB);
    const second = slots.take('1', 10 * MB);
    expect(() => slots.take('1', 1)).toThrow('request.tooMany');
    expect(() => slots.take('2', 11 * MB)).toThrow('request.tooMany');
    const other = slots.take('2', 10 * MB);
    for (const release of [first, second, other]) release();
    expect(() => slots.take('1', 30 * MB)).not.toThrow();
  });

  const form = { 'content-type': 'multipart/form-data; boundary=x' };

  it('are refused by what they declare, and one too many without being read', async () => {
    const upload = (length: number, path = 'manage/user/upload') =>
      Wire.post(api.url, path, { ...client.headers, ...form, 'content-length': String(length) });
    expect(await (await upload(17 * MB)).closed()).toMatchObject({ status: 413, body: { code: '22' } });
    const waiting = [await upload(MB), await upload(MB)];
    const third = await (await upload(MB, 'workSchedule/upload')).closed();
    expect(third).toMatchObject({ status: 429, body: { code: '31' } });
    for (const wire of waiting) wire.close();
    await Promise.allSettled(waiting.map((wire) => wire.closed()));
    const again = await client.upload('manage/user/upload', Buffer.from('no workbook'), 'a.xlsx');
    expect(again).toMatchObject({ status: 200, code: '22' });
  });

  it('of something that does not exist for their sender are not read', async () => {
    const headers = { ...client.headers, ...form, 'content-length': String(9 * MB) };
    const wire = await Wire.post(api.url, 'customer/service/attachments/999999', headers);
    expect(await wire.closed()).toMatchObject({ body: { code: '21' } });
  });
});
