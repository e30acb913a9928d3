import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Whether it comes from this machine itself: a request that a proxy passed on came from elsewhere. */
export function isLocal({ socket, headers }: IncomingMessage): boolean {
  const local = /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '');
  return local && !headers['x-forwarded-for'] && !headers['forwarded'];
}

/** Metrics are told to the machine itself, and elsewhere to who has the token. Without a token to nobody else. */
export function mayScrape(request: IncomingMessage, token: string | undefined): boolean {
  return isLocal(request) || (token !== undefined && hasToken(request.headers.authorization, token));
}

function hasToken(authorization: string | undefined, token: string): boolean {
  const [given, wanted] = [Buffer.from(authorization ?? ''), Buffer.from(`Bearer ${token}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
