import { jest } from '@jest/globals';
import type { z } from 'zod';
import { RESULT_CODES, type ResultCode } from '../../../../contract/errors.js';
import type { Envelope, FieldError } from '../../../../contract/shared/envelope.js';

/** A request of the browser, as the contract's schema has read it. */
export interface Sent<Query = unknown, Body = unknown> {
  query: Query;
  body: Body;
  headers: Headers;
}

interface Call<Query, Body, Data> {
  /** `GET product/terms`: as the specification writes it, below /api/. */
  call: string;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  answer: (sent: Sent<Query, Body>) => Data | Refusal | Promise<Data | Refusal>;
}

/** An answer that is no success, as the server writes it. */
export class Refusal {
  constructor(
    readonly code: ResultCode,
    readonly message: string,
    readonly data: { fields?: FieldError[]; [more: string]: unknown } | null = null,
  ) {}
}

export const REQUEST_ID = 'req-0000-4711';

const refused = ({ code, message, data }: Refusal): Envelope<unknown> => ({
  code,
  message,
  data,
  requestId: REQUEST_ID,
});

/**
 * The server, as the browser's `fetch` sees it: answers the calls of a list and keeps what was sent. A call that is not in
 * the list, and one that the contract's schema refuses, is a fault of the test's screen: `faults` names it.
 */
export class Network {
  readonly faults: string[] = [];
  readonly #calls = new Map<string, Call<never, never, unknown>>();
  readonly #sent = new Map<string, Sent[]>();

  /** A later definition of a call replaces the earlier one. */
  on<Query, Body, Data>(call: Call<Query, Body, Data>): this {
    this.#calls.set(call.call, call as unknown as Call<never, never, unknown>);
    return this;
  }

  sent<Body>(call: string, schema?: z.ZodType<Body>): Body[] {
    const bodies = (this.#sent.get(call) ?? []).map(({ body }) => body);
    return schema ? bodies.map((body) => schema.parse(body)) : (bodies as Body[]);
  }

  queries(call: string): unknown[] {
    return (this.#sent.get(call) ?? []).map(({ query }) => query);
  }

  readonly fetch = jest.fn(
    async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
      const url = new URL(String(input), 'http://localhost/');
      const name = `${init.method ?? 'GET'} ${url.pathname.replace(/^\/api\//, '')}`;
      const known = this.#calls.get(name);
      if (!known) {
        this.faults.push(`nothing answers ${name}`);
        return json(refused(new Refusal(RESULT_CODES.systemError, `nothing answers ${name}`)));
      }
      const query = this.#read(name, known.query, Object.fromEntries(url.searchParams));
      const text = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body;
      const body = this.#read(name, known.body, text);
      const sent = { query, body, headers: new Headers(init.headers) };
      this.#sent.set(name, [...(this.#sent.get(name) ?? []), sent]);
      const answer = await known.answer(sent as Sent<never, never>);
      init.signal?.throwIfAborted();
      if (answer instanceof Refusal) return json(refused(answer));
      return json({ code: RESULT_CODES.ok, message: '', data: answer } satisfies Envelope<unknown>);
    },
  );

  #read(name: string, schema: z.ZodType | undefined, value: unknown): unknown {
    if (!schema) return value;
    const read = schema.safeParse(value);
    if (!read.success) this.faults.push(`${name} was sent ${JSON.stringify(value)}: ${read.error.message}`);
    return read.success ? read.data : value;
  }
}

const json = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } });
