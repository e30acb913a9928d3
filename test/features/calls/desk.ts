import { randomUUID } from 'node:crypto';
import { toneWav } from '../../../server/seeds/generators/tone.js';
import { Vault } from '../../../server/platform/crypto/vault.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { SealedFiles } from '../../../server/platform/files/sealed-files.js';
import { contactOf, createDesk, openCase, requestId, type Desk, type DeskPerson } from '../cases/desk.js';
import type { Answer } from '../../support/org.js';
import { TEST_SECRETS } from '../../support/stack.js';
import { postSigned } from '../../support/signed.js';

/** Noon of a working day in Mexico, and past, for sessions begin with the time of day: nothing but a limit stands against a call. */
export const NOON = '2026-11-18T18:00:00Z';
export const SUPPLIER = 'Telvoz';

/** People with softphones: the collector, his colleague, the stranger and the leader. */
export async function createCallDesk(): Promise<Desk> {
  const desk = await createDesk();
  const names = ['collector', 'colleague', 'stranger', 'leader'] as const;
  for (const [index, name] of names.entries()) await giveExtension(desk, name, String(8001 + index));
  return desk;
}

export async function giveExtension(desk: Desk, name: DeskPerson, extension: string): Promise<void> {
  const { api, org, people } = desk;
  const now = new Date();
  await api.rows(sql`
    INSERT INTO softphone (id, institution_id, supplier, extension_number, password_enc, owner_id, bound_at, created_at,
      updated_at)
    VALUES (${await api.get(Ids).take()}, ${org.institutionId}, ${SUPPLIER}, ${extension},
      ${api.get(Vault).seal('pw')}, ${people[name].id}, ${now}, ${now}, ${now})`);
}

export interface Dialling {
  taskId: number;
  contactId: number;
  clientRequestId: string;
}

/** A case of its own for each call: the guard lets nobody call one borrower twice within two hours. */
export async function newCall(
  desk: Desk,
  owner: DeskPerson = 'collector',
  phone?: string,
): Promise<Dialling> {
  const taskId = await openCase(desk, owner, phone ? { cells: { phone } } : {});
  return { taskId, contactId: await contactOf(desk, taskId), clientRequestId: requestId() };
}

export async function makeCall(desk: Desk, as: DeskPerson = 'collector', phone?: string): Promise<number> {
  const answer = await desk.as[as].post<{ callId: number }>(
    'softPhone/makeCall',
    await newCall(desk, as, phone),
  );
  if (answer.code !== '00') throw new Error(`${answer.code} ${answer.message}`);
  return answer.data.callId;
}

/** Ends every live call, so that the next one may be made. */
export async function hangUpAll(desk: Desk): Promise<void> {
  await desk.api.rows(sql`UPDATE phone_call SET state = 'ENDED', ended_at = ${new Date()} WHERE is_live = 1`);
}

/** A callback of the telephone supplier. */
export async function report(
  desk: Desk,
  message: Record<string, unknown>,
  secret = TEST_SECRETS.telephonyHmac,
): Promise<Answer<{ repeated: boolean }>> {
  return postSigned(desk.api, 'softPhone/callback', secret, {
    supplier: SUPPLIER,
    eventId: randomUUID(),
    at: NOON,
    ...message,
  });
}

export interface CallRecord {
  id: number;
  state: string;
  reason: string | null;
  hungUpBy: string | null;
  agentId: number;
  caseId: number | null;
  contactId: number | null;
  direction: string;
  receiptId: number | null;
  askedAt: Date | null;
  answeredAt: Date | null;
  endedAt: Date | null;
  hangupAt: Date | null;
  numberMask: string;
  recordingUrl: string | null;
  recording: string | null;
  supplierCallId: string | null;
}

export async function callOf(desk: Desk, callId: number): Promise<CallRecord> {
  const [call] = await desk.api.rows<CallRecord>(sql`
    SELECT id, state, reason, hung_up_by AS hungUpBy, agent_id AS agentId, case_id AS caseId, contact_id AS contactId,
      direction, receipt_id AS receiptId, asked_at AS askedAt, answered_at AS answeredAt, ended_at AS endedAt,
      hangup_at AS hangupAt, number_mask AS numberMask, recording_url AS recordingUrl, recording,
      supplier_call_id AS supplierCallId
    FROM phone_call WHERE id = ${callId}`);
  return call!;
}

export async function receiptOf(desk: Desk, receiptId: number | null) {
  const [receipt] = await desk.api.rows<{
    counted: number;
    conversationAt: Date | null;
    released: string | null;
    kind: string;
  }>(sql`
    SELECT counted, conversation_at AS conversationAt, released, kind FROM contact_receipt WHERE id = ${receiptId}`);
  return receipt;
}

/** A call that is over, with its recording, by the owner of a case. */
export async function recordedCall(
  desk: Desk,
  of: { caseId: number; ownerId: number },
  elsewhere = false,
): Promise<number> {
  const { api, org } = desk;
  const id = await api.get(Ids).take();
  const recording = await api.get(SealedFiles).keep('recordings', toneWav(440));
  const now = new Date();
  await api.rows(sql`
    INSERT INTO phone_call (id, direction, state, institution_id, group_id, agent_id, supplier, extension_number, case_id,
      number_mask, requested_at, answered_at, ended_at, reason, closed_by, recording)
    VALUES (${id}, 'OUT', 'ENDED', ${elsewhere ? org.otherInstitutionId : org.institutionId},
      (SELECT u.group_id FROM user u WHERE u.id = ${of.ownerId}), ${of.ownerId}, ${SUPPLIER}, '8000', ${of.caseId},
      '••••', ${now}, ${now}, ${now}, 'HUNG_UP', 'ENDED', ${recording})`);
  return id;
}
