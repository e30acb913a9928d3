import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type {
  ListenAnswer,
  Listener,
  ListenMode,
  LiveCall,
} from '../../../contract/supervision/listening.js';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.js';
import { sql } from '../../../server/platform/db/sql.js';
import { eventually } from '../../support/eventually.js';
import { TestSocket } from '../../support/sockets.js';
import { createStack, TEST_SECRETS, type Stack } from '../../support/stack.js';
import { grant } from '../../support/tree.js';
import { startWorkers } from '../../support/workers.js';
import { callOf, createCallDesk, hangUpAll, makeCall, NOON } from '../calls/desk.js';
import { requestId, type Desk, type DeskPerson } from '../cases/desk.js';
import { heardOnLeg, loudnessOf, toneOf } from './tones.js';

const [AGENT, CUSTOMER, SUPERVISOR] = [440, 620, 1000];
const PATHS = { LISTEN: 'listen', WHISPER: 'whisper', BARGE: 'barge' } as const;

let stack: Stack;
let desk: Desk;
let sandbox: Sandbox;
let workers: INestApplicationContext;
let ear: TestSocket;
let collector: TestSocket;
let callId: number;

beforeAll(async () => {
  // Before the server, which speaks to the supplier itself.
  const port = await freePort();
  stack = await createStack({ RECOUP_CLOCK_AT: NOON, SANDBOX_URL: `http://127.0.0.1:${port}` });
  desk = await createCallDesk();
  const shift = Date.parse(NOON) - Date.now();
  sandbox = await startSandbox({
    port,
    productUrl: desk.api.url,
    secrets: TEST_SECRETS,
    worldNow: () => new Date(Date.now() + shift),
    telephone: { ringMs: 50, talkMs: 600_000 },
  });
  workers = await startWorkers({ processors: true });
  collector = await TestSocket.open(desk.as.collector);
});
afterAll(async () => {
  collector.close();
  await workers.close();
  await sandbox.close();
  await desk.api.close();
  await stack.close();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

let numbers = 0;
beforeEach(async () => {
  await eventually(() => hangUpAll(desk));
  ear = await TestSocket.open(desk.as.supervisor);
  callId = await makeCall(desk, 'collector', `+52557${String(++numbers).padStart(6, '0')}1`);
  await eventually(async () => expect((await callOf(desk, callId)).state).toBe('ANSWERED'));
});

afterEach(() => ear.close());

const ask = (mode: ListenMode, who: DeskPerson = 'supervisor') =>
  desk.as[who].post<ListenAnswer>(`softPhone/${PATHS[mode]}`, { callId });
const enter = (ticket: string, socket = ear) => socket.socket.emitWithAck('listenIn', { ticket });
async function begin(mode: ListenMode): Promise<void> {
  expect(await enter((await ask(mode)).data.ticket)).toEqual({ ok: true });
}
const events = (name: string) =>
  desk.api.rows<{ reason: string | null }>(sql`
    SELECT JSON_VALUE(payload, '$.reason') AS reason FROM domain_event
    WHERE name = ${name} AND subject_id = ${callId}`);

/** Sound from now on, half a second of it. */
function heardBy(socket: TestSocket): Promise<Int16Array> {
  return new Promise((resolve) => {
    const samples: number[] = [];
    const take = (pcm: Uint8Array | ArrayBuffer) => {
      const bytes = Buffer.from(pcm as Uint8Array);
      for (let at = 0; at + 1 < bytes.length; at += 2) samples.push(bytes.readInt16LE(at));
      if (samples.length < 4_000) return;
      socket.socket.off('sound', take);
      resolve(Int16Array.from(samples));
    };
    socket.socket.on('sound', take);
  });
}
const onLeg = (side: 'agent' | 'customer') => heardOnLeg(sandbox.url, callId, side);
/** Speaks until the work is done. */
async function whileSpeaking<Result>(work: () => Promise<Result>): Promise<Result> {
  const frame = toneOf(SUPERVISOR, 800);
  const speaking = setInterval(() => ear.socket.emit('talk', frame), 90);
  try {
    return await work();
  } finally {
    clearInterval(speaking);
  }
}
const hears = (sound: Int16Array, hertz: number) => loudnessOf(sound, hertz) > 500;
const tones = (sound: Int16Array) => [AGENT, CUSTOMER, SUPERVISOR].filter((hertz) => hears(sound, hertz!));

describe('listening in', () => {
  it('hears both sides', async () => {
    await begin('LISTEN');
    expect(tones(await heardBy(ear))).toEqual([AGENT, CUSTOMER]);
  });

  it('says nothing when it only listens, whispers to the collector alone, and barges in to both', async () => {
    for (const [mode, agent, customer] of [
      ['LISTEN', [CUSTOMER], [AGENT]],
      ['WHISPER', [CUSTOMER, SUPERVISOR], [AGENT]],
      ['BARGE', [CUSTOMER, SUPERVISOR], [AGENT, SUPERVISOR]],
    ] as const) {
      await begin(mode);
      const legs = await whileSpeaking(() => Promise.all([onLeg('agent'), onLeg('customer')]));
      expect({ mode, legs: legs.map(tones) }).toEqual({ mode, legs: [agent, customer] });
    }
  });

  it('is shown to the collector, and always in the audit', async () => {
    await begin('WHISPER');
    await collector.next('tags.changed', ({ data }) => data.tags.some(({ type }) => type === 'Listening'));
    const listeners = async () => (await desk.as.collector.get<Listener[]>('softPhone/listeners')).data;
    expect(await listeners()).toEqual([{ id: expect.any(Number), name: 'supervisor', mode: 'WHISPER' }]);
    expect(await ear.socket.emitWithAck('listenOut', null)).toEqual({ ok: true });
    expect(await listeners()).toEqual([]);
    expect(await events('listening.ended')).toEqual([{ reason: 'LEFT' }]);
  });

  it('is not shown once two administrators of the institution decided so', async () => {
    await desk.api.rows(sql`
      INSERT INTO approval (id, institution_id, kind, status, reason, requested_by, requested_at)
      VALUES (${callId}, ${desk.org.institutionId}, 'LISTEN_UNSEEN', 'APPROVED', 'x', ${desk.people.admin.id}, ${new Date()})`);
    const { data } = await ask('LISTEN');
    expect(data.shown).toBe(false);
    expect(await enter(data.ticket)).toEqual({ ok: true });
    expect((await desk.as.collector.get('softPhone/listeners')).data).toEqual([]);
    expect(await events('listening.begun')).toHaveLength(1);
    await desk.api.rows(sql`DELETE FROM approval WHERE id = ${callId}`);
  });

  it('ends unseen with the approval that it stood on, and a ticket of before opens nothing', async () => {
    const { data: approval } = await desk.as.admin.post<{ id: number }>('approval/request', {
      ...{ institutionId: desk.org.institutionId, kind: 'LISTEN_UNSEEN' },
      ...{ reason: 'Suspected threats on the phone', clientRequestId: requestId() },
    });
    await desk.api.rows(sql`UPDATE approval SET status = 'APPROVED' WHERE id = ${approval.id}`);
    const [first, second] = [(await ask('LISTEN')).data, (await ask('LISTEN')).data];
    expect([first.shown, await enter(first.ticket)]).toEqual([false, { ok: true }]);
    const ended = new Promise<string>((resolve) =>
      ear.socket.once('soundEnded', ({ reason: why }) => resolve(why)),
    );
    const end = { ...approval, version: 1, clientRequestId: requestId() };
    expect((await desk.as.admin.post('approval/end', end)).code).toBe('00');
    expect(await ended).toBe('RIGHTS');
    await eventually(async () => expect(await events('listening.ended')).toEqual([{ reason: 'RIGHTS' }]));
    expect(await enter(second.ticket)).toEqual({ ok: false });
    expect((await ask('LISTEN')).data.shown).toBe(true);
  });
});

describe('what runs', () => {
  it('is pushed as it goes on to who may listen, without a name, and to nobody else', async () => {
    await eventually(() => hangUpAll(desk));
    const far = await TestSocket.open(desk.as.otherAdmin);
    for (const socket of [ear, far]) expect(await socket.watch({ topic: 'liveCalls' })).toEqual({ ok: true });
    const leader = await TestSocket.open(desk.as.leader);
    expect(await leader.watch({ topic: 'liveCalls' })).toEqual({ ok: false });
    const id = await makeCall(desk, 'collector', '+525570000011');
    await eventually(async () => expect((await callOf(desk, id)).state).toBe('ANSWERED'));
    const [asked] = (await desk.as.supervisor.get<LiveCall[]>('softPhone/liveCalls')).data;
    const pushed = () =>
      ear
        .of('liveCalls.changed')
        .flatMap(({ data }) => data.calls)
        .filter((call) => call.callId === id);
    await eventually(() => expect(pushed().at(-1)).toEqual(asked));
    expect(asked).toMatchObject({
      callId: id,
      agentName: 'collector',
      contactRelation: 'R01',
      taskId: expect.any(Number),
      orderId: expect.stringMatching(/./),
      state: 'ANSWERED',
    });
    await desk.as.collector.post('softPhone/hangUp', { callId: id });
    await eventually(() => expect(pushed().at(-1)).toMatchObject({ state: 'ENDED' }));
    expect([far.of('liveCalls.changed'), leader.of('liveCalls.changed')]).toEqual([[], []]);
    for (const socket of [far, leader]) socket.close();
  });
});

describe('a ticket', () => {
  it('is used once, by the session that asked for it', async () => {
    const { ticket } = (await ask('LISTEN')).data;
    const other = await TestSocket.open(desk.as.admin);
    expect(await enter(ticket, other)).toEqual({ ok: false });
    other.close();
    expect(await enter(ticket)).toEqual({ ok: true });
    expect(await enter(ticket)).toEqual({ ok: false });
    expect(await enter('x'.repeat(32))).toEqual({ ok: false });
  });

  it('that is used, unknown or somebody else’s ends nothing of what its socket hears', async () => {
    const { ticket } = (await ask('LISTEN')).data;
    expect(await enter(ticket)).toEqual({ ok: true });
    const foreign = (await ask('LISTEN', 'admin')).data.ticket;
    for (const wrong of [ticket, 'x'.repeat(32), foreign]) expect(await enter(wrong)).toEqual({ ok: false });
    expect(await events('listening.ended')).toEqual([]);
    expect(tones(await heardBy(ear))).toEqual([AGENT, CUSTOMER]);
    await begin('WHISPER');
    expect(await events('listening.ended')).toEqual([{ reason: 'LEFT' }]);
  });

  it('of two at once leaves one sound', async () => {
    const tickets = await Promise.all([ask('LISTEN'), ask('WHISPER')]);
    const entered = await Promise.all(tickets.map(({ data }) => enter(data.ticket)));
    expect(entered).toEqual([{ ok: true }, { ok: true }]);
    expect(await events('listening.ended')).toEqual([{ reason: 'LEFT' }]);
    expect(await ear.socket.emitWithAck('listenOut', null)).toEqual({ ok: true });
    expect(await events('listening.ended')).toHaveLength(2);
  });

  it('is given for running calls of one’s own institution alone, and not to the collector', async () => {
    expect((await ask('LISTEN', 'leader')).code).toBe('20');
    expect((await ask('LISTEN', 'collector')).code).toBe('20');
    expect((await ask('LISTEN', 'otherAdmin')).code).toBe('21');
    const live = async (who: DeskPerson) => (await desk.as[who].get<LiveCall[]>('softPhone/liveCalls')).data;
    expect((await live('supervisor')).map((call) => call.callId)).toEqual([callId]);
    expect(await live('otherAdmin')).toEqual([]);
    const { ticket } = (await ask('LISTEN')).data;
    await desk.as.collector.post('softPhone/hangUp', { callId });
    await eventually(async () => expect((await callOf(desk, callId)).state).toBe('ENDED'));
    expect(await enter(ticket)).toEqual({ ok: false });
    expect((await ask('LISTEN')).code).toBe('23');
  });
});

describe('the sound ends', () => {
  const ended = () =>
    new Promise<string>((resolve) => ear.socket.once('soundEnded', ({ reason }) => resolve(reason)));

  it('with the call', async () => {
    await begin('LISTEN');
    const end = ended();
    await desk.as.collector.post('softPhone/hangUp', { callId });
    expect(await end).toBe('CALL');
  });

  it('with a call to leave, which nobody else can make', async () => {
    await begin('LISTEN');
    await desk.as.admin.post('softPhone/leave', { callId });
    expect(await events('listening.ended')).toEqual([]);
    const end = ended();
    await desk.as.supervisor.post('softPhone/leave', { callId });
    expect(await end).toBe('LEFT');
    expect(await events('listening.ended')).toEqual([{ reason: 'LEFT' }]);
  });

  it('with the permission', async () => {
    await begin('LISTEN');
    const end = ended();
    await grant(desk.api, desk.org.institutionId, 'supervisor', { less: ['call:listen'] });
    expect(await end).toBe('RIGHTS');
    expect((await ask('LISTEN')).code).toBe('20');
  });

  it.each(['scope', 'page'] as const)('with the %s', async (what) => {
    const person = 'admin';
    ear.close();
    ear = await TestSocket.open(desk.as[person]);
    expect(await enter((await ask('LISTEN', person)).data.ticket)).toEqual({ ok: true });
    if (what === 'page') ear.close();
    else
      await desk.api.rows(sql`
        UPDATE phone_call SET institution_id = ${desk.org.otherInstitutionId} WHERE id = ${callId}`);
    await eventually(async () =>
      expect(await events('listening.ended')).toEqual([{ reason: what === 'page' ? 'CLOSED' : 'RIGHTS' }]),
    );
  });
});
