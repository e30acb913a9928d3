import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../config/config.js';
import { namesLoopback } from '../http/own-hosts.js';

/**
 * What monitoring reads is told to the machine itself, and elsewhere to who has the token. Behind a proxy nobody can tell who
 * the machine itself is: one that runs on it, and says nothing of those for whom it asks, looks the same. There it takes the
 * token always, and without one nobody is told.
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
