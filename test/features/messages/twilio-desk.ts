import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import type { MessageRow, ReceiptAnswer } from '../../../contract/contact/messages.js';
import type { Page } from '../../../contract/shared/page.js';
import { SendingService } from '../../../server/features/messages/submit/sending.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { Providers } from '../../../server/platform/providers/providers.js';
import { twilioSignature } from '../../../server/platform/providers/twilio.js';
import type { TestCase } from '../../support/cases.js';
import { agentTo } from '../../support/http.js';
import { createUser, signedIn, type Answer, type Client } from '../../support/org.js';
import { oneTree } from '../../support/tree.js';
import { createCarrierDesk, type CarrierDesk } from './carrier-desk.js';
import { requestId } from './desk.js';
import { startTwilio, type TwilioServer } from '../../data/twilio-server.js';

export const ACCOUNT = `AC${'0'.repeat(31)}1`;
export const TOKEN = 'of-the-twilio-account-alone-0001';
export const PUBLIC = 'https://recoup.example/office';

interface TwilioDesk {
  site: CarrierDesk;
  first: Client;
  second: Client;
  twilio: TwilioServer;
}

/** A desk whose carrier is asked by Twilio's interface, approved by two administrators. */
export function useTwilio() {
  const at = {} as TwilioDesk;
  const ask = (more: object = {}) =>
    at.first.post<{ id: number }>('connection/request', {
      ...{ provider: 'carrier', protocol: 'TWILIO', address: at.twilio.url, secret: TOKEN, keepFormer: true },
      ...{ account: ACCOUNT, sender: '+525500001111', publicAddress: PUBLIC, timeoutMs: 1_500 },
      ...{ reason: 'Our account', clientRequestId: requestId(), ...more },
    });
  const connect = async (more: object = {}) => {
    const { code, data } = await ask(more);
    expect(code).toBe('00');
    const decision = { id: data.id, version: 1, approve: true, answer: 'Checked' };
    const answer = await at.second.post('connection/decide', { ...decision, clientRequestId: requestId() });
    expect(answer.code).toBe('00');
    await at.site.workers.get(Providers).renew();
  };
  beforeAll(async () => {
    at.site = await createCarrierDesk();
    const { api, org, as } = at.site.desk;
    await oneTree(api, org);
    at.first = as.admin;
    at.second = await signedIn(api, await createUser(api, org, 'admin', { name: 'Second' }));
    at.twilio = await startTwilio(ACCOUNT, TOKEN);
    await connect();
  });
  afterAll(async () => {
    await at.twilio.close();
    await at.site.close();
  });
  beforeEach(() => {
    at.twilio.mood = 'TAKE';
    at.twilio.taken.length = 0;
  });
  const submit = (id: number) => at.site.workers.get(SendingService).send(id);
  const rowOf = async (id: number) => {
    const [row] = await at.site.desk.api.rows<{
      status: string;
      providerId: string | null;
      attempts: number;
    }>(sql`SELECT status, provider_id AS providerId, attempts FROM message WHERE id = ${id}`);
    return row!;
  };
  const logOf = async ({ id }: TestCase) =>
    (await at.site.desk.as.ana.get<Page<MessageRow>>(`sms/log/${id}`)).data.result;
  /** As Twilio calls: a form, and over the public address and each field a signature by the account's token. */
  const call = async <Data>(path: string, fields: Record<string, string>, signed: object = {}) => {
    const { token, base } = { token: TOKEN, base: PUBLIC, ...signed };
    const headers = { 'x-twilio-signature': twilioSignature(token, `${base}/api/${path}`, fields) };
    const agent = agentTo(at.site.desk.api.url, { ...headers, 'accept-language': 'en' });
    const answer = await agent.post(`/api/${path}`).type('form').send(fields).buffer(true);
    return { text: answer.text, ...(answer.body as Answer<Data>), status: answer.status };
  };
  const receipt = (message: number, sid: string, status: string, signed: object = {}) =>
    call<ReceiptAnswer | null>(
      `callback/twilio/receipt?message=${message}`,
      {
        ...{ MessageSid: sid, MessageStatus: status, AccountSid: ACCOUNT },
        ...{ To: '+525512345678', ApiVersion: '2010-04-01' },
      },
      signed,
    );
  return { at, ask, connect, submit, rowOf, logOf, call, receipt };
}
