import { afterEach, describe, expect, it } from '@jest/globals';
import type { ComplianceDecision } from '../../../contract/contact/contact-compliance.js';
import type { Page } from '../../../contract/shared/page.js';
import type { OwnStop, StopChoice, StopDetail, StopKind, StopRow } from '../../../contract/contact/stops.js';
import { CallLinesService } from '../../../server/features/calls/call-lines.service.js';
import { CallsService } from '../../../server/features/calls/calls.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser, signedIn } from '../../support/org.js';
import { useDesk } from '../../support/site.js';
import { callOf, createCallDesk, hangUpAll, makeCall, newCall, NOON, receiptOf } from '../calls/desk.js';
import { requestId, type DeskPerson } from '../cases/desk.js';

type Saved = { id: number; version: number };

const { desk } = useDesk(createCallDesk, { clock: NOON });
afterEach(async () => {
  await desk.api.rows(sql`UPDATE contact_stop SET lifted_at = ${new Date()} WHERE lifted_at IS NULL`);
  await hangUpAll(desk);
});

const stop = (kind: StopKind, subjectId: number, by: DeskPerson = 'supervisor') =>
  desk.as[by].post<Saved>('guard/stop', {
    ...{ kind, subjectId },
    reason: 'Threats on the recording of 10:40',
    clientRequestId: requestId(),
  });
const resume = (id: number, by: DeskPerson, more: object = {}) =>
  desk.as[by].post<Saved>('guard/resume', { id, reason: 'Spoken with and trained', ...more });
const listed = async (state = 'LIVE', by: DeskPerson = 'supervisor') =>
  (await desk.as[by].get<Page<StopRow>>(`guard/stops?state=${state}&size=200`)).data.result;
const detail = async (id: number) => (await desk.as.supervisor.get<StopDetail>(`guard/stops/${id}`)).data;
const mine = async (who: DeskPerson) =>
  (await desk.as[who].get<OwnStop[]>('guard/stops/mine')).data.map(({ kind }) => kind);
const call = async (who: DeskPerson) =>
  desk.as[who].post<{ decision: ComplianceDecision }>('softPhone/makeCall', await newCall(desk, who));

describe('contact that is stopped', () => {
  it('of a collector is refused by its name, to nobody else, and goes on when another person lifts it', async () => {
    const { data, code } = await stop('COLLECTOR', desk.people.collector.id);
    expect(code).toBe('00');
    const refused = await call('collector');
    expect([refused.code, refused.data.decision.reasons]).toEqual([
      '30',
      [{ rule: 'stop', params: { kind: 'COLLECTOR', stopId: data.id } }],
    ]);
    expect(refused.data.decision.nextAllowedAt).toBeNull();
    expect((await call('colleague')).code).toBe('00');
    expect([await mine('collector'), await mine('colleague')]).toEqual([['COLLECTOR'], []]);
    const led = await desk.as.leader.get<OwnStop[]>('guard/stops/mine');
    expect(led.data).toMatchObject([{ kind: 'COLLECTOR', self: false }]);
    expect(await mine('otherLeader')).toEqual([]);
    expect(await resume(data.id, 'admin')).toMatchObject({ code: '00', data: { id: data.id, version: 2 } });
    expect((await call('collector')).code).toBe('00');
    expect(await mine('collector')).toEqual([]);
  });

  it('of a queue or an institution is refused to all who work there, and to nobody beside', async () => {
    const taskId = (await newCall(desk)).taskId;
    const [found] = await desk.api.rows<{ queueId: number }>(sql`
      SELECT queue_id AS queueId FROM collection_case WHERE id = ${taskId}`);
    const ofQueue = await stop('QUEUE', found!.queueId);
    expect((await call('collector')).data.decision.reasons).toMatchObject([{ params: { kind: 'QUEUE' } }]);
    await resume(ofQueue.data.id, 'admin');
    const ofHouse = await stop('INSTITUTION', desk.org.institutionId);
    expect((await call('collector')).data.decision.reasons).toMatchObject([
      { params: { kind: 'INSTITUTION' } },
    ]);
    expect([await mine('leader'), await mine('supervisor')]).toEqual([['INSTITUTION'], ['INSTITUTION']]);
    expect((await resume(ofHouse.data.id, 'supervisor')).code).toBe('20');
    expect((await resume(ofHouse.data.id, 'admin')).code).toBe('00');
  });

  it('stays explained by the receipt of what it refused', async () => {
    const { data } = await stop('COLLECTOR', desk.people.collector.id);
    const asked = await newCall(desk);
    await desk.as.collector.post('softPhone/makeCall', asked);
    await resume(data.id, 'admin');
    const receipts = await desk.as.supervisor.get<Page<{ allowed: boolean; reasons: object[] }>>(
      `guard/receipts/${asked.taskId}`,
    );
    expect(JSON.stringify(receipts.data)).toContain(`"stopId":${data.id}`);
    expect(await detail(data.id)).toMatchObject({
      subject: 'collector',
      reason: 'Threats on the recording of 10:40',
      stoppedBy: 'supervisor',
      liftedBy: 'admin',
      liftReason: 'Spoken with and trained',
      mayLift: false,
    });
  });

  it('does not dial what was asked for before, gives its slot back, and hangs up what rings', async () => {
    const before = await makeCall(desk);
    const ringing = await makeCall(desk, 'colleague');
    await desk.api.rows(sql`
      UPDATE phone_call SET state = 'RINGING', asked_at = requested_at, ringing_at = requested_at WHERE id = ${ringing}`);
    const { data } = await stop('INSTITUTION', desk.org.institutionId);
    await desk.api.get(CallLinesService).dial(before);
    expect(await callOf(desk, before)).toMatchObject({
      ...{ state: 'FAILED', reason: 'STOPPED', askedAt: null, hungUpBy: 'SYSTEM' },
    });
    const { receiptId } = await callOf(desk, before);
    expect(await receiptOf(desk, receiptId)).toMatchObject({ counted: 0, released: 'STOPPED' });
    await desk.api.get(CallsService).endStopped(data.id);
    expect((await callOf(desk, ringing)).hangupAt).not.toBeNull();
    expect((await detail(data.id)).acts).toMatchObject([{ kind: 'CALL', id: ringing, state: 'RINGING' }]);
  });

  it('lets who talks already finish', async () => {
    const talking = await makeCall(desk);
    await desk.api.rows(sql`
      UPDATE phone_call SET state = 'ANSWERED', asked_at = requested_at, answered_at = requested_at WHERE id = ${talking}`);
    const { data } = await stop('COLLECTOR', desk.people.collector.id);
    await desk.api.get(CallsService).endStopped(data.id);
    expect(await callOf(desk, talking)).toMatchObject({ state: 'ANSWERED', hangupAt: null });
    expect((await detail(data.id)).acts).toMatchObject([{ id: talking, state: 'ANSWERED' }]);
  });
});

