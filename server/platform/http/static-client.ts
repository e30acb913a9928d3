import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Outside, pagePermissions, pagePolicy } from './security-headers.js';

const NONCE = /__CSP_NONCE__/g;
const ADDRESS_SERVICE = '__ADDRESS_SERVICE__';
const YEAR_S = 31_536_000;

/** Where the build puts the client, seen from the source and from dist. */
const BUILT = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../dist/client' : '../../../client', import.meta.url),
);

/**
 * Serves the built client: the page with a fresh nonce each time and never kept, what lies under assets/ (its names hold
 * a hash) for a year, and the few files beside the page. Each page asks what is `outside` by then. Routes are hashes, so "/" is the only page. Source maps stay home.
 */
export async function serveClient(
  fastify: FastifyInstance,
  outside: () => Outside,
  folder = BUILT,
): Promise<void> {
  if (!existsSync(folder)) return;
  await fastify.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    cacheControl: false,
    preCompressed: true,
    allowedPath: (path) => !path.endsWith('.map'),
    setHeaders: (reply) => void reply.header('cache-control', `public, max-age=${YEAR_S}, immutable`),
  });
  fastify.get('/', (_, reply) => sendPage(reply, folder, outside()));
  for (const name of plainFiles(folder)) {
    fastify.get(`/${name}`, (_, reply) => {
      reply.header('cache-control', 'public, max-age=3600');
      return reply.sendFile(name, folder, { cacheControl: false });
    });
  }
}

async function sendPage(reply: FastifyReply, folder: string, outside: Outside): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64');
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  return reply
    .header('content-security-policy', pagePolicy(nonce, outside))
    .header('permissions-policy', pagePermissions(outside.frames))
    .type('text/html; charset=utf-8')
    .send(page.replace(NONCE, nonce).replace(ADDRESS_SERVICE, () => encodeURI(outside.addressService)));
}

function plainFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^[\w-]+\.(svg|png|ico|txt|webmanifest|js)$/.test(entry.name))
    .map((entry) => entry.name);
}
