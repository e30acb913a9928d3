import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { Config } from '../../server/platform/config/config.js';
import type { ProviderName } from '../../contract/administration/site.js';
import { ProviderUnavailable } from '../../server/platform/providers/provider-client.js';
import { providerClientOf } from '../support/provider-client.js';
import { TEST_SECRETS } from '../support/stack.js';

const ENVIRONMENT = {
  DATABASE_URL: 'mysql://a:b@127.0.0.1/c',
  REDIS_URL: 'redis://127.0.0.1',
  RECOUP_DATA_DIR: '/tmp',
  RECOUP_SECRETS: JSON.stringify(TEST_SECRETS),
};
const configOf = (more: Record<string, string> = {}) => new Config({ ...ENVIRONMENT, ...more });
const NAMES: [ProviderName, string, string][] = [
  ['carrier', 'CARRIER', TEST_SECRETS.carrierHmac],
  ['telephone', 'TELEPHONE', TEST_SECRETS.telephonyHmac],
  ['rails', 'RAILS', TEST_SECRETS.paymentHmac],
  ['debit', 'DEBIT', TEST_SECRETS.debitHmac],
  ['liveness', 'LIVENESS', TEST_SECRETS.livenessHmac],
  ['ip', 'IP', TEST_SECRETS.ipHmac],
  ['mail', 'MAIL', TEST_SECRETS.mailHmac],
];

describe('the settings of a provider', () => {
  it.each(NAMES)(
    'are the sandbox for %s, until its own address, limit and secret are named',
    (name, variable, secret) => {
      const sandbox = configOf({ SANDBOX_URL: 'http://127.0.0.1:4711/' }).providers;
      expect(sandbox[name]).toMatchObject({ url: 'http://127.0.0.1:4711', simulated: true, secret });
      const own = configOf({
        [`RECOUP_${variable}_URL`]: 'https://outside.example/v2/',
        [`RECOUP_${variable}_TIMEOUT_MS`]: '700',
      }).providers;
      expect(own[name]).toEqual({
        url: 'https://outside.example/v2',
        simulated: false,
        secret,
        timeoutMs: 700,
      });
      const others = NAMES.filter(([other]) => other !== name).map(([other]) => own[other].url);
      expect(new Set(others)).toEqual(new Set(['http://127.0.0.1:8090']));
    },
  );

  it.each([
    ['RECOUP_CARRIER_URL', 'carrier.example', 'begins with http'],
    ['RECOUP_RAILS_URL', 'ftp://rails.example', 'begins with http'],
    ['RECOUP_DEBIT_URL', 'https://me:hunter2@debit.example', 'no user'],
    ['RECOUP_IP_URL', 'https://ip.example/?key=hunter2', 'no "?"'],
    ['RECOUP_LIVENESS_TIMEOUT_MS', 'soon', 'whole milliseconds from 100 to 30000'],
    ['RECOUP_TELEPHONE_TIMEOUT_MS', '0', 'whole milliseconds from 100 to 30000'],
    ['RECOUP_CARRIER_TIMEOUT_MS', '4001', 'whole milliseconds from 100 to 4000'],
  ])('stop the start when %s is %j, and say so without the value', (variable, value, said) => {
    const start = () => configOf({ [variable]: value });
    expect(start).toThrow(new RegExp(`^${variable} .*${said.replace('?', '\\?')}`));
    expect(start).not.toThrow('hunter2');
  });

  it('stop the start when a secret is missing, and name it', () => {
    const { debitHmac: _, ...secrets } = TEST_SECRETS;
    expect(() => configOf({ RECOUP_SECRETS: JSON.stringify(secrets) })).toThrow('missing: debitHmac (');
  });
});

describe('what is asked of a provider', () => {
  const heard: { request: IncomingMessage; body: string }[] = [];
  let outside: Server;
  let url: string;

  beforeAll(async () => {
    outside = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        heard.push({ request, body });
        if (request.url !== '/debit/silent') response.end('{"fine":true}');
      });
    });
    await new Promise<void>((done) => outside.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    outside.closeAllConnections();
    await new Promise((done) => outside.close(done));
  });
  const Fine = z.object({ fine: z.boolean() });
  const signatureOf = (secret: string, { request }: (typeof heard)[number], signed: string) =>
    createHmac('sha256', secret)
      .update(`${String(request.headers['x-timestamp'])}.${signed}`)
      .digest('hex');

  it('goes to its own address, below its path, signed with its own secret', async () => {
    const client = providerClientOf(configOf({ RECOUP_RAILS_URL: `${url}/bank/` }).providers);
    await client.call({ provider: 'rails', path: '/rails/references', body: { amount: 1 }, answer: Fine });
    await client.call({ provider: 'rails', path: '/rails/state?of=1', answer: Fine });
    const [posted, read] = heard;
    expect(posted!.request.url).toBe('/bank/rails/references');
    expect(posted!.request.headers['x-signature']).toBe(
      signatureOf(TEST_SECRETS.paymentHmac, posted!, posted!.body),
    );
    expect(read!.request.headers['x-signature']).toBe(
      signatureOf(TEST_SECRETS.paymentHmac, read!, '/bank/rails/state?of=1'),
    );
  });

  it('counts as silence after its own limit of time', async () => {
    const client = providerClientOf(
      configOf({ RECOUP_DEBIT_URL: url, RECOUP_DEBIT_TIMEOUT_MS: '100' }).providers,
    );
    const asked = client.call({ provider: 'debit', path: '/debit/silent', body: {}, answer: Fine });
    await expect(asked).rejects.toBeInstanceOf(ProviderUnavailable);
  });
});