describe('who stops and who lifts', () => {
  it('is a supervisor or administrator of the subject’s institution', async () => {
    const id = desk.people.collector.id;
    expect((await stop('COLLECTOR', id, 'leader')).code).toBe('20');
    expect(await stop('COLLECTOR', id, 'otherAdmin')).toMatchObject({
      code: '22',
      data: { fields: [{ field: 'subjectId' }] },
    });
    const { data } = await stop('COLLECTOR', id);
    expect((await resume(data.id, 'otherAdmin')).code).toBe('21');
    expect(await listed('ALL', 'otherAdmin')).toEqual([]);
    expect((await desk.as.otherAdmin.get(`guard/stops/${data.id}`)).code).toBe('21');
    expect((await stop('COLLECTOR', id, 'admin')).code).toBe('23');
  });

  it('is never the one who stopped, nor the one who was stopped', async () => {
    const { data } = await stop('COLLECTOR', desk.people.admin.id);
    expect((await resume(data.id, 'supervisor')).code).toBe('20');
    expect((await resume(data.id, 'admin')).code).toBe('20');
    const second = await createUser(desk.api, desk.org, 'supervisor');
    const other = await signedIn(desk.api, second);
    const lift = { id: data.id, reason: 'Cleared', version: 1, clientRequestId: requestId() };
    expect(await other.post('guard/resume', lift)).toMatchObject({ code: '00', data: { version: 2 } });
    expect(await other.post('guard/resume', lift)).toMatchObject({ code: '00', data: { version: 2 } });
    expect((await resume(data.id, 'admin')).code).toBe('23');
  });

  it('sees what is in force first, and what may be chosen', async () => {
    const { data } = await stop('COLLECTOR', desk.people.collector.id);
    const [first] = await listed('ALL');
    expect(first).toMatchObject({ id: data.id, mayLift: false, liftedAt: null, waiting: 0 });
    expect((await listed('LIVE', 'admin')).map(({ mayLift }) => mayLift)).toEqual([true]);
    expect((await listed('PAST')).some(({ id }) => id === data.id)).toBe(false);
    const { data: people } = await desk.as.supervisor.get<StopChoice[]>('guard/stops/choices?kind=COLLECTOR');
    expect(people.map(({ name }) => name)).toEqual(expect.arrayContaining(['collector', 'colleague']));
    const stopped = await desk.as.supervisor.post('guard/stop', {
      kind: 'QUEUE',
      subjectId: 1,
      reason: 'no',
    });
    expect(stopped.code).toBe('22');
  });

  it('stops once, whoever of twenty asks at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        stop('COLLECTOR', desk.people.collector.id, index % 2 ? 'admin' : 'supervisor'),
      ),
    );
    expect(answers.filter(({ code }) => code === '00')).toHaveLength(1);
    expect(answers.filter(({ code }) => code === '23')).toHaveLength(19);
  });
});
