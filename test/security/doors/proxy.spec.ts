import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '../../../contract/codes.js';
import { endpointsOf, type Endpoint } from '../../../server/platform/auth/endpoints.js';
import { maxBytes } from '../../../server/platform/http/body-limits.js';
import { messageOf } from '../../../server/platform/http/messages.js';
import { createStack, startApi, type Stack } from '../../support/stack.js';

const conf = readFileSync(new URL('../../../ops/nginx.conf', import.meta.url), 'utf8');
const compose = readFileSync(new URL('../../../docker-compose.yml', import.meta.url), 'utf8');
const KB = 1024;
let stack: Stack;
let endpoints: Endpoint[];

beforeAll(async () => {
  stack = await createStack();
  const api = await startApi();
  endpoints = endpointsOf(api.app);
  await api.close();
});
afterAll(() => stack.close());

const TYPES = ['json', 'form', 'fields'] as const;
const sizeIn = (text: string) => Number(/client_max_body_size (\d+)k;/.exec(text)?.[1]) * KB;
const locations = [...conf.matchAll(/^ {4}location ~ (\S+) \{([^}]*)\}/gm)].map(([, path, body]) => ({
  path: new RegExp(path!),
  body: body!,
}));
/** As nginx decides: the first of these that fits, else what stands above them. */
function limitOf(path: string): number {
  const found = locations.find((location) => location.path.test(path));
  return sizeIn(found ? found.body : conf.slice(0, conf.indexOf('location')));
}

describe('the proxy', () => {
  it('takes of each call what the server takes, by either base path', () => {
    const calls = endpoints.filter(({ name }) => !/^(Health|Metrics)Controller/.test(name));
    expect(calls.length).toBeGreaterThan(100);
    // By address alone: what a method takes, all take there.
    const most = new Map<string, number>();
    for (const { paths, body } of calls)
      for (const path of paths.map((declared) => declared.replace(/:\w+/g, '1'))) {
        const bytes = Math.max(...TYPES.map((type) => maxBytes(body, type)));
        most.set(path, Math.max(bytes, most.get(path) ?? 0));
      }
    for (const [path, bytes] of most)
      for (const address of [`/api/${path}`, `/prod/${path}`, `/api/${path}/`])
        expect([address, limitOf(address)]).toEqual([address, bytes]);
  });

  it('refuses with the words of the server', () => {
    for (const [variable, key] of [
      ['too_large', 'request.tooLarge'],
      ['too_many', 'request.tooMany'],
    ] as const)
      for (const language of LANGUAGES) {
        const words = new RegExp(
          `map \\$http_accept_language \\$${variable} \\{[^}]*${/cn/.test(language) ? 'default' : `\\^${language}`} '([^']*)'`,
        );
        expect(words.exec(conf)?.[1]).toBe(messageOf(key, language));
      }
  });

  it('has an end for who sends slowly or not at all, and for connections of one address', () => {
    for (const line of [
      'client_header_timeout 10s;',
      'client_body_timeout 20s;',
      'limit_conn address 2000;',
      'limit_conn_zone $binary_remote_addr zone=address:10m;',
      // The server decides before the body comes.
      'proxy_request_buffering off;',
    ])
      expect(conf).toContain(line);
  });

  it('passes on the address that a trusted proxy before it saw, the name, and that TLS ended there', () => {
    expect(compose).toContain('echo "set_real_ip_from $$network;"; done > /tmp/outer.conf');
    for (const line of [
      'include /tmp/outer.conf;',
      'real_ip_header X-Forwarded-For;',
      'real_ip_recursive on;',
      'proxy_set_header X-Forwarded-For $remote_addr;',
      'proxy_set_header Host $http_host;',
      'proxy_set_header X-Forwarded-Proto $outer_proto;',
      'map $http_x_forwarded_proto $outer_proto { default $scheme; https https; }',
    ])
      expect(conf).toContain(line);
    // Said again in a location, the others would be gone there.
    for (const { body } of locations) expect(body).not.toContain('proxy_set_header');
  });

  it('has no door to what monitoring reads, and logs no query', () => {
    for (const { name, paths } of endpoints.filter((endpoint) => /^(Health|Metrics)/.test(endpoint.name))) {
      const found = locations.find(({ path }) => path.test(`/${paths[0]}`));
      expect([name, found?.body.trim()]).toEqual([name, 'return 404;']);
    }
    expect(conf).toMatch(/log_format recoup '[^']*';/);
    expect(/log_format recoup '([^']*)'/.exec(conf)![1]).not.toMatch(
      /\$request\b|\$request_uri|\$args|\$http_/,
    );
    expect(conf).toContain('error_log /dev/stderr crit;');
  });
});
