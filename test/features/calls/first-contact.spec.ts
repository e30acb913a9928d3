import { describe, expect, it } from '@jest/globals';
import type { CallGroup, CallRow } from '../../../contract/contact/calls.js';
import {
  DEFAULT_FIRST_CONTACT,
  SCRIPT_ITEMS,
  type FirstContact,
  type FirstContactScript,
} from '../../../contract/contact/first-contact.js';
import type { Page } from '../../../contract/shared/page.js';
import { Clock } from '../../../server/platform/clock/clock.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser, signedIn } from '../../support/org.js';
import { useDesk } from '../../support/site.js';
import { requestId } from '../cases/desk.js';
import { createCallDesk, newCall, NOON, report, type Dialling } from './desk.js';

const { desk } = useDesk(createCallDesk, { clock: NOON });

interface Talk extends Dialling {
  callId: number;
}

const clock = () => desk.api.get(Clock);
const pass = (seconds: number) =>
  Object.assign(clock(), { shift: clock().now().getTime() + seconds * 1_000 - Date.now() });

/** A call on a new case, or on the given one, that somebody has answered and that is over after some seconds. */
async function talk(
  seconds: number,
  { answer = 'BORROWER', dialling }: { answer?: string; dialling?: Dialling } = {},
): Promise<Talk> {
  const made = dialling ?? (await newCall(desk));
  const { data } = await desk.as.collector.post<{ callId: number }>('softPhone/makeCall', made);
  const { callId } = data;
  const of = { callId: `t-${callId}`, idempotencyKey: `call-${callId}` };
  await report(desk, { ...of, type: 'ANSWERED', at: clock().now().toISOString() });
  await desk.as.collector.post('softPhone/whoAnswers', { callId, answer });
  pass(seconds);
  await report(desk, { ...of, type: 'ENDED', reason: 'HUNG_UP', at: clock().now().toISOString() });
  return { ...made, callId };
}

const tomorrow = () => new Date(clock().now().getTime() + 86_400_000).toISOString();
const promised = ({ taskId, contactId }: Talk, script?: readonly string[]) =>
  desk.as.collector.post('task/record', {
    taskId,
    contactId,
    callStatus: 'CONNECTED',
    callResult: 'WTP',
    nextFollowUpAt: tomorrow(),
    ...(script && { script }),
    clientRequestId: requestId(),
  });
const scriptOf = async ({ taskId }: Talk) =>
  (await desk.as.collector.get<FirstContactScript | null>(`task/firstContact?taskId=${taskId}`)).data;
const callOf = async ({ taskId }: Talk) => {
  const { data } = await desk.as.leader.get<Page<CallRow>>(`softPhone/callRecordList?taskId=${taskId}`);
  return data.result[0]!;
};
const told = async ({ callId }: Talk) =>
  desk.api.rows(sql`SELECT script_version AS version FROM first_contact WHERE call_id = ${callId}`);

/** One administrator asks that the words be left out, and another one approves it. @returns what ends it again */
async function approveLeavingOut() {
  const second = await signedIn(desk.api, await createUser(desk.api, desk.org, 'admin'));
  const { institutionId } = desk.org;
  const wish = { kind: 'SCRIPT_OFF', institutionId, reason: 'Pilot', clientRequestId: requestId() };
  const { data } = await desk.as.admin.post<{ id: number }>('approval/request', wish);
  const approve = { id: data.id, version: 1, approve: true, answer: 'Seen', clientRequestId: requestId() };
  expect((await desk.as.admin.post('approval/decide', approve)).code).toBe('20');
  expect((await second.post('approval/decide', approve)).code).toBe('00');
  return () => second.post('approval/end', { id: data.id, version: 2, clientRequestId: requestId() });
}

