import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { sql } from '../../../server/platform/db/sql.js';
import type { TestCase } from '../../support/cases.js';
import { agentTo } from '../../support/http.js';
import { queued, reachable } from './carrier-desk.js';
import { send } from './desk.js';
import { ACCOUNT, useTwilio } from './twilio-desk.js';

const NEXT = 'of-the-twilio-account-alone-0002';

const { at, connect, submit, rowOf, call, receipt } = useTwilio();

describe('a receipt', () => {
  const sent = async () => {
    const id = await queued(at.site.desk, await reachable(at.site.desk));
    await submit(id);
    return { id, sid: at.twilio.sids.at(-1)! };
  };

  it('moves its message forward, once, and never back', async () => {
    const { id, sid } = await sent();
    expect((await receipt(id, sid, 'queued')).data).toBeNull();
    expect((await receipt(id, sid, 'delivered')).data).toEqual({ outcome: 'APPLIED' });
    expect((await receipt(id, sid, 'delivered')).data).toEqual({ outcome: 'REPEATED' });
    expect((await receipt(id, sid, 'sent')).data).toEqual({ outcome: 'LATE' });
    expect((await receipt(id, sid, 'undelivered')).data).toEqual({ outcome: 'LATE' });
    expect(await rowOf(id)).toMatchObject({ status: 'DELIVERED' });
  });

  it.each([
    ['another token', { token: NEXT }],
    ['another address', { base: 'https://elsewhere.example' }],
  ])('signed by %s is refused', async (_, signed) => {
    const { id, sid } = await sent();
    expect(await receipt(id, sid, 'delivered', signed)).toMatchObject({ code: '20', status: 403 });
    expect(await rowOf(id)).toMatchObject({ status: 'SENT' });
  });

  it('is taken by the former token for a day, while Twilio changes to the new one', async () => {
    const { id, sid } = await sent();
    await connect({ secret: NEXT });
    expect((await receipt(id, sid, 'delivered', { token: NEXT })).code).toBe('00');
    expect((await receipt(id, sid, 'sent')).code).toBe('00');
    await connect({ keepFormer: false });
    expect((await receipt(id, sid, 'sent', { token: NEXT })).code).toBe('20');
  });

  it('is no body of ours: JSON, a signature of ours and a body without end are refused', async () => {
    const path = '/api/callback/twilio/receipt?message=1';
    const agent = agentTo(at.site.desk.api.url, { 'x-twilio-signature': 'x', 'accept-language': 'en' });
    expect((await agent.post(path).send({ MessageSid: 'x' })).body).toMatchObject({ code: '22' });
    const large = await agent
      .post(path)
      .type('form')
      .send({ Body: randomBytes(70_000).toString('hex') });
    expect(large.status).toBe(413);
    const bare = agentTo(at.site.desk.api.url, { 'accept-language': 'en' });
    expect((await bare.post(path).type('form').send({ a: 'b' })).body).toMatchObject({ code: '20' });
  });
});

describe('a message that comes in', () => {
  const write = (from: string, text: string) =>
    call('callback/twilio/inbound', {
      ...{ MessageSid: `SM${randomBytes(16).toString('hex')}`, From: from, To: '+525500001111', Body: text },
      ...{ AccountSid: ACCOUNT, NumMedia: '0' },
    });
  const phoneOf = async (test: TestCase) => {
    await submit(await queued(at.site.desk, test));
    return at.twilio.taken.at(-1)!['To']!;
  };

  it('stops the number whose owner it is not, and is answered in Twilio’s words, once', async () => {
    const test = await reachable(at.site.desk);
    const phone = await phoneOf(test);
    const answer = await write(phone, '¡No soy!');
    expect(answer.text).toMatch(
      /^<\?xml version="1\.0".*<Response><Message>Gracias por avisar\..*<\/Message><\/Response>$/,
    );
    expect((await write(phone, 'no soy')).text).toContain('<Response></Response>');
    expect(await send(at.site.desk, test)).toMatchObject({ code: '30' });
  });

  it('opts out of WhatsApp by a number of WhatsApp, whatever signs stand around the word', async () => {
    const test = await reachable(at.site.desk);
    const phone = await phoneOf(test);
    expect((await write(`whatsapp:${phone}`, `BAJA ${'🙏'.repeat(700)}`)).text).toContain('<Message>');
    const [row] = await at.site.desk.api.rows(sql`
      SELECT channel, meaning, case_id AS caseId FROM incoming_message ORDER BY id DESC LIMIT 1`);
    expect(row).toEqual({ channel: 'WHATSAPP', meaning: 'OPT_OUT', caseId: test.id });
  });
});
