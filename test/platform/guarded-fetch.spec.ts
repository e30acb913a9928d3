import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guardedLookup } from '../../server/platform/providers/addresses.js';
import { fetchOf } from '../../server/platform/providers/guarded-fetch.js';
import type { ProviderInForce } from '../../server/platform/providers/providers.js';

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/large') return void response.end(Buffer.alloc(2 * 1024 * 1024));
    if (request.url === '/late') return;
    if (request.url === '/elsewhere') return void response.writeHead(302, { location: '/here' }).end();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"here":true}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const asked = (address: string, isPrivate = true) => {
  const provider = { timeoutMs: 500, isPrivate, lookup: guardedLookup(isPrivate) } as ProviderInForce;
  return fetchOf(provider)(address, { method: 'GET', headers: {} });
};

describe('an address that a provider names', () => {
  it('is asked in the own network when two approved one there, and a redirect is an answer', async () => {
    expect(await (await asked(`${url}/here`)).json()).toEqual({ here: true });
    expect((await asked(`${url}/elsewhere`)).status).toBe(302);
  });

  it.each([
    ['a host’s own secrets', 'https://169.254.169.254/latest', true],
    ['the same over the newer protocol', 'https://[fd00:ec2::254]/latest', true],
    ['the own machine, by its number', 'https://127.0.0.1/', false],
    ['the own machine, by its name', 'https://localhost/', false],
    ['a plain one outside', 'http://people.lender.example/', false],
    ['a file', 'file:///etc/hosts', true],
  ])('is refused when it is %s', async (_, address, isPrivate) => {
    await expect(asked(address, isPrivate)).rejects.toThrow(/address|answer/);
  });

  it.each(['large', 'late'])('is left when its answer is too %s', async (path) => {
    await expect(asked(`${url}/${path}`)).rejects.toThrow('no answer');
  });
});
