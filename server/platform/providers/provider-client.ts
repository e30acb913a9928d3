import http from 'node:http';
import https from 'node:https';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { sign } from '../auth/signature.js';
import type { ProviderName } from '../../../contract/administration/site.js';
import { Site } from '../site/site.js';
import { credentialsOf } from './credentials.js';
import { ProviderOutcomes } from './provider-outcomes.js';
import { Providers, type ProviderInForce } from './providers.js';
import { twilioError } from './twilio.js';

/** The provider refused the request: sending it again would not help. */
export class ProviderRefused extends Error {
  constructor(
    readonly status: number,
    path: string,
    /** The provider's own number of the reason, where it has one. */
    readonly detail: number | null = null,
  ) {
    super(`${path} refused with ${status}`);
  }
}

/**
 * The provider failed, or whether it took the request is not known (no answer in time, a cut connection). The only safe
 * repetition is one under the same idempotency key.
 */
export class ProviderUnavailable extends Error {
  /** @param mayBeTaken false: the request did not reach the provider, or it said that it was too busy */
  constructor(
    message: string,
    readonly mayBeTaken = true,
  ) {
    super(message);
  }
}

export interface ProviderRequest<Answer> {
  provider: ProviderName;
  /** Below the provider's address, e.g. `/carrier/messages`. Never made of anybody's input but `encodeURIComponent`. */
  path: string;
  answer: z.ZodType<Answer>;
  /** Sent with POST, as JSON; without it and without `form` the request is a GET. */
  body?: object;
  /** Sent with POST, as a form's fields. */
  form?: Readonly<Record<string, string>>;
  /** Instead of POST, with a body or a form, and GET. */
  method?: 'DELETE';
  /** The provider does one thing for one key, however often it is sent. */
  idempotencyKey?: string;
  /** Its status for what was done before: an answer like that of the first time. */
  doneAs?: number;
}

/** `base`: instead of the provider's address. */
type Sent = Omit<ProviderRequest<unknown>, 'answer'> & { base?: string; timeoutMs?: number };

class NotReached extends Error {}

/** An answer's status, or null when none came in time, and how long it took in milliseconds. */
export interface Probe {
  status: number | null;
  ms: number;
}

const LARGEST_ANSWER = 64 * 1024;
const LARGEST_FILE = 64 * 1024 * 1024;
/** A recording takes longer than an answer. */
const FILE_MS = 60_000;
/** Connections to the providers; further requests wait until one is free. */
const SOCKETS = 256;

/**
 * The one way out to the providers: only to the address of each that is in force, signed with its secret, no redirects, a limit of
 * time and size on every answer, and each answer is parsed. The signature is that of callbacks, over `${timestamp}.${body}`;
 * what has no body is signed by its path. A provider that is asked by its own interface is given what that demands instead.
 *
 * @throws ProviderRefused for 4xx (but 408, 409, 425 and 429) and for a provider that a live site lacks, ProviderUnavailable
 * for everything else that went wrong.
 */
