import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Helper, HelpDay, HelpRequest, OwnHelp } from '../../../contract/supervision/help.js';
import type { ListenAnswer } from '../../../contract/supervision/listening.js';
import { sql } from '../../../server/platform/db/sql.js';
import { TestSocket } from '../../support/sockets.js';
import { createStack, type Stack } from '../../support/stack.js';
import { grant } from '../../support/tree.js';
import { startWorkers } from '../../support/workers.js';
import { createCallDesk, hangUpAll, makeCall, NOON } from '../calls/desk.js';
import type { Desk, DeskPerson } from '../cases/desk.js';

let stack: Stack;
let desk: Desk;
let workers: INestApplicationContext;
let callId: number;

beforeAll(async () => {
  stack = await createStack({ RECOUP_CLOCK_AT: NOON });
  desk = await createCallDesk();
  workers = await startWorkers();
});
afterAll(async () => {
  await workers.close();
  await desk.api.close();
  await stack.close();
});

beforeEach(async () => {
  callId = await makeCall(desk);
  await desk.api.rows(sql`
    UPDATE phone_call SET state = 'ANSWERED', answered_at = requested_at WHERE id = ${callId}`);
});
afterEach(() => hangUpAll(desk));

const ask = (who: DeskPerson = 'collector') => desk.as[who].post<{ id: number }>('help/ask', { callId });
const asked = async () => (await ask()).data.id;
const say = (who: DeskPerson, what: string, body: object) => desk.as[who].post(what, body);
const listed = async (who: DeskPerson) => (await desk.as[who].get<HelpRequest[]>('help/list')).data;
const own = async () => (await desk.as.collector.get<OwnHelp | null>('help/own')).data;
const day = async () => (await desk.as.leader.get<HelpDay>(`help/day?groupId=${desk.org.groupId}`)).data;
const events = (name: string) =>
  desk.api.rows(sql`SELECT id FROM domain_event WHERE name = ${name} AND subject_id = ${callId}`);

