import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../config/config.js';
import { namesLoopback } from '../http/own-hosts.js';

/**
 * Metrics and health are for the machine itself, and elsewhere for the holder of the token. Behind a proxy the machine itself
 * cannot be told apart: a proxy that runs on it, and does not name its client, looks the same. There the token is always
 * required, and without one nobody may read.
 */
export function mayScrape(
  request: Pick<IncomingMessage, 'socket' | 'headers'>,
  { behindProxy, metricsToken }: Pick<Config, 'behindProxy' | 'metricsToken'>,
): boolean {
  if (metricsToken !== undefined && hasToken(request.headers.authorization, metricsToken)) return true;
  return !behindProxy && isLocal(request);
}

function isLocal({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  const local = /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '');
  return local && namesLoopback(headers.host) && !headers['x-forwarded-for'] && !headers['forwarded'];
}

function hasToken(authorization: string | undefined, token: string): boolean {
  const [given, wanted] = [Buffer.from(authorization ?? ''), Buffer.from(`Bearer ${token}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
