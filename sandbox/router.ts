import { pipeline, Readable } from 'node:stream';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ZodError } from 'zod';
import type { Controls } from './controls.js';

export interface Call {
  params: Record<string, string>;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  /** The caller's address. */
  address: string;
  body: unknown;
}
export interface Reply {
  status: number;
  /** JSON, or bytes, text or a stream with their own type. */
  body: unknown;
  type?: string;
  headers?: Record<string, string>;
}
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** Segments; `:name` takes one. */
  path: string;
  /** The provider whose faults this route suffers; none for what borrowers and tests do. */
  faulty?: Controls;
  handle: (call: Call) => Reply | Promise<Reply>;
}

/** A refusal with its HTTP status. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export const ok = (body: unknown): Reply => ({ status: 200, body });
export const accepted = (body: unknown): Reply => ({ status: 202, body });

const BODY_LIMIT = 4 * 1_048_576;

/** Answers one request by the first route that fits. */
export async function answer(routes: Route[], request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://sandbox');
  const found = find(routes, request.method ?? 'GET', url.pathname);
  if (!found) return write(response, { status: 404, body: { error: 'no such path' } });
  const { route, params } = found;
  const faults = route.faulty?.faults;
  if (faults?.down) return void request.socket.destroy();
  const reply = await replyTo(
    route,
    {
      params,
      query: url.searchParams,
      headers: request.headers,
      address: request.socket.remoteAddress ?? '',
      body: null,
    },
    request,
  );
  if (faults?.delayMs) await sleep(faults.delayMs, undefined, { ref: false });
  if (reply.status < 300 && route.faulty?.random.chance(faults?.loseAnswerRate ?? 0)) {
    return void request.socket.destroy();
  }
  write(response, reply);
}

async function replyTo(route: Route, call: Call, request: IncomingMessage): Promise<Reply> {
  try {
    call.body = await readBody(request);
    if (route.faulty?.random.chance(route.faulty.faults.failRate)) throw new Refusal(503, 'try again later');
    return await route.handle(call);
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: { error: error.message } };
    if (error instanceof ZodError) return { status: 400, body: { error: error.issues } };
    throw error;
  }
}

function find(routes: Route[], method: string, path: string) {
  const given = path.split('/').filter(Boolean);
  for (const route of routes) {
    const wanted = route.path.split('/').filter(Boolean);
    if (route.method !== method || wanted.length !== given.length) continue;
    if (!wanted.every((part, index) => part.startsWith(':') || part === given[index])) continue;
    const named = wanted.flatMap((part, index) =>
      part.startsWith(':') ? [[part.slice(1), decodeURIComponent(given[index]!)]] : [],
    );
    return { route, params: Object.fromEntries(named) as Record<string, string> };
  }
  return undefined;
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > BODY_LIMIT) throw new Refusal(413, 'too large');
    parts.push(part);
  }
  if (size === 0) return {};
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    throw new Refusal(400, 'not JSON');
  }
}

function write(response: ServerResponse, reply: Reply): void {
  const plain = reply.type !== undefined;
  response.writeHead(reply.status, { 'content-type': reply.type ?? 'application/json', ...reply.headers });
  if (reply.body instanceof Readable) return void pipeline(reply.body, response, () => undefined);
  response.end(plain ? reply.body : JSON.stringify(reply.body));
}
