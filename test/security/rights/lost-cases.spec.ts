import { describe, expect, it } from '@jest/globals';
import type { CallRow } from '../../../contract/contact/calls.js';
import type { Page } from '../../../contract/shared/page.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCallDesk, NOON, recordedCall } from '../../features/calls/desk.js';
import { contactOf, openCase, requestId, type DeskPerson } from '../../features/cases/desk.js';
import { useDesk } from '../../support/site.js';

const { desk } = useDesk(createCallDesk, { clock: NOON });

/** A case of the collector with a recorded call and a message. */
async function workedCase(): Promise<{ caseId: number; callId: number; message: object }> {
  const caseId = await openCase(desk, 'collector');
  const contactId = await contactOf(desk, caseId);
  const callId = await recordedCall(desk, { caseId, ownerId: desk.people.collector.id });
  await desk.api.rows(sql`UPDATE phone_call SET contact_id = ${contactId} WHERE id = ${callId}`);
  await desk.api.rows(sql`
    INSERT IGNORE INTO message_template (id, institution_id, channel, name, texts, updated_at)
    VALUES (1, ${desk.org.institutionId}, 'SMS', 'T', '{"es":"Hola {{name}}"}', NOW(3))`);
  const message = { taskId: caseId, contactId, templateId: 1, channel: 'SMS', clientRequestId: requestId() };
  expect((await desk.as.collector.post('sms/manual/send', message)).code).toBe('00');
  return { caseId, callId, message };
}

async function rowOf(person: DeskPerson, callId: number): Promise<CallRow | undefined> {
  const { data } = await desk.as[person].get<Page<CallRow>>('softPhone/callRecordList?size=200');
  return data.result.find((row) => row.callId === callId);
}
async function voiceOf(person: DeskPerson, callId: number): Promise<string> {
  const answer = await desk.as[person].agent.get(`/api/softPhone/downLoadVoice?callId=${callId}`);
  return answer.type === 'audio/wav' ? '00' : (answer.body as { code: string }).code;
}

const WAYS: Record<string, (caseId: number) => Promise<unknown>> = {
  withdrawn: (id) => desk.as.leader.post(`management/task/withdraw/${id}`, { reason: 'COMPLAINT' }),
  'given to a colleague': (id) =>
    desk.as.leader.post('management/task/batchBindAgent', {
      taskIds: [id],
      agentId: desk.people.colleague.id,
    }),
  released: (id) => desk.as.leader.post('management/task/unbindAgent', { taskIds: [id] }),
  closed: (id) => desk.as.admin.post(`management/task/close/${id}`, { reason: 'SOLD' }),
};

describe('of calls and messages about a case that was', () => {
  it.each(Object.keys(WAYS))('%s its former collector sees time, duration and result', async (way) => {
    const { caseId, callId, message } = await workedCase();
    const before = await rowOf('collector', callId);
    expect(before).toMatchObject({ taskId: caseId, recording: true, contactRelation: 'R01' });
    expect([before!.contactName, before!.orderId, before!.loanItemId]).not.toContain(null);
    expect(await voiceOf('collector', callId)).toBe('00');

    expect(await WAYS[way]!(caseId)).toMatchObject({ code: '00' });
    const { callTime, answerTime, endTime, duration, state, reason, agentId } = before!;
    expect(await rowOf('collector', callId)).toMatchObject({
      ...{ callTime, answerTime, endTime, duration, state, reason, agentId, callId },
      ...{ taskId: null, contactId: null, orderId: null, loanItemId: null, recording: false },
      ...{ contactName: null, contactRelation: null, calledNumber: null },
    });
    expect(await voiceOf('collector', callId)).toBe('21');
    expect((await desk.as.collector.get(`softPhone/callRecordList?taskId=${caseId}`)).code).toBe('21');
    expect((await desk.as.collector.get(`sms/log/${caseId}`)).code).toBe('21');
    expect((await desk.as.collector.post('sms/manual/send', message)).code).toBe('21');
  });

  it('withdrawn its leader and the supervisor still see everything', async () => {
    const { caseId, callId } = await workedCase();
    await WAYS['withdrawn']!(caseId);
    for (const person of ['leader', 'supervisor'] as const) {
      expect(await rowOf(person, callId)).toMatchObject({ taskId: caseId, recording: true });
      expect(await voiceOf(person, callId)).toBe('00');
    }
  });

  it('given to another group its former leader sees no more than the collector', async () => {
    const { caseId, callId } = await workedCase();
    const body = { taskIds: [caseId], agentId: desk.people.stranger.id };
    expect(await desk.as.admin.post('management/task/batchBindAgent', body)).toMatchObject({
      data: { accepted: [caseId] },
    });
    expect(await rowOf('leader', callId)).toMatchObject({
      taskId: null,
      contactName: null,
      recording: false,
    });
    expect(await voiceOf('leader', callId)).toBe('21');
    expect(await voiceOf('otherLeader', callId)).toBe('00');
  });
});
