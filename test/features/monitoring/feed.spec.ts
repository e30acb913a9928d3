import { describe, expect, it } from '@jest/globals';
import type { PushEnvelope } from '../../../contract/realtime.js';
import { sql } from '../../../server/platform/db/sql.js';
import { eventually } from '../../support/eventually.js';
import { TestSocket } from '../../support/sockets.js';
import { useDesk } from '../../support/site.js';
import { createCallDesk, makeCall, NOON } from '../calls/desk.js';
import { contactOf, openCase, type DeskPerson } from '../cases/desk.js';

const { desk } = useDesk(createCallDesk, { clock: NOON, workers: true });

const WATCHERS = ['supervisor', 'admin', 'leader', 'otherLeader', 'otherAdmin'] as const;
type Watcher = (typeof WATCHERS)[number];

async function watching(): Promise<Record<Watcher, TestSocket> & { close: () => void }> {
  const sockets = {} as Record<Watcher, TestSocket>;
  for (const who of WATCHERS) {
    sockets[who] = await TestSocket.open(desk.as[who]);
    expect(await sockets[who].watch({ topic: 'monitoring', groupId: null })).toEqual({ ok: true });
  }
  const close = () => WATCHERS.forEach((who) => sockets[who].close());
  return { ...sockets, close };
}

type RecordedPush = PushEnvelope<'monitoring.recorded'>;
const behavioursIn = (frames: RecordedPush[]) => frames.flatMap(({ data }) => data.behaviours);
const callsIn = (frames: RecordedPush[]) => frames.flatMap(({ data }) => data.calls);
const did = (who: DeskPerson, body: object) => desk.as[who].post('user/behavior/add', body);

describe('what is done', () => {
  it('is told at once to who supervises the institution or the team, and to nobody else', async () => {
    const sockets = await watching();
    const caseId = await openCase(desk, 'collector');
    await desk.as.collector.get(`task/info/${caseId}`);
    await did('stranger', { type: 'PAGE', detail: '/statistics' });
    await did('otherAdmin', { type: 'PAGE', detail: '/system' });
    const names = (who: Watcher) =>
      behavioursIn(sockets[who].of('monitoring.recorded')).map(({ name }) => name);
    await eventually(() => {
      expect(names('supervisor').sort()).toEqual(['collector', 'stranger']);
      expect(names('admin').sort()).toEqual(['collector', 'stranger']);
      expect(names('leader')).toEqual(['collector']);
      expect(names('otherLeader')).toEqual(['stranger']);
      expect(names('otherAdmin')).toEqual(['otherAdmin']);
    });
    const [shown] = behavioursIn(sockets.leader.of('monitoring.recorded'));
    expect(shown).toMatchObject({ taskId: caseId, type: 'VIEW_CASE', detail: '', isNew: null });
    sockets.close();
  });

  it('of a case that has left the team tells the team what was done and not to whom', async () => {
    const sockets = await watching();
    const caseId = await openCase(desk, 'collector');
    await desk.api.rows(
      sql`UPDATE collection_case SET group_id = ${desk.org.otherGroupId} WHERE id = ${caseId}`,
    );
    const contactId = await contactOf(desk, caseId);
    await desk.as.collector.post('task/getRealPhone', { taskId: caseId, contactId, purpose: 'VERIFY' });
    const mine = (who: Watcher) => behavioursIn(sockets[who].of('monitoring.recorded')).at(-1);
    await eventually(() => {
      const shown = { type: 'REVEAL_PHONE', purpose: 'VERIFY', contactRelation: 'R01' };
      expect(mine('supervisor')).toMatchObject({ ...shown, taskId: caseId, loanId: expect.any(String) });
      expect(mine('supervisor')!.contactNumber).toContain('••••');
      const gone = { taskId: null, loanId: null, contactRelation: null, contactNumber: null };
      expect(mine('leader')).toMatchObject({ ...gone, type: 'REVEAL_PHONE' });
    });
    sockets.close();
  });
});

describe('a call', () => {
  it('is told as it goes on, its number masked and without a name', async () => {
    const sockets = await watching();
    const callId = await makeCall(desk);
    const states = (who: Watcher) =>
      callsIn(sockets[who].of('monitoring.recorded'))
        .filter((call) => call.callId === callId)
        .map(({ state }) => state);
    // Each room has a pace of its own, in which the end would come instead of the beginning.
    await eventually(() =>
      expect([...states('leader'), ...states('supervisor')]).toEqual(['REQUESTED', 'REQUESTED']),
    );
    await desk.as.collector.post('softPhone/hangUp', { callId });
    await eventually(() => {
      expect(states('leader')).toEqual(['REQUESTED', 'FAILED']);
      expect(states('supervisor')).toEqual(['REQUESTED', 'FAILED']);
    });
    expect([...states('otherLeader'), ...states('otherAdmin')]).toEqual([]);
    const text = JSON.stringify(sockets.supervisor.frames);
    expect(text).toContain('••••');
    expect(text).not.toContain('contactName');
    sockets.close();
  });
});

describe('a call that somebody has open', () => {
  it('is told there as it goes on, and to no team that has no part in it', async () => {
    const callId = await makeCall(desk);
    const socket = await TestSocket.open(desk.as.supervisor);
    expect(await socket.watch({ topic: 'call', callId })).toEqual({ ok: true });
    const other = await TestSocket.open(desk.as.otherLeader);
    expect(await other.watch({ topic: 'call', callId })).toEqual({ ok: false });
    await desk.as.collector.post('softPhone/hangUp', { callId });
    const { data } = await socket.next('call.changed', (frame) => frame.data.state === 'FAILED');
    expect(data.callId).toBe(callId);
    expect(other.of('call.changed')).toEqual([]);
    for (const each of [socket, other]) each.close();
  });
});

describe('the rooms', () => {
  it('are one for an institution however many look, and end with the permission', async () => {
    const sockets = await watching();
    await did('collector', { type: 'COPY' });
    // The end of an earlier test's call may reach some of the sockets first.
    const copied = (frame: RecordedPush) => behavioursIn([frame]).some(({ type }) => type === 'COPY');
    const frame = await sockets.supervisor.next('monitoring.recorded', copied);
    const other = await sockets.admin.next('monitoring.recorded', copied);
    expect([other.room, other.seq]).toEqual([frame.room, frame.seq]);
    const member = await TestSocket.open(desk.as.collector);
    expect(await member.watch({ topic: 'monitoring', groupId: null })).toEqual({ ok: false });
    const { otherGroupId } = desk.org;
    const leader = await TestSocket.open(desk.as.leader);
    expect(await leader.watch({ topic: 'monitoring', groupId: otherGroupId })).toEqual({ ok: false });
    const far = await TestSocket.open(desk.as.otherAdmin);
    expect(await far.watch({ topic: 'monitoring', groupId: otherGroupId })).toEqual({ ok: false });
    for (const socket of [member, leader, far]) socket.close();
    sockets.close();
  });
});
