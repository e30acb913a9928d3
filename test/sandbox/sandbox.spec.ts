import { agentTo } from '../support/http.js';
import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { IncomingMessage } from '../../contract/contact/incoming-messages.js';
import { PaymentCallback } from '../../contract/money/payments.js';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.js';

const SECRETS = {
  paymentHmac: 'payments-of-the-test',
  telephonyHmac: 'telephony-of-the-test',
  carrierHmac: 'carrier-of-the-test',
  debitHmac: 'debit-of-the-test',
  livenessHmac: 'liveness-of-the-test',
  ipHmac: 'ip-of-the-test',
  mailHmac: 'mail-of-the-test',
};

interface Heard {
  path: string;
  body: string;
  message: Record<string, unknown>;
  signature: string;
  timestamp: string;
}

/** Stands where the product stands: notes what comes and answers as it is told. */
class Product {
  heard: Heard[] = [];
  answers: (string | 'HTTP 500' | 'break')[] = [];
  private server!: Server;
  url = '';

  async start() {
    this.server = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString('utf8')));
      request.on('end', () => {
        this.heard.push({
          path: request.url ?? '',
          body,
          message: JSON.parse(body) as Record<string, unknown>,
          signature: String(request.headers['x-signature']),
          timestamp: String(request.headers['x-timestamp']),
        });
        const answer = this.answers.shift() ?? '00';
        if (answer === 'break') return request.socket.destroy();
        if (answer === 'HTTP 500') return response.writeHead(500).end();
        return response.end(JSON.stringify({ code: answer, message: '', data: null }));
      });
    });
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close() {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const product = new Product();
let sandbox: Sandbox;

beforeEach(async () => {
  Object.assign(product, { heard: [], answers: [] });
  await product.start();
  sandbox = await startSandbox({
    port: 0,
    productUrl: product.url,
    secrets: SECRETS,
    worldNow: () => new Date(),
  });
});
afterEach(async () => {
  await sandbox.close();
  product.close();
});

async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const request = agentTo(sandbox.url, headers)[method.toLowerCase() as 'get' | 'post' | 'delete'](path);
  const answer = await (body ? request.send(body) : request);
  return { status: answer.status, data: answer.body as Record<string, never> };
}
const pay = (more: object = {}) =>
  send('POST', '/rails/pay', { loanItemExternalId: 'L-1-1', amount: 12_345, wait: true, ...more });

async function until(check: () => boolean) {
  for (let turn = 0; turn < 400 && !check(); turn++) await sleep(10);
  expect(check()).toBe(true);
}

describe('payment rails', () => {
  it('sends what the contract asks for, signed over timestamp and body', async () => {
    const { status, data } = await pay();
    expect(status).toBe(202);
    expect(data['state']).toBe('accepted');
    const [heard] = product.heard;
    expect(heard!.path).toBe('/api/payment/callback');
    expect(PaymentCallback.parse(heard!.message)).toMatchObject({ type: 'PAYMENT', amount: 12_345 });
    const expected = createHmac('sha256', SECRETS.paymentHmac).update(`${heard!.timestamp}.${heard!.body}`);
    expect(heard!.signature).toBe(expected.digest('hex'));
    expect(Math.abs(Date.now() / 1000 - Number(heard!.timestamp))).toBeLessThan(5);
  });

  it('repeats the same message until it is accepted', async () => {
    product.answers = ['HTTP 500', 'break', '99', '00'];
    const { data } = await pay();
    expect(data).toMatchObject({ state: 'accepted', attempts: 4 });
    expect(new Set(product.heard.map((heard) => heard.body)).size).toBe(1);
  });

  it('gives up on what the product will never take', async () => {
    product.answers = ['22'];
    expect((await pay()).data).toMatchObject({ state: 'refused', attempts: 1, answer: '22' });
  });

  it('makes one payment of a repeated reference, and reverses it by its reference', async () => {
    await pay({ providerReference: 'REF-0001' });
    await pay({ providerReference: 'REF-0001' });
    await send('POST', '/rails/reverse', { originalReference: 'REF-0001', wait: true });
    expect(product.heard).toHaveLength(2);
    expect(PaymentCallback.parse(product.heard[1]!.message)).toMatchObject({
      type: 'REVERSAL',
      originalReference: 'REF-0001',
      amount: 12_345,
    });
    const { data } = await send('GET', '/control/rails/log');
    expect(data['total']).toBe(2);
  });

  it('refuses a malformed order without sending anything', async () => {
    expect((await send('POST', '/rails/pay', { loanItemExternalId: 'L-1', amount: -5 })).status).toBe(400);
    expect(product.heard).toHaveLength(0);
  });

  it('issues a reference once per key and lets it be paid until it expires', async () => {
    const order = { channel: 'OXXO', loanItemExternalId: 'L-7-1', amount: 50_000 };
    const valid = { ...order, expiresAt: new Date(Date.now() + 60_000).toISOString() };
    const headers = { 'idempotency-key': 'code-77' };
    const first = await send('POST', '/rails/references', valid, headers);
    const second = await send('POST', '/rails/references', valid, headers);
    expect(second.data).toEqual(first.data);
    await send('POST', '/rails/pay', { reference: first.data['reference'], wait: true });
    expect(product.heard[0]!.message).toMatchObject({
      loanItemExternalId: 'L-7-1',
      amount: 50_000,
      channel: 'OXXO',
    });
    const past = { ...order, expiresAt: new Date(Date.now() - 60_000).toISOString() };
    const expired = await send('POST', '/rails/references', past, { 'idempotency-key': 'code-78' });
    expect((await send('POST', '/rails/pay', { reference: expired.data['reference'] })).status).toBe(410);
  });
});