describe('help during a call', () => {
  it('is pushed to leader and supervisor, who see whom it is for and since when', async () => {
    const sockets = [await TestSocket.open(desk.as.leader), await TestSocket.open(desk.as.supervisor)];
    const id = await asked();
    for (const socket of sockets) {
      await socket.next('tags.changed', ({ data }) => data.tags.some(({ type }) => type === 'Help'));
      socket.close();
    }
    for (const who of ['leader', 'supervisor'] as const)
      expect(await listed(who)).toEqual([
        expect.objectContaining({ id, callId, agentName: 'collector', state: 'WAITING', forMe: false }),
      ]);
    expect((await listed('leader'))[0]!.taskId).toEqual(expect.any(Number));
    expect((await desk.as.collector.get('help/list')).code).toBe('20');
  });

  it('is asked for once while it waits, and only in an own call that runs', async () => {
    const id = await asked();
    expect(await asked()).toBe(id);
    expect(await events('help.asked')).toHaveLength(1);
    expect((await ask('colleague')).code).toBe('21');
    await hangUpAll(desk);
    expect((await ask()).code).toBe('23');
  });

  it('belongs to the first who answers', async () => {
    const id = await asked();
    const answers = await Promise.all([
      say('leader', 'help/answer', { id }),
      say('supervisor', 'help/answer', { id }),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual(['00', '23']);
    const [first, second] = answers[0].code === '00' ? ['leader', 'supervisor'] : ['supervisor', 'leader'];
    expect((await say(first as DeskPerson, 'help/answer', { id })).code).toBe('00');
    expect(await events('help.answered')).toHaveLength(1);
    expect(await own()).toMatchObject({ id, state: 'ANSWERED', by: first });
    expect(await listed(second as DeskPerson)).toEqual([]);
    expect(await listed(first as DeskPerson)).toMatchObject([{ id, state: 'ANSWERED' }]);
  });

  it('lets a leader take part in that call alone, and only after the answer', async () => {
    const id = await asked();
    const join = () => desk.as.leader.post<ListenAnswer>('help/join', { id, mode: 'WHISPER' });
    expect((await desk.as.leader.post('softPhone/whisper', { callId })).code).toBe('20');
    expect((await join()).code).toBe('23');
    await say('leader', 'help/answer', { id });
    expect((await join()).data).toEqual({ ticket: expect.any(String), shown: true });
    expect((await desk.as.supervisor.post('help/join', { id, mode: 'LISTEN' })).code).toBe('23');
  });

  it('is passed on to somebody who may answer, and waits on for everybody', async () => {
    const id = await asked();
    const helpers = (await desk.as.leader.get<Helper[]>(`help/helpers?id=${id}`)).data;
    expect(helpers.map(({ name }) => name)).toEqual(expect.arrayContaining(['supervisor', 'admin']));
    expect(helpers.map(({ name }) => name)).not.toContain('leader');
    const to = desk.people.supervisor.id;
    expect((await say('leader', 'help/pass', { id, to: desk.people.colleague.id })).code).toBe('22');
    expect((await say('leader', 'help/pass', { id, to })).code).toBe('00');
    expect(await listed('supervisor')).toMatchObject([{ id, forMe: true, passedBy: 'leader' }]);
    expect(await listed('leader')).toMatchObject([{ id, forMe: false, passedTo: 'supervisor' }]);
    expect(await own()).toMatchObject({ state: 'WAITING', passedTo: 'supervisor' });
  });

  it('is declined with a reason that the collector reads, and may be asked for again', async () => {
    const id = await asked();
    expect((await say('supervisor', 'help/decline', { id, reason: 'END_CALL' })).code).toBe('00');
    expect(await own()).toMatchObject({ state: 'DECLINED', by: 'supervisor', reason: 'END_CALL' });
    expect((await say('leader', 'help/answer', { id })).code).toBe('23');
    expect(await asked()).not.toBe(id);
  });

  it('is withdrawn by who asked alone', async () => {
    const id = await asked();
    expect((await say('colleague', 'help/withdraw', { id })).code).toBe('21');
    expect((await say('collector', 'help/withdraw', { id })).code).toBe('00');
    expect(await listed('leader')).toEqual([]);
    expect((await say('leader', 'help/answer', { id })).code).toBe('23');
  });

  it('ends with the call', async () => {
    const id = await asked();
    await hangUpAll(desk);
    expect(await listed('leader')).toEqual([]);
    expect(await own()).toBeNull();
    expect((await say('leader', 'help/answer', { id })).code).toBe('23');
  });

  it('does not exist for another team', async () => {
    await desk.api.rows(sql`UPDATE phone_call SET group_id = ${desk.org.otherGroupId} WHERE id = ${callId}`);
    const id = await asked();
    expect(await listed('leader')).toEqual([]);
    for (const [what, body] of [
      ['help/answer', {}],
      ['help/pass', { to: desk.people.supervisor.id }],
      ['help/decline', { reason: 'LATER' }],
      ['help/join', { mode: 'LISTEN' }],
    ] as const)
      expect((await say('leader', what, { id, ...body })).code).toBe('21');
    expect((await desk.as.leader.get(`help/helpers?id=${id}`)).code).toBe('21');
  });

  it('has its time to answer on the board', async () => {
    const before = await day();
    const id = await asked();
    await desk.api.rows(sql`
      UPDATE help_request SET asked_at = asked_at - INTERVAL 40 SECOND WHERE id = ${id}`);
    expect(await day()).toMatchObject({ asked: before.asked + 1, waiting: 1 });
    await say('leader', 'help/answer', { id });
    const after = await day();
    expect(after).toMatchObject({ answered: before.answered + 1, waiting: 0 });
    expect(after.longestSeconds).toBeGreaterThanOrEqual(40);
    expect(after.averageSeconds).not.toBeNull();
  });

  it('is taken from a leader who loses the right', async () => {
    const id = await asked();
    await say('leader', 'help/answer', { id });
    await grant(desk.api, desk.org.institutionId, 'leader', { less: ['help:answer'] });
    expect((await desk.as.leader.post('help/join', { id, mode: 'LISTEN' })).code).toBe('20');
  });
});
