import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { kindOfAddress } from './addresses.js';
import { ProviderUnavailable } from './provider-client.js';
import type { ProviderInForce } from './providers.js';

const LARGEST_ANSWER = 1024 * 1024;
/** Answers that have no body. */
const EMPTY = [204, 304];

interface Request {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
}

/**
 * `fetch` for a library that follows the addresses a provider names: each of them is judged as the provider's own was, none is
 * followed further, and an answer has a limit of time and size.
 *
 * @throws ProviderUnavailable
 */
export function fetchOf({ timeoutMs, isPrivate, lookup }: ProviderInForce) {
  return (address: string, { method, headers, body }: Request): Promise<Response> => {
    const target = new URL(address);
    if (!mayBeReached(target, isPrivate))
      return Promise.reject(new ProviderUnavailable('a foreign address', false));
    const text = body instanceof URLSearchParams || typeof body === 'string' ? String(body) : undefined;
    return new Promise((resolve, reject) => {
      const request = (target.protocol === 'https:' ? https : http).request(target, {
        ...{ method, headers, agent: false },
        ...(lookup && { lookup }),
      });
      const fail = () => {
        clearTimeout(late);
        request.destroy();
        reject(new ProviderUnavailable('no answer'));
      };
      const late = setTimeout(fail, timeoutMs);
      request.on('error', fail);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('error', fail);
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          if (size > LARGEST_ANSWER) fail();
        });
        response.on('end', () => {
          clearTimeout(late);
          const status = response.statusCode ?? 0;
          const type = response.headers['content-type'];
          const content = EMPTY.includes(status) ? null : Buffer.concat(chunks);
          resolve(new Response(content, { status, headers: type ? { 'content-type': type } : {} }));
        });
      });
      request.end(text);
    });
  };
}

/** A name is judged when it is resolved; an address that needs no resolving is judged here. */
function mayBeReached({ protocol, hostname }: URL, allowsPrivate: boolean): boolean {
  if (protocol !== 'https:' && !(protocol === 'http:' && allowsPrivate)) return false;
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0) return true;
  const kind = kindOfAddress(host);
  return kind === 'PUBLIC' || (kind === 'PRIVATE' && allowsPrivate);
}
