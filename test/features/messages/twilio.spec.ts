import { describe, expect, it } from '@jest/globals';
import type {
  ConnectionTestResult,
  ProviderConnection,
} from '../../../contract/administration/connections.js';
import type { ComplianceDecision } from '../../../contract/contact/contact-compliance.js';
import { SendingService } from '../../../server/features/messages/submit/sending.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { TryAgain } from '../../../server/platform/jobs/try-again.js';
import { twilioSignature } from '../../../server/platform/providers/twilio.js';
import type { TestCase } from '../../support/cases.js';
import { queued, reachable } from './carrier-desk.js';
import { send } from './desk.js';
import { ACCOUNT, PUBLIC, TOKEN, useTwilio } from './twilio-desk.js';

const SERVICE = `MG${'a'.repeat(32)}`;

const { at, ask, connect, submit, rowOf, logOf, receipt } = useTwilio();

describe('a signature', () => {
  // https://www.twilio.com/docs/usage/security
  it('is the one of the example in its documentation', () => {
    const fields = {
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675309',
      Digits: '1234',
      From: '+14158675309',
    };
    const signature = twilioSignature('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', {
      ...fields,
      To: '+18005551212',
    });
    expect(signature).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=');
  });
});

describe('a connection by Twilio', () => {
  it.each([
    [{ account: null }, 'account'],
    [{ account: 'AC1' }, 'account'],
    [{ sender: null }, 'sender'],
    [{ sender: 'Recoup' }, 'sender'],
    [{ publicAddress: null }, 'publicAddress'],
    [{ address: null }, 'address'],
    [{ provider: 'rails' }, 'protocol'],
  ])('with %j is refused at its field', async (more, field) => {
    expect(await ask(more)).toMatchObject({ code: '22', data: { fields: [{ field }] } });
  });

  it('says in the list who is asked and how, and its token nowhere', async () => {
    const { data } = await at.first.get<ProviderConnection[]>('connection/list');
    const carrier = data.find(({ provider }) => provider === 'carrier')!;
    expect(carrier).toMatchObject({
      protocol: 'TWILIO',
      active: { account: ACCOUNT, publicAddress: PUBLIC },
    });
    expect(JSON.stringify(data)).not.toContain(TOKEN);
  });

  it('is tested by its account, and by a message to a number of the house', async () => {
    const test = (phone: string | null) =>
      at.first.post<ConnectionTestResult>('connection/test', { provider: 'carrier', waiting: false, phone });
    expect((await test(null)).data).toMatchObject({ outcome: 'READY', status: 200 });
    expect((await test('55 1234 5678')).data).toMatchObject({ outcome: 'READY', messageTaken: true });
    expect(at.twilio.taken).toMatchObject([{ To: '+525512345678', From: '+525500001111' }]);
    expect(at.twilio.taken[0]).not.toHaveProperty('StatusCallback');
    await connect({ secret: 'a-token-of-somebody-else' });
    expect((await test(null)).data).toMatchObject({ outcome: 'SECRET', status: 401 });
    await connect();
  });

  it('takes no WhatsApp message, before anybody writes one', async () => {
    const { id } = await reachable(at.site.desk);
    const { data } = await at.site.desk.as.ana.get<{
      contacts: { channels: Record<string, ComplianceDecision> }[];
    }>(`contact/preview?taskId=${id}`);
    const [{ channels }] = data.contacts as [(typeof data.contacts)[0]];
    expect(channels['WHATSAPP']!.reasons.map(({ rule }) => rule)).toContain('noProvider');
    expect(channels['SMS']!.reasons.map(({ rule }) => rule)).not.toContain('noProvider');
  });
});

