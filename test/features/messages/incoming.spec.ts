import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { ComplianceDecision } from '../../../contract/contact/contact-compliance.js';
import type { IncomingAnswer, IncomingRow } from '../../../contract/contact/incoming-messages.js';
import type { StopRow } from '../../../contract/contact/stops.js';
import type { InboxItem } from '../../../contract/inbox.js';
import type { Page } from '../../../contract/shared/page.js';
import { meaningOf } from '../../../server/domain/messages/incoming/meaning.rules.js';
import { CallsService } from '../../../server/features/calls/calls.service.js';
import { RetentionService } from '../../../server/features/retention/retention.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { postSigned } from '../../support/signed.js';
import { useDesk } from '../../support/site.js';
import { TEST_SECRETS } from '../../support/stack.js';
import { callOf, createCallDesk, hangUpAll, newCall, NOON, type Dialling } from '../calls/desk.js';
import type { DeskPerson } from '../cases/desk.js';

const { desk, workers } = useDesk(createCallDesk, { clock: NOON, workers: true });

let numbers = 5_541_000_000;
/** A number that nobody has yet. */
const newPhone = () => String(++numbers);

const write = async (from: string, text: string, more: object = {}) =>
  postSigned<IncomingAnswer>(desk.api, 'sms/inbound', TEST_SECRETS.carrierHmac, {
    ...{ providerId: randomUUID(), from, text, at: NOON, ...more },
  });
const incoming = async (taskId: number, by: DeskPerson = 'collector') =>
  desk.as[by].get<Page<IncomingRow>>(`sms/incoming?taskId=${taskId}`);
const rulesAgainst = async (channel: 'CALL' | 'SMS', { taskId, contactId }: Dialling) => {
  const { data } = await desk.as.collector.get<{
    contacts: { contactId: number; channels: Record<string, ComplianceDecision> }[];
  }>(`contact/preview?taskId=${taskId}`);
  const found = data.contacts.find((each) => each.contactId === contactId);
  return found!.channels[channel]!.reasons.map(({ rule }) => rule);
};

describe('the meaning of a message', () => {
  it.each([
    ['NO SOY', 'NOT_THEIRS'],
    ['no soy.', 'NOT_THEIRS'],
    ['¡No soy yo!', 'NOT_THEIRS'],
    ['  baja  ', 'OPT_OUT'],
    ['Bája', 'OPT_OUT'],
    ['ALTO!!', 'OPT_OUT'],
    ['no soy responsable de eso', 'OTHER'],
    ['mañana pago, doy de baja el seguro', 'OTHER'],
    ['', 'OTHER'],
  ])('of "%s" is %s', (text, meaning) => expect(meaningOf(text)).toBe(meaning));
});

