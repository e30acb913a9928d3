import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SiteStatus } from '../../../contract/administration/site.js';
import type { ComplianceDecision } from '../../../contract/contact/contact-compliance.js';
import type { MessageRow } from '../../../contract/contact/messages.js';
import type { PaymentVoucher } from '../../../contract/money/payments.js';
import type { Page } from '../../../contract/shared/page.js';
import type { CurrentUser } from '../../../contract/session.js';
import { SendingService } from '../../../server/features/messages/submit/sending.service.js';
import { AutomaticDebitsService } from '../../../server/features/repayment/deductions/automatic-debits.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { ProviderClient, ProviderRefused } from '../../../server/platform/providers/provider-client.js';
import { Site } from '../../../server/platform/site/site.js';
import { pay, type TestCase } from '../../support/cases.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { oneTree } from '../../support/tree.js';
import { startWorkers } from '../../support/workers.js';
import { createCarrierDesk, queued, reachable, type CarrierDesk } from '../messages/carrier-desk.js';
import { requestId } from '../messages/desk.js';

let site: CarrierDesk;
let test: TestCase;
let second: Client;

beforeAll(async () => {
  site = await createCarrierDesk();
  const { api, org } = site.desk;
  await oneTree(api, org);
  second = await signedIn(api, await createUser(api, org, 'admin'));
  test = await reachable(site.desk);
});
afterAll(() => site.close());

/** As a process reads it that starts after the host has changed it. */
async function become(stage: string): Promise<void> {
  await site.desk.api.rows(sql`UPDATE site SET stage = ${stage} WHERE id = 1`);
  await site.desk.api.get(Site).onModuleInit();
  await site.workers.get(Site).onModuleInit();
}
async function logged(of: TestCase): Promise<MessageRow> {
  const { data } = await site.desk.as.ana.get<Page<MessageRow>>(`sms/log/${of.id}`);
  return data.result[0]!;
}
const sendBy = async (workers: INestApplicationContext, of: TestCase) => {
  const id = await queued(site.desk, of);
  await workers.get(SendingService).send(id);
};
const check = (channel: string) =>
  site.desk.as.ana.post<ComplianceDecision>('contact/check', {
    taskId: test.id,
    contactId: test.contactId,
    channel,
  });

describe('a trial', () => {
  it('says so to everybody, and which providers are simulated', async () => {
    const { data } = await site.desk.as.ana.get<CurrentUser>('login/currentUser');
    expect(data.site).toEqual({
      stage: 'TRIAL',
      providers: {
        ...{ carrier: 'SIMULATED', telephone: 'SIMULATED', rails: 'SIMULATED' },
        ...{ debit: 'SIMULATED', liveness: 'SIMULATED', ip: 'SIMULATED', mail: 'SIMULATED' },
      },
    });
  });

  it('marks a message that a simulator took, and none that a carrier took', async () => {
    expect((await logged({ ...test, id: await sent(site.workers) })).simulated).toBe(true);
    // The same sandbox under a carrier's own address: to the product it is a carrier.
    process.env['RECOUP_CARRIER_URL'] = process.env['SANDBOX_URL']!;
    process.env['SANDBOX_URL'] = 'http://127.0.0.1:9';
    const connected = await startWorkers();
    expect((await logged({ ...test, id: await sent(connected) })).simulated).toBe(false);
    await connected.close();
    process.env['SANDBOX_URL'] = process.env['RECOUP_CARRIER_URL']!;
    delete process.env['RECOUP_CARRIER_URL'];
  });

  async function sent(by: INestApplicationContext): Promise<number> {
    const own = await reachable(site.desk);
    await sendBy(by, own);
    return own.id;
  }

  it('marks a payment that the rails report', async () => {
    const paid = await reachable(site.desk);
    await pay(site.desk.api, {
      ...{ loanItemExternalId: paid.externalId, amount: 1_000, providerReference: 'site-pay-1' },
    });
    const { data } = await site.desk.as.ana.get<Page<PaymentVoucher>>(`payment/details?taskId=${paid.id}`);
    expect(data.result).toMatchObject([{ providerReference: 'site-pay-1', simulated: true }]);
  });

  it('shows its providers to who manages the whole system, and what is in use', async () => {
    const { data } = await site.desk.as.admin.get<SiteStatus>('site/status');
    expect(data).toMatchObject({ stage: 'TRIAL', liveSince: null, wish: null });
    const [carrier] = data.providers;
    expect(carrier).toEqual({
      ...{ name: 'carrier', state: 'SIMULATED', host: null, inUse: true },
      variable: 'RECOUP_CARRIER_URL',
    });
    expect((await site.desk.as.leader.get('site/status')).code).toBe('20');
    // Administrators of one institution are not told about all.
    expect((await site.desk.as.otherAdmin.get('site/status')).data).toMatchObject({ wish: null });
  });
});