describe('a first contact', () => {
  it('takes no result about money before each item of the script is ticked, and names those that are missing', async () => {
    const call = await talk(30);
    expect((await scriptOf(call))?.items.map(({ item }) => item)).toEqual([...SCRIPT_ITEMS]);
    const none = await promised(call);
    expect(none).toMatchObject({ code: '22' });
    expect(none.data).toMatchObject({
      fields: SCRIPT_ITEMS.map((item) => expect.objectContaining({ field: `script.${item}` })),
    });
    const [missing, ...others] = SCRIPT_ITEMS;
    const some = await promised(call, others);
    expect(some.data).toMatchObject({ fields: [{ field: `script.${missing}`, rule: 'record.script' }] });
    expect(await told(call)).toEqual([]);
    expect((await promised(call, SCRIPT_ITEMS)).code).toBe('00');
    expect(await told(call)).toEqual([{ version: null }]);
    expect(await callOf(call)).toMatchObject({ callId: call.callId, script: 'CONFIRMED' });
    const [event] = await desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'action.recorded' AND case_id = ${call.taskId}`);
    expect(JSON.parse(event!.payload)).toMatchObject({ script: 'CONFIRMED' });
    // He was told: nothing is asked for again.
    expect(await scriptOf(call)).toBeNull();
    expect((await promised(call)).code).toBe('00');
  });

  it('is none after a short talk, with somebody else, or for a result that is not about money', async () => {
    const short = await talk(19);
    expect((await promised(short)).code).toBe('00');
    expect(await told(short)).toEqual([]);
    const other = await talk(60, { answer: 'NOT_HERE' });
    expect(await scriptOf(other)).toBeNull();
    expect((await promised(other)).code).toBe('00');
    const { taskId, contactId } = await talk(60);
    const record = {
      ...{ taskId, contactId, callStatus: 'CONNECTED', callResult: 'NOCLCT' },
      clientRequestId: requestId(),
    };
    expect((await desk.as.collector.post('task/record', record)).code).toBe('00');
  });

  it('takes the older client’s record, marks the call and counts it', async () => {
    const call = await talk(30);
    const { contactId } = call;
    const older = { callStatus: 'CONNECTED', callResult: 'CR50', contactId, nextFollowUpTime: tomorrow() };
    expect((await desk.as.collector.post(`task/record/${call.taskId}`, older)).code).toBe('00');
    expect(await told(call)).toEqual([]);
    expect(await callOf(call)).toMatchObject({ script: 'UNCONFIRMED' });
    const { data } = await desk.as.supervisor.get<Page<CallGroup>>('softPhone/callRecordFold?by=person');
    expect(data.result[0]).toMatchObject({ label: 'collector', noScript: 1 });
  });

  it('goes by the words of the nearest level, which are kept with the record, and by nothing when they are off', async () => {
    const {
      version: _,
      history: __,
      changedBy: ___,
      changedAt: ____,
      ...words
    } = (await desk.as.admin.get<Record<string, unknown>>('guard/firstContact')).data;
    const change = { ...words, caller: 'Soy {collector}, de {lender}', legalSource: 'DOF 2014', version: 0 };
    expect((await desk.as.admin.post('guard/firstContact', change)).code).toBe('00');
    const call = await talk(30);
    const script = await scriptOf(call);
    expect(script).toMatchObject({ callId: call.callId, legalSource: 'DOF 2014' });
    expect(script!.items[0]).toEqual({ item: 'caller', words: 'Soy {collector}, de {lender}' });
    expect((await promised(call, SCRIPT_ITEMS)).code).toBe('00');
    expect(await told(call)).toEqual([{ version: expect.stringMatching(/^\d+:1$/) }]);
    expect((await desk.as.collector.post('guard/firstContact', change)).code).toBe('20');
    await approveLeavingOut();
    const off = { ...change, isRequired: false, version: 1 };
    expect((await desk.as.admin.post('guard/firstContact', off)).code).toBe('00');
    const free = await talk(30);
    expect(await scriptOf(free)).toBeNull();
    expect((await promised(free)).code).toBe('00');
  });

  it('is left without words by two administrators alone, and asks for them again when one of them ends that', async () => {
    const inForce = async () =>
      (await desk.as.admin.get<FirstContact & { version: number }>('guard/firstContact')).data;
    const switched = async (isRequired: boolean) => {
      const { version } = await inForce();
      return desk.as.admin.post('guard/firstContact', { ...DEFAULT_FIRST_CONTACT, isRequired, version });
    };
    await desk.api.rows(sql`UPDATE approval SET status = 'ENDED' WHERE kind = 'SCRIPT_OFF'`);
    expect((await switched(true)).code).toBe('00');
    expect(await switched(false)).toMatchObject({ code: '22', data: { fields: [{ field: 'isRequired' }] } });
    const end = await approveLeavingOut();
    expect((await switched(false)).code).toBe('00');
    expect(await scriptOf(await talk(30))).toBeNull();
    expect((await end()).code).toBe('00');
    expect((await inForce()).isRequired).toBe(true);
    expect(await scriptOf(await talk(30))).not.toBeNull();
    expect((await switched(false)).code).toBe('22');
  });

  it('shows its words to nobody who does not see the case', async () => {
    const call = await talk(30);
    expect((await desk.as.stranger.get(`task/firstContact?taskId=${call.taskId}`)).code).toBe('21');
  });
});