describe('a message that comes in', () => {
  it('lands on its case, once, sealed, and is nobody’s attempt', async () => {
    const phone = newPhone();
    const of = await newCall(desk, 'collector', phone);
    const providerId = randomUUID();
    const text = `Ya pagué, llámeme al ${newPhone()}`;
    const answers = [await write(phone, text, { providerId }), await write(phone, text, { providerId })];
    expect(answers.map(({ data }) => data)).toEqual([
      { repeated: false, meaning: 'OTHER', reply: null },
      { repeated: true, meaning: 'OTHER', reply: null },
    ]);
    const { data } = await incoming(of.taskId);
    expect(data).toMatchObject({ totalCount: 1, result: [{ meaning: 'OTHER', contactRelation: 'R01' }] });
    expect(data.result[0]!.text).toMatch(/^Ya pagué, llámeme al .*••••/);
    expect(await rulesAgainst('CALL', of)).toEqual([]);
    const receipts = await desk.api.rows(
      sql`SELECT id FROM contact_receipt WHERE case_id = ${of.taskId} AND counted = 1`,
    );
    expect(receipts).toEqual([]);
    const inbox = await desk.as.collector.get<Page<InboxItem>>('inbox/list?view=ALL');
    expect(inbox.data.result.map(({ cause }) => cause)).toContain('MESSAGE_RECEIVED');
    expect((await incoming(of.taskId, 'stranger')).code).toBe('21');
    expect((await incoming(of.taskId, 'leader')).data.totalCount).toBe(1);
  });

  it('has none on a case to which nobody wrote, and none behind the last page', async () => {
    const { taskId } = await newCall(desk, 'collector', newPhone());
    expect((await incoming(taskId)).data).toEqual({ result: [], totalCount: 0 });
  });

  it('NO SOY stops the number for every borrower who has it, before anybody reads it, and is answered once', async () => {
    const phone = newPhone();
    const [own, other] = [await newCall(desk, 'collector', phone), await newCall(desk, 'colleague', phone)];
    const first = await write(`+52 ${phone}`, 'No soy');
    expect(first.data).toMatchObject({ meaning: 'NOT_THEIRS', reply: expect.stringMatching(/^Gracias/) });
    expect((await write(phone, 'NO SOY')).data).toMatchObject({ repeated: false, reply: null });
    expect(await rulesAgainst('CALL', own)).toContain('wrongNumber');
    const call = await desk.as.colleague.post('softPhone/makeCall', other);
    expect(call.code).toBe('30');
    const { data } = await desk.as.supervisor.get<Page<StopRow>>('guard/stops?state=LIVE&kind=NUMBER');
    expect(data.result).toHaveLength(1);
    expect(data.result[0]).toMatchObject({ stoppedBy: null, reason: 'No soy', mayLift: true });
  });

  it('BAJA ends its channel for every borrower who has the number, and leaves the others', async () => {
    const phone = newPhone();
    const of = await newCall(desk, 'collector', phone);
    const answers = await Promise.all([write(phone, 'Baja'), write(phone, 'ALTO')]);
    expect(answers.map(({ code }) => code)).toEqual(['00', '00']);
    expect(await rulesAgainst('SMS', of)).toContain('optOut');
    expect(await rulesAgainst('CALL', of)).toEqual([]);
    const [{ holds }] = (await desk.api.rows(sql`
      SELECT COUNT(*) AS holds FROM contact_hold WHERE contact_id = ${of.contactId} AND kind = 'OPT_OUT'`)) as [
      { holds: number },
    ];
    expect(holds).toBe(1);
  });

  it('of a sender whom nobody knows changes nothing and is kept for a day', async () => {
    const phone = newPhone();
    expect((await write(phone, 'NO SOY')).data).toEqual({
      repeated: false,
      meaning: 'NOT_THEIRS',
      reply: null,
    });
    expect((await write('Banco', 'BAJA')).data.reply).toBeNull();
    const kept = async () =>
      (await desk.api.rows(sql`SELECT id FROM incoming_message WHERE case_id IS NULL`)).length;
    expect(await kept()).toBe(2);
    const retention = workers.get(RetentionService);
    await retention.purge();
    expect(await kept()).toBe(2);
    await desk.api.rows(sql`
      UPDATE incoming_message SET received_at = received_at - INTERVAL 25 HOUR WHERE case_id IS NULL`);
    await retention.purge();
    expect(await kept()).toBe(0);
    expect((await desk.api.rows(sql`SELECT id FROM incoming_message`)).length).toBeGreaterThan(3);
  });

  it('is refused unsigned, too long, or without a sender', async () => {
    const unsigned = await postSigned(desk.api, 'sms/inbound', 'x'.repeat(32), {
      ...{ providerId: 'x', from: newPhone(), text: 'BAJA', at: NOON },
    });
    expect(unsigned.code).toBe('20');
    expect((await write('', 'BAJA')).code).toBe('22');
    expect((await write(newPhone(), 'x'.repeat(1_601))).code).toBe('22');
    expect((await write(newPhone(), 'BAJA', { at: 'yesterday' })).code).toBe('22');
  });

  it('hangs up what rings at a number that is somebody else’s', async () => {
    await hangUpAll(desk);
    const phone = newPhone();
    const of = await newCall(desk, 'collector', phone);
    const { data } = await desk.as.collector.post<{ callId: number }>('softPhone/makeCall', of);
    await write(phone, 'NO SOY');
    const [stop] = await desk.api.rows<{ id: number }>(
      sql`SELECT MAX(id) AS id FROM contact_stop WHERE kind = 'NUMBER' AND live = 1`,
    );
    await desk.api.get(CallsService).endStopped(stop!.id);
    expect(await callOf(desk, data.callId)).toMatchObject({ state: 'FAILED', reason: 'STOPPED' });
  });
});
