import { sign } from '../../server/platform/auth/signature.js';
import type { Subject } from './cast.js';
import { postRequest, sessionHeaders } from './http-connection.js';

/** Requests to send: finished ones over and over, or a new command for the next case. `floor` names the floor's path. */
export type Traffic =
  | { kind: 'fixed'; requests: string[] }
  | { kind: 'record'; subjects: Subject[]; floor?: string }
  | { kind: 'payment'; subjects: Subject[]; floor?: string; secret: string };

/** Amount of every payment, centavos: small, so that a case lasts for many. */
export const AMOUNT = 10;

const run = Math.random().toString(36).slice(2, 10);
let unique = 0;

export const REMARK = 'Dice que paga el viernes, pide que no llamen a su trabajo.';

/** The `cursor`-th request of a traffic, as it goes over the wire. */
export function requestOf(traffic: Traffic, cursor: number): string {
  if (traffic.kind === 'fixed') return traffic.requests[cursor % traffic.requests.length]!;
  const index = cursor % traffic.subjects.length;
  const subject = traffic.subjects[index]!;
  return traffic.kind === 'record'
    ? recordRequest(subject, traffic.floor && `${traffic.floor}${index}`)
    : paymentRequest(subject, traffic.secret, traffic.floor && `${traffic.floor}${index}`);
}

function recordRequest(subject: Subject, floor: string | undefined): string {
  const body = JSON.stringify(recordBody(subject, reference()));
  return postRequest(floor ?? '/api/task/record', sessionHeaders(subject.token), body);
}

function paymentRequest(subject: Subject, secret: string, floor: string | undefined): string {
  const body = JSON.stringify(paymentBody(subject, reference()));
  return postRequest(floor ?? '/api/payment/callback', signatureOf(secret, body), body);
}

function reference(): string {
  return `${run}-${++unique}`;
}

export function recordBody(subject: Subject, clientRequestId: string): Record<string, unknown> {
  const { caseId: taskId, contactId } = subject;
  return { taskId, contactId, callStatus: 'NO_ANSWER', callResult: 'RETRY', notes: REMARK, clientRequestId };
}

export function paymentBody(subject: Subject, providerReference: string): Record<string, unknown> {
  const { externalId: loanItemExternalId } = subject;
  const paidAt = new Date().toISOString();
  return { type: 'PAYMENT', providerReference, loanItemExternalId, amount: AMOUNT, channel: 'SPEI', paidAt };
}

export function signatureOf(secret: string, body: string): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1000);
  return { 'x-timestamp': String(timestamp), 'x-signature': sign(secret, timestamp, body) };
}