describe('the carrier', () => {
  it('tells the product what a borrower writes, signed', async () => {
    const { status, data } = await send('POST', '/carrier/inbound', { from: '5512345678', text: 'NO SOY' });
    expect(status).toBe(202);
    await until(() => product.heard.length === 1);
    const [heard] = product.heard;
    expect(heard!.path).toBe('/api/sms/inbound');
    expect(IncomingMessage.parse(heard!.message)).toMatchObject({
      providerId: data['providerId'],
      text: 'NO SOY',
    });
    const signed = createHmac('sha256', SECRETS.carrierHmac).update(`${heard!.timestamp}.${heard!.body}`);
    expect(heard!.signature).toBe(signed.digest('hex'));
  });
});

describe('controls', () => {
  it('doubles and reorders callbacks on demand', async () => {
    await send('POST', '/control/rails', { duplicateRate: 1, reorderMs: 120, seed: 3 });
    for (let n = 0; n < 6; n++) await pay({ wait: false, providerReference: `REF-000${n}` });
    await until(() => product.heard.length === 12);
    const order = product.heard.map((heard) => String(heard.message['providerReference']));
    expect(order).not.toEqual([...order].sort());
    expect(new Set(order).size).toBe(6);
  });

  it('delays callbacks, and holds them back while down', async () => {
    await send('POST', '/control/rails', { lateMs: 150 });
    await pay({ wait: false });
    expect(product.heard).toHaveLength(0);
    await until(() => product.heard.length === 1);
    await send('POST', '/control/rails', { lateMs: 0, down: true });
    await pay({ wait: false });
    await sleep(300);
    expect(product.heard).toHaveLength(1);
    await send('POST', '/control/rails', { down: false });
    await until(() => product.heard.length === 2);
  });

  it('fails before accepting, or accepts and loses the answer; the key counts once', async () => {
    const message = { to: '+525500000001', text: 'Hola' };
    const headers = { 'idempotency-key': 'message-1' };
    await send('POST', '/control/carrier', { failRate: 1 });
    expect((await send('POST', '/carrier/messages', message, headers)).status).toBe(503);
    expect((await send('GET', '/control/carrier/log')).data['total']).toBe(0);
    await send('POST', '/control/carrier', { failRate: 0, loseAnswerRate: 1 });
    await expect(send('POST', '/carrier/messages', message, headers)).rejects.toThrow();
    await send('POST', '/control/carrier', { loseAnswerRate: 0 });
    expect((await send('POST', '/carrier/messages', message, headers)).status).toBe(202);
    expect((await send('GET', '/control/carrier/log')).data['total']).toBe(1);
    await until(() => product.heard.length === 1);
    expect(product.heard[0]!.message).toMatchObject({ idempotencyKey: 'message-1', status: 'DELIVERED' });
  });

  it('breaks connections while down and refuses unknown settings', async () => {
    expect((await send('POST', '/control/carrier', { slow: true })).status).toBe(400);
    expect((await send('POST', '/control/nobody', {})).status).toBe(404);
    await send('POST', '/control/ip', { down: true });
    await expect(send('GET', '/ip/127.0.0.1')).rejects.toThrow();
    await send('DELETE', '/control/ip');
    expect((await send('GET', '/ip/127.0.0.1')).data['country']).toBe('MX');
  });
});

describe('telephone', () => {
  it('tells a call step by step, with a recording that can be fetched', async () => {
    const call = { extension: '1001', to: '+525500000001', ringMs: 20, talkMs: 20 };
    await send('POST', '/telephone/calls', call, { 'idempotency-key': 'call-0001' });
    await until(() => product.heard.length === 4);
    const types = product.heard.map((heard) => heard.message['type']);
    expect(types).toEqual(['RINGING', 'ANSWERED', 'ENDED', 'RECORDING']);
    const { pathname } = new URL(String(product.heard[3]!.message['recordingUrl']));
    const recording = await agentTo(sandbox.url).get(pathname).responseType('blob');
    expect((recording.body as Buffer).toString('latin1', 0, 4)).toBe('RIFF');
  });

  it('has who missed a call call back, once', async () => {
    const call = { extension: '1001', to: '+525500000007', ringMs: 5 };
    await send('POST', '/telephone/calls', call, { 'idempotency-key': 'call-0003' });
    await until(() => product.heard.some(({ message }) => message['type'] === 'ENDED'));
    expect((await send('POST', '/telephone/callBack', { afterMs: 60_000 })).data).toEqual({ callId: null });
    await send('POST', '/telephone/callBack', {});
    await until(() => product.heard.some(({ message }) => message['type'] === 'INCOMING'));
    const incoming = product.heard.find(({ message }) => message['type'] === 'INCOMING')!.message;
    expect(incoming).toMatchObject({ extension: '1001', from: '+525500000007', idempotencyKey: null });
    expect((await send('POST', '/telephone/callBack', {})).data).toEqual({ callId: null });
  });

  it('never calls back beyond this machine', async () => {
    const call = { extension: '1001', to: '+525500000001', callbackUrl: 'http://192.0.2.1/x' };
    expect((await send('POST', '/telephone/calls', call, { 'idempotency-key': 'call-0002' })).status).toBe(
      400,
    );
  });
});