describe('a message', () => {
  it('is handed over once, as a form with the address of its receipts', async () => {
    const id = await queued(at.site.desk, await reachable(at.site.desk));
    await submit(id);
    await submit(id);
    expect(at.twilio.taken).toHaveLength(1);
    expect(at.twilio.taken[0]).toMatchObject({
      ...{ To: expect.stringMatching(/^\+5255\d{8}$/), From: '+525500001111' },
      ...{ Body: expect.any(String), StatusCallback: `${PUBLIC}/api/callback/twilio/receipt?message=${id}` },
    });
    expect(await rowOf(id)).toMatchObject({ status: 'SENT', providerId: at.twilio.sids.at(-1) });
  });

  it('leaves by a messaging service where the sender is one', async () => {
    await connect({ sender: SERVICE });
    const id = await queued(at.site.desk, await reachable(at.site.desk));
    await submit(id);
    expect(at.twilio.taken).toMatchObject([{ MessagingServiceSid: SERVICE }]);
    expect(at.twilio.taken[0]).not.toHaveProperty('From');
    await connect();
  });

  it('that is refused has failed, by Twilio’s own number of the reason', async () => {
    const test = await reachable(at.site.desk);
    const id = await queued(at.site.desk, test);
    at.twilio.mood = 'REFUSE';
    await submit(id);
    const [row] = await logOf(test);
    expect(row).toMatchObject({
      ...{ status: 'FAILED', reason: 'REFUSED', reasonParams: { status: 400, detail: 21211 } },
    });
  });

  it('that Twilio had no time for waits, and is handed over again', async () => {
    const id = await queued(at.site.desk, await reachable(at.site.desk));
    at.twilio.mood = 'BUSY';
    await expect(submit(id)).rejects.toBeInstanceOf(TryAgain);
    expect(await rowOf(id)).toMatchObject({ status: 'QUEUED', attempts: 1 });
    await at.site.desk.api.rows(sql`UPDATE message SET due_at = created_at WHERE id = ${id}`);
    at.twilio.mood = 'TAKE';
    await submit(id);
    expect(await rowOf(id)).toMatchObject({ status: 'SENT', attempts: 2 });
    expect(at.twilio.taken).toHaveLength(1);
  });

  it('waits likewise when nobody was reached', async () => {
    await connect({ address: 'http://127.0.0.1:9' });
    const id = await queued(at.site.desk, await reachable(at.site.desk));
    await expect(submit(id)).rejects.toBeInstanceOf(TryAgain);
    expect(await rowOf(id)).toMatchObject({ status: 'QUEUED' });
    await connect();
  });
});

describe('a message whose answer is lost', () => {
  const lost = async (test: TestCase) => {
    const id = await queued(at.site.desk, test);
    at.twilio.mood = 'LOSE';
    await submit(id);
    at.twilio.mood = 'TAKE';
    return id;
  };

  it('is unknown, never sent again by itself, and told by a receipt', async () => {
    const test = await reachable(at.site.desk);
    const id = await lost(test);
    expect(await rowOf(id)).toMatchObject({ status: 'UNKNOWN' });
    await at.site.desk.api.rows(sql`UPDATE message SET due_at = created_at WHERE id = ${id}`);
    await submit(id);
    expect(await at.site.workers.get(SendingService).overdue(0, 100)).not.toContainEqual(
      expect.objectContaining({ id }),
    );
    expect(at.twilio.taken).toHaveLength(1);
    expect((await receipt(id, at.twilio.sids.at(-1)!, 'delivered')).data).toEqual({ outcome: 'APPLIED' });
    const [row] = await logOf(test);
    expect(row).toMatchObject({ id, status: 'DELIVERED', mayAgain: false });
  });

  it.each([
    ['this interface had when its worker died', 'TWILIO'],
    ['another interface had', 'SIGNED'],
  ])('that %s is unknown, too, and not handed over', async (_, protocol) => {
    const id = await queued(at.site.desk, await reachable(at.site.desk));
    await at.site.desk.api.rows(sql`
      UPDATE message SET status = 'SUBMITTING', protocol = ${protocol}, attempts = 1, due_at = created_at
      WHERE id = ${id}`);
    await submit(id);
    expect(await rowOf(id)).toMatchObject({ status: 'UNKNOWN', attempts: 1 });
    expect(at.twilio.taken).toEqual([]);
  });

  it('is sent anew by its sender after half an hour, once, and both count', async () => {
    const test = await reachable(at.site.desk);
    const id = await lost(test);
    expect((await logOf(test))[0]).toMatchObject({ id, status: 'UNKNOWN', mayAgain: false });
    expect((await send(at.site.desk, test, { againOf: id })).code).toBe('23');
    await at.site.desk.api.rows(
      sql`UPDATE message SET due_at = due_at - INTERVAL 31 MINUTE WHERE id = ${id}`,
    );
    expect((await logOf(test))[0]).toMatchObject({ id, mayAgain: true });
    const answers = await Promise.all([
      send(at.site.desk, test, { againOf: id }),
      send(at.site.desk, test, { againOf: id }),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual(['00', '23']);
    const [counted] = await at.site.desk.api.rows(sql`
      SELECT used FROM message_count WHERE scope = 'CASE' AND scope_id = ${test.id}`);
    expect(counted).toEqual({ used: 2 });
    expect(await rowOf(id)).toMatchObject({ status: 'UNKNOWN' });
  });
});
