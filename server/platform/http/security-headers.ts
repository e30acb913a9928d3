import type { FastifyInstance } from 'fastify';

const HSTS = 'max-age=31536000; includeSubDomains';

/** Answers of the API are data: nothing in them may run, be framed or be kept by a cache. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const FIXED = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(self), payment=(), usb=()',
  'x-permitted-cross-domain-policies': 'none',
} as const;

/** Sets the headers of every answer; the page replaces the policy with `pagePolicy`. HSTS goes out behind TLS only. */
export function addSecurityHeaders(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(FIXED);
    reply.header('content-security-policy', DATA_POLICY);
    reply.header('cache-control', 'no-store');
    if (request.protocol === 'https') reply.header('strict-transport-security', HSTS);
    done();
  });
}

/** Addresses that the page may reach beside the server. */
export interface Outside {
  /** The one origin that may be embedded: the liveness check's. */
  frames: string;
  /** Tells the browser its public address. */
  addressService: string;
}

/**
 * The page's policy: our own scripts and styles, and inline ones that carry this answer's nonce (antd and AG Grid write
 * style elements). No unsafe-inline: markup that somebody smuggled into a note can neither run nor dress itself up.
 */
export function pagePolicy(nonce: string, { frames, addressService }: Outside): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self' blob:",
    `connect-src 'self' ${new URL(addressService).origin}`,
    `frame-src ${frames}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The embedded liveness check uses the camera too; nobody else's page may. */
export function pagePermissions(frames: string): string {
  return FIXED['permissions-policy'].replace('camera=(self)', `camera=(self "${frames}")`);
}
