import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addSecurityHeaders } from '../../server/platform/http/security-headers.js';
import { serveClient } from '../../server/platform/http/static-client.js';

let folder: string;
let fastify: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recoup-client-'));
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, '.vite'));
  writeFileSync(
    join(folder, 'index.html'),
    '<meta name="csp-nonce" content="__CSP_NONCE__"><script nonce="__CSP_NONCE__"></script>',
  );
  writeFileSync(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'assets/index-abc123.js'), 'export {}');
  writeFileSync(join(folder, 'assets/index-abc123.js.gz'), gzipSync('export {}'));
  writeFileSync(join(folder, 'assets/index-abc123.js.map'), '{}');
  writeFileSync(join(folder, '.vite/manifest.json'), '{}');
  fastify = Fastify();
  addSecurityHeaders(fastify);
  const outside = { frames: 'https://faces.example', addressService: 'https://address.example/json' };
  await serveClient(fastify, () => outside, folder);
});
afterAll(async () => {
  await fastify.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string) => fastify.inject({ url });

describe('the page', () => {
  it('comes with a nonce of its own each time, in the policy and in the page', async () => {
    const nonces = new Set<string>();
    for (let i = 0; i < 3; i++) {
      const answer = await get('/');
      const nonce = /content="([^"]+)"/.exec(answer.body)![1]!;
      expect(answer.body).toContain(`<script nonce="${nonce}">`);
      expect(answer.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it('allows nothing unsafe, is framed by nobody and never kept', async () => {
    const { headers } = await get('/');
    const policy = String(headers['content-security-policy']);
    expect(policy).not.toMatch(/unsafe-|\*|http:/);
    expect(headers['permissions-policy']).toContain('camera=(self "https://faces.example")');
    for (const part of [
      'frame-src https://faces.example;',
      "connect-src 'self' https://address.example;",
      "default-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]) {
      expect(policy).toContain(part);
    }
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    });
  });
});

describe('what lies beside the page', () => {
  it('is kept for a year when its name holds a hash', async () => {
    const script = await get('/assets/index-abc123.js');
    expect(script.statusCode).toBe(200);
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(script.headers['content-type']).toMatch(/javascript/);
    expect((await get('/icon.svg')).headers['content-type']).toMatch(/svg/);
  });

  it('is sent packed where the build packed it', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const script = await fastify.inject({ url: '/assets/index-abc123.js', headers });
    expect(script.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('holds no source maps, no build notes and nothing from outside the folder', async () => {
    for (const url of [
      '/assets/index-abc123.js.map',
      '/assets/index-abc123.js.map.gz',
      '/.vite/manifest.json',
      '/index.html',
      '/assets/',
      '/assets/../index.html',
      '/assets/..%2f..%2f..%2fetc%2fpasswd',
      '/assets/%2e%2e/%2e%2e/etc/passwd',
      '/package.json',
    ]) {
      const { statusCode } = await get(url);
      expect([url, statusCode, statusCode >= 400]).toEqual([url, statusCode, true]);
    }
  });
});
