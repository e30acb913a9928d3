import { setTimeout as delay } from 'node:timers/promises';
import { sign } from '../../../server/platform/auth/signature.js';
import type { Person } from './people.js';
import { until } from './wait.js';

export interface Call {
  kind: 'payment' | 'reversal' | 'record' | 'bind' | 'message' | 'read';
  /** The key that makes a repetition one effect: providerReference, clientRequestId. Any name for the others. */
  key: string;
  path: string;
  body?: Record<string, unknown>;
  /** The sender; the payment rails when left out. */
  person?: Person;
  /** Age that a callback's signature claims, in seconds. */
  late?: number;
}

/** The client's final knowledge. `code` null: it never received an answer that settles the matter. */
export interface Entry {
  call: Call;
  code: string | null;
  data: unknown;
  sentAt: number;
  answeredAt: number | null;
  attempts: number;
}

/** An answer of 500 or more, which the client takes for none. */
export interface Failure {
  url: string;
  path: string;
  status: number;
  retryAfter: string | null;
  at: number;
}

export interface SendOptions {
  /** Goes on asking until then; 0 tries once. */
  patienceMs?: number;
  /** The server that is asked first. */
  server?: number;
}

const ANSWER_MS = 6_000;
const PATIENCE_MS = 40_000;
const AGAIN_MS = [20, 50, 100, 200, 300];

/**
 * The clients of all faults: each call goes to one server and, as long as there is no answer (a broken connection, no
 * connection, a 5xx), the very same call to the other one. The journal is what the clients believe.
 */
export class Clients {
  readonly journal: Entry[] = [];
  readonly waiting = new Set<Entry>();
  readonly failures: Failure[] = [];
  private turn = 0;

  constructor(
    readonly urls: readonly string[],
    private readonly secret: string,
  ) {}

  async send(call: Call, options: SendOptions = {}): Promise<Entry> {
    const { patienceMs = PATIENCE_MS } = options;
    let server = options.server ?? this.turn++;
    const entry: Entry = {
      call,
      code: null,
      data: null,
      sentAt: performance.now(),
      answeredAt: null,
      attempts: 0,
    };
    this.journal.push(entry);
    this.waiting.add(entry);
    for (;;) {
      entry.attempts++;
      const answer = await this.attempt(call, this.urls[server++ % this.urls.length]!);
      if (answer) {
        Object.assign(entry, answer, { answeredAt: performance.now() });
        break;
      }
      if (performance.now() - entry.sentAt > patienceMs) break;
      await delay(AGAIN_MS[Math.min(entry.attempts, AGAIN_MS.length) - 1]);
    }
    this.waiting.delete(entry);
    return entry;
  }

  /** @returns null when the call has to be sent again. */
  private async attempt(call: Call, url: string): Promise<{ code: string; data: unknown } | null> {
    const body = call.body && JSON.stringify(call.body);
    try {
      const response = await fetch(`${url}/api/${call.path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          'accept-language': 'en',
          'content-type': 'application/json',
          ...this.proof(call, body ?? ''),
        },
        body,
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      if (response.status >= 500) {
        const retryAfter = response.headers.get('retry-after');
        this.failures.push({
          url,
          path: call.path,
          status: response.status,
          retryAfter,
          at: performance.now(),
        });
      }
      const answer = (await response.json()) as { code?: string; data?: unknown };
      if (response.status >= 500) return null;
      return { code: answer.code ?? '00', data: answer.code === undefined ? answer : answer.data };
    } catch (error) {
      if (isUnanswered(error)) return null;
      throw error;
    }
  }

  private proof(call: Call, body: string): Record<string, string> {
    if (call.person) return { 'x-auth-token': call.person.token, cookie: `token=${call.person.token}` };
    const timestamp = Math.floor(Date.now() / 1000) - (call.late ?? 0);
    return { 'x-timestamp': String(timestamp), 'x-signature': sign(this.secret, timestamp, body) };
  }
}

/** The server died or did not answer in time, before or in the middle of its answer. */
function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof TypeError || error instanceof SyntaxError || error.name === 'TimeoutError';
}

export const isAcknowledged = (entry: Entry): boolean => entry.code === '00' && entry.call.kind !== 'read';

let number = 0;
export const newKey = (): string => `FLT-${process.pid}-${Date.now().toString(36)}-${++number}`;

export function payment(externalId: string, amount: number, more: Partial<Call> = {}): Call {
  const key = more.key ?? newKey();
  const body = {
    type: 'PAYMENT',
    providerReference: key,
    loanItemExternalId: externalId,
    amount,
    channel: 'SPEI',
    paidAt: new Date().toISOString(),
    ...more.body,
  };
  return { kind: 'payment', path: 'payment/callback', ...more, key, body };
}

export function reversal(originalReference: string, amount: number, more: Partial<Call> = {}): Call {
  const key = more.key ?? newKey();
  const paidAt = new Date().toISOString();
  const body = { type: 'REVERSAL', providerReference: key, originalReference, amount, paidAt, ...more.body };
  return { kind: 'reversal', path: 'payment/callback', ...more, key, body };
}

export function record(
  person: Person,
  target: { id: number; contactId: number },
  more: Record<string, unknown> = {},
): Call {
  const key = typeof more['clientRequestId'] === 'string' ? more['clientRequestId'] : newKey();
  const body = {
    taskId: target.id,
    contactId: target.contactId,
    callStatus: 'CONNECTED',
    callResult: 'ND',
    notes: 'fault',
    clientRequestId: key,
    ...more,
  };
  return { kind: 'record', key, path: 'task/record', body, person };
}

export function read(person: Person, path: string): Call {
  return { kind: 'read', key: path, path, person };
}

export function bind(leader: Person, taskIds: number[], agentId: number, versions?: number[]): Call {
  const body = { taskIds, agentId, ...(versions ? { versions } : {}) };
  return { kind: 'bind', key: newKey(), path: 'management/task/batchBindAgent', body, person: leader };
}

/** @returns ms from `at`, which has just been, until a write that was sent after it was acknowledged */
export async function writesAgain({ journal }: Clients, at: number): Promise<number> {
  const known = journal.length;
  const entry = await until(
    'a write to be acknowledged again',
    () => journal.slice(known).find(isAcknowledged),
    60_000,
  );
  return entry.answeredAt! - at;
}

/** @returns the longest time, ms, from `from` until now in which no write was acknowledged */
export function longestPause({ journal }: Clients, from: number): number {
  const times = journal
    .filter(isAcknowledged)
    .map(({ answeredAt }) => answeredAt!)
    .filter((at) => at > from)
    .sort((one, other) => one - other);
  return Math.max(...[...times, performance.now()].map((at, index) => at - (times[index - 1] ?? from)));
}
