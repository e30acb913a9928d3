import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ProviderRefused, ProviderUnavailable } from '../../server/platform/providers/provider-client.js';
import { providerClientOf } from '../support/provider-client.js';

const Answer = z.object({ id: z.string() });

let server: Server;
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

async function ask(answer: RequestListener, timeoutMs = 5_000) {
  server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const carrier = { url, secret: 'of-the-carrier-alone', timeoutMs };
  const client = providerClientOf({ carrier });
  return client.call({ provider: 'carrier', path: '/carrier/messages', answer: Answer, body: { to: '1' } });
}

describe('a call of a provider', () => {
  it('brings the body and parses an answer that comes in parts', async () => {
    const answer = ask((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        response.write('{"id":');
        setImmediate(() => response.end(JSON.stringify(Buffer.concat(parts).toString()) + '}'));
      });
    });
    expect(await answer).toEqual({ id: '{"to":"1"}' });
  });

  it.each<[string, RequestListener]>([
    ['never answers', () => undefined],
    ['stops in the middle of its answer', (_, response) => void response.write('{"id":')],
    ['cuts the connection', (request) => void request.socket.destroy()],
    [
      'cuts the connection in the middle of its answer',
      (request, response) => void response.write('{"id":', () => request.socket.destroy()),
    ],
    ['fails', (_, response) => void response.writeHead(503).end()],
    [
      // Whoever followed would be answered there.
      'points elsewhere',
      ({ url }, response) =>
        void (url === '/there'
          ? response.end('{"id":"1"}')
          : response.writeHead(302, { location: '/there' }).end()),
    ],
    ['answers something else', (_, response) => void response.end('<html>')],
  ])('may be repeated when the provider %s', async (_, listener) => {
    await expect(ask(listener, 300)).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  it.each<[string, RequestListener]>([
    ['refuses', (_, response) => void response.writeHead(422).end()],
    ['answers without end', (_, response) => void response.end('x'.repeat(100_000))],
  ])('is over when the provider %s', async (_, listener) => {
    await expect(ask(listener)).rejects.toBeInstanceOf(ProviderRefused);
  });
});
