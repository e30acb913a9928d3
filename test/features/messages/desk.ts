import { expect } from '@jest/globals';
import type { SendChannel } from '../../../contract/contact/message-texts.js';
import type { MessageLimitsAnswer, MessageRow, MessageStatus } from '../../../contract/contact/messages.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCase, type CaseWish, type TestCase } from '../../support/cases.js';
import {
  createOrg,
  createUser,
  signedIn,
  type Answer,
  type Client,
  type Org,
  type Person,
} from '../../support/org.js';
import { startApi, TEST_SECRETS, type Api } from '../../support/stack.js';
import { postSigned } from '../../support/signed.js';

/** A Thursday, 11:00 in Mexico City: nobody is asleep, at church or on holiday. */
export const WORKING_HOURS = '2026-11-19T17:00:00Z';

export interface SmsDesk {
  api: Api;
  org: Org;
  ana: Person;
  luis: Person;
  leader: Person;
  admin: Person;
  as: Record<'ana' | 'luis' | 'leader' | 'supervisor' | 'admin' | 'otherAdmin', Client>;
  templates: Record<'known' | 'asking' | 'typed' | 'accented' | 'long' | 'whatsApp', number>;
}

let suffix = 0;

export async function createSmsDesk(): Promise<SmsDesk> {
  const api = await startApi();
  const org = await createOrg(api, `-sms-${++suffix}`);
  const ana = await createUser(api, org, 'member', { name: 'Ana Ruiz' });
  const luis = await createUser(api, org, 'member');
  const leader = await createUser(api, org, 'leader');
  const supervisor = await createUser(api, org, 'supervisor');
  const admin = await createUser(api, org, 'admin');
  const otherAdmin = await createUser(api, org, 'admin', { institutionId: org.otherInstitutionId });
  await api.rows(sql`UPDATE user SET channels = 'SMS,WABA' WHERE id IN (${ana.id}, ${leader.id})`);
  const as = {
    ana: await signedIn(api, ana),
    luis: await signedIn(api, luis),
    leader: await signedIn(api, leader),
    supervisor: await signedIn(api, supervisor),
    admin: await signedIn(api, admin),
    otherAdmin: await signedIn(api, otherAdmin),
  };
  const templates = {
    known: await template(api, org, 'SMS', 'Hola {{name}}, debe {{amount}} de {{app}}.'),
    asking: await template(api, org, 'SMS', 'Hola {{name}}, pague en {{place}}.'),
    typed: await template(api, org, 'SMS', 'Hola {{name}}, pague en {{where:text}}.'),
    accented: await template(api, org, 'SMS', `Aquí ${'está '.repeat(15)}{{name}}`),
    long: await template(api, org, 'SMS', `{{name}} ${'paga '.repeat(40)}`),
    whatsApp: await template(api, org, 'WABA', 'Hola {{name}}'),
  };
  return { api, org, ana, luis, leader, admin, as, templates };
}

async function template(
  api: Api,
  { institutionId }: Org,
  channel: SendChannel,
  body: string,
): Promise<number> {
  const id = await api.get(Ids).take();
  await api.rows(sql`
    INSERT INTO message_template (id, institution_id, channel, name, texts, updated_at)
    VALUES (${id}, ${institutionId}, ${channel}, ${`T${id}`}, ${JSON.stringify({ es: body })}, NOW(3))`);
  return id;
}

export function caseOf(desk: SmsDesk, wish: CaseWish = {}): Promise<TestCase> {
  return createCase(desk.api, desk.org, { ownerId: desk.ana.id, name: 'Jose Perez', ...wish });
}

let requests = 0;
export const requestId = () => `sms-request-${process.pid}-${++requests}`;

export function send(
  desk: SmsDesk,
  { id, contactId }: Pick<TestCase, 'id' | 'contactId'>,
  more: object = {},
  client = desk.as.ana,
): Promise<Answer<MessageRow>> {
  return client.post<MessageRow>('sms/manual/send', {
    taskId: id,
    contactId,
    templateId: desk.templates.known,
    channel: 'SMS',
    clientRequestId: requestId(),
    ...more,
  });
}

export interface MessageFacts {
  status: MessageStatus;
  reason: string | null;
  reasonParams: string | null;
  attempts: number;
  providerId: string | null;
}
export async function messageOf(desk: SmsDesk, id: number): Promise<MessageFacts> {
  const [row] = await desk.api.rows<MessageFacts>(sql`
    SELECT status, reason, reason_params AS reasonParams, attempts, provider_id AS providerId
    FROM message WHERE id = ${id}`);
  return row!;
}

export async function used(desk: SmsDesk, scope: 'ACCOUNT' | 'CASE', id: number): Promise<number> {
  const [row] = await desk.api.rows<{ used: number }>(sql`
    SELECT used FROM message_count WHERE scope = ${scope} AND scope_id = ${id}`);
  return row?.used ?? 0;
}

/** The events of a case about messages, in order. */
export async function eventsOf(desk: SmsDesk, caseId: number): Promise<string[]> {
  const rows = await desk.api.rows<{ name: string }>(sql`
    SELECT name FROM domain_event WHERE case_id = ${caseId} AND name LIKE 'message.%' ORDER BY id`);
  return rows.map(({ name }) => name);
}

let receipts = 0;
/** Posts to the signed callback as the carrier does. */
export async function receipt(
  api: Api,
  message: Record<string, unknown>,
  secret = TEST_SECRETS.carrierHmac,
): Promise<Answer<{ outcome: string }>> {
  return postSigned(api, 'sms/callback', secret, {
    eventId: `event-${process.pid}-${++receipts}`,
    messageId: 'carrier-1',
    at: new Date().toISOString(),
    ...message,
  });
}

export const fieldsOf = (data: unknown) =>
  (data as { fields: { field: string }[] }).fields.map(({ field }) => field);

/** Changes the institution's limits, as its administrator. */
export async function setLimits(desk: SmsDesk, change: Partial<MessageLimitsAnswer>): Promise<void> {
  const { data } = await desk.as.admin.get<MessageLimitsAnswer>('sms/limit/config/read');
  const { history: _, changedAt: _at, changedBy: _by, ...rest } = data;
  expect(await desk.as.admin.post('sms/limit/config/update', { ...rest, ...change })).toMatchObject({
    code: '00',
  });
}