@Injectable()
export class ProviderClient {
  // Not the global fetch: it costs several times as much, which is felt at thousands of messages a second.
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: SOCKETS });
  private readonly secureAgent = new https.Agent({ keepAlive: true, maxSockets: SOCKETS });

  constructor(
    private readonly providers: Providers,
    private readonly outcomes: ProviderOutcomes,
    private readonly site: Site,
  ) {}

  async call<Answer>({ answer, ...request }: ProviderRequest<Answer>): Promise<Answer> {
    const bytes = await this.fetch(request, LARGEST_ANSWER);
    try {
      return answer.parse(JSON.parse(bytes.toString('utf8')));
    } catch {
      // Not the error itself: it would carry what the provider wrote into our logs.
      throw new ProviderUnavailable(`${request.path} answered something else`);
    }
  }

  /** As `call`, where the answer tells nothing. */
  async send(request: Omit<ProviderRequest<unknown>, 'answer'>): Promise<void> {
    await this.fetch(request, LARGEST_ANSWER);
  }

  /** A file that a provider names by URL. @throws also ProviderRefused(0) when the URL leaves the provider's address. */
  async download(provider: ProviderName, url: string): Promise<Buffer> {
    const target = URL.canParse(url) ? new URL(url) : null;
    const { origin } = new URL(this.providers.of(provider).url);
    if (target?.origin !== origin) throw new ProviderRefused(0, 'a foreign address');
    // "//other.example/x" would be read as another address.
    const path = target.pathname.replace(/^\/+/, '/') + target.search;
    const request = { provider, path, base: origin, timeoutMs: FILE_MS };
    return this.fetch(request, LARGEST_FILE);
  }

  /** A provider's stream, for as long as it lasts. The caller ends it by `destroy`. */
  stream(provider: ProviderName, path: string): Promise<http.IncomingMessage> {
    if (this.site.isOff(provider)) return Promise.reject(new ProviderRefused(0, 'a stream'));
    const { url, secret, timeoutMs, lookup } = this.providers.of(provider);
    const target = new URL(url + path);
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = {
      'x-timestamp': String(timestamp),
      'x-signature': sign(secret, timestamp, target.pathname + target.search),
    };
    return new Promise((resolve, reject) => {
      // A connection of its own: it is not given back for long.
      const request = (target.protocol === 'https:' ? https : http).get(target, {
        ...{ headers, agent: false },
        ...(lookup && { lookup }),
      });
      const fail = (error: Error) => {
        clearTimeout(late);
        request.destroy();
        reject(error);
      };
      const late = setTimeout(() => fail(new ProviderUnavailable('late')), timeoutMs);
      request.on('error', () => fail(new ProviderUnavailable('a stream failed')));
      request.on('response', (response) => {
        const status = response.statusCode ?? 0;
        if (status !== 200)
          return fail(
            isFinal(status) ? new ProviderRefused(status, 'a stream') : new ProviderUnavailable('a stream'),
          );
        clearTimeout(late);
        resolve(response);
      });
    });
  }

  /** Asks an address that is perhaps not in force yet, and tells how it answered. */
  async probe(provider: ProviderInForce, request: Omit<Sent, 'provider'>): Promise<Probe> {
    const begun = performance.now();
    const answer = await this.exchange(provider, request, LARGEST_ANSWER).catch(() => null);
    return { status: answer?.status ?? null, ms: Math.round(performance.now() - begun) };
  }

  private async fetch(request: Sent, largest: number): Promise<Buffer> {
    const name = request.path.split('?')[0]!.split('/').slice(0, 3).join('/');
    if (this.site.isOff(request.provider)) throw new ProviderRefused(0, name);
    try {
      const { status, body } = await this.exchange(this.providers.of(request.provider), request, largest);
      // A look-up that knows nothing has answered.
      const isDone = (status >= 200 && status < 300) || status === request.doneAs;
      this.outcomes.note(request.provider, status !== 404 && !isDone);
      if (isDone) return body;
      if (isFinal(status)) throw new ProviderRefused(status, name, this.detailOf(request.provider, body));
      throw new ProviderUnavailable(`${name} answered ${status}`, status !== 429);
    } catch (error) {
      if (error instanceof ProviderRefused || error instanceof ProviderUnavailable) throw error;
      this.outcomes.note(request.provider, true);
      const kind = error instanceof Error ? error.name : 'failed';
      throw new ProviderUnavailable(`${name}: ${kind}`, !(error instanceof NotReached));
    }
  }

  private detailOf(provider: ProviderName, body: Buffer): number | null {
    return this.providers.of(provider).protocol === 'TWILIO' ? twilioError(body) : null;
  }

  /** One request on a kept connection. Redirects are answers like any other: nobody follows them. */
  private exchange(
    provider: ProviderInForce,
    { path, base, method, body, form, idempotencyKey, timeoutMs }: Omit<Sent, 'provider'>,
    largest: number,
  ): Promise<{ status: number; body: Buffer }> {
    const { url, timeoutMs: defaultTimeoutMs, lookup } = provider;
    const target = new URL((base ?? url) + path);
    const text = form ? new URLSearchParams(form).toString() : body && JSON.stringify(body);
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
    const headers = {
      ...credentialsOf(provider, text ?? target.pathname + target.search),
      ...(text ? { 'content-type': type, 'content-length': Buffer.byteLength(text) } : {}),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    };
    const secure = target.protocol === 'https:';
    return new Promise((resolve, reject) => {
      const request = (secure ? https : http).request(target, {
        method: method ?? (text ? 'POST' : 'GET'),
        headers,
        agent: secure ? this.secureAgent : this.agent,
        ...(lookup && { lookup }),
      });
      // Neither an AbortSignal nor an async iterator: the two are two fifths of what a message costs here.
      const late = setTimeout(() => request.destroy(new Error('late')), timeoutMs ?? defaultTimeoutMs);
      let isReached = false;
      const fail = (error: Error) => {
        clearTimeout(late);
        request.destroy();
        reject(isReached ? error : new NotReached());
      };
      request.on('error', fail);
      request.on('socket', (socket) => {
        if (socket.connecting) socket.once(secure ? 'secureConnect' : 'connect', () => (isReached = true));
        else isReached = true;
      });
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('error', fail);
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          if (size > largest) fail(new ProviderRefused(413, 'an answer too large'));
        });
        response.on('end', () => {
          clearTimeout(late);
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) });
        });
      });
      request.end(text);
    });
  }
}

function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status);
}