describe('going live', () => {
  const ask = (institutionId: number) =>
    site.desk.as.admin.post<{ id: number }>('approval/request', {
      ...{ kind: 'GO_LIVE', institutionId, reason: 'All is connected', clientRequestId: requestId() },
    });

  it('is refused while a provider that is in use is simulated', async () => {
    expect(await ask(site.desk.org.institutionId)).toMatchObject({
      code: '23',
      message: expect.stringContaining('not connected'),
    });
  });

  it('is asked for by the topmost institution alone, and approved by another administrator', async () => {
    await site.desk.api.rows(sql`UPDATE message_template SET enabled = 0`);
    expect((await ask(site.desk.org.otherInstitutionId)).code).toBe('20');
    const asked = await ask(site.desk.org.institutionId);
    expect(asked.code).toBe('00');
    const decision = { id: asked.data.id, version: 1, approve: true, answer: 'Checked' };
    const decide = (client: Client) =>
      client.post('approval/decide', { ...decision, clientRequestId: requestId() });
    expect((await decide(site.desk.as.admin)).code).toBe('20');
    // A template that comes into use between the two stands against it.
    await site.desk.api.rows(sql`UPDATE message_template SET enabled = 1`);
    expect((await decide(second)).code).toBe('23');
    await site.desk.api.rows(sql`UPDATE message_template SET enabled = 0`);
    expect((await decide(second)).code).toBe('00');
    const { data } = await site.desk.as.admin.get<SiteStatus>('site/status');
    expect(data.wish).toMatchObject({ status: 'APPROVED' });
    await site.desk.api.rows(sql`UPDATE message_template SET enabled = 1`);
  });
});

describe('a live site', () => {
  beforeAll(() => become('LIVE'));
  afterAll(() => become('TRIAL'));

  it('contacts nobody by a channel without a provider, and says why', async () => {
    for (const channel of ['CALL', 'SMS', 'WHATSAPP', 'IVR'])
      expect((await check(channel)).data).toMatchObject({
        allow: false,
        reasons: [{ rule: 'noProvider' }],
        nextAllowedAt: null,
      });
    const refused = await site.desk.as.ana.post('sms/manual/send', {
      ...{
        taskId: test.id,
        contactId: test.contactId,
        templateId: site.desk.templates.known,
        channel: 'SMS',
      },
      clientRequestId: requestId(),
    });
    expect(refused).toMatchObject({ code: '30', data: { decision: { reasons: [{ rule: 'noProvider' }] } } });
  });

  it('cancels what was queued before, instead of submitting it', async () => {
    await become('TRIAL');
    const own = await reachable(site.desk);
    const id = await queued(site.desk, own);
    await become('LIVE');
    await site.workers.get(SendingService).send(id);
    expect(await logged(own)).toMatchObject({ status: 'FAILED', simulated: false });
  });

  it('asks no simulator for a code, a debit or anything else', async () => {
    const of = { taskId: test.id, clientRequestId: requestId() };
    const { ana } = site.desk.as;
    for (const answer of [
      await ana.post('repay/repaymentCode/update/new', { ...of, payChannel: 'SPEI' }),
      await ana.post('repay/repayment/refreshRepayCode', { ...of, payChannel: 'SPEI' }),
      await ana.post('task/partDeduce', { ...of, amount: 100 }),
    ])
      expect(answer).toMatchObject({ code: '23', message: expect.stringContaining('No provider') });
    expect(await site.workers.get(AutomaticDebitsService).request()).toBe(0);
    const client = site.workers.get(ProviderClient);
    const asked = client.call({ provider: 'rails', path: '/rails/references', answer: {} as never });
    await expect(asked).rejects.toBeInstanceOf(ProviderRefused);
    await expect(client.stream('telephone', '/telephone/x')).rejects.toBeInstanceOf(ProviderRefused);
  });
});
