import { isIP } from 'node:net';
import type { Callbacks } from '../callbacks.js';
import type { Controls } from '../controls.js';
import { Refusal, type Call, type Route } from '../router.js';

/** Input of every provider. */
export interface Surroundings {
  controls: Controls;
  callbacks: Callbacks;
  /** The product's address, without a slash at the end. */
  productUrl: string;
  /** The sandbox's own address. */
  ownUrl: () => string;
  worldNow: () => Date;
  telephone: { ringMs: number; talkMs: number };
}

export type Provider = (surroundings: Surroundings) => Route[];

/** The caller's key: a repeat with the same key is answered as the first was and has no second effect. */
export function idempotencyKey(call: Call): string {
  const key = call.headers['idempotency-key'];
  if (typeof key !== 'string' || key.length < 4 || key.length > 64) {
    throw new Refusal(400, 'the header idempotency-key is missing');
  }
  return key;
}

/** Answers given, by key. */
export class Answers<Answer> {
  private readonly given = new Map<string, Answer>();

  once(key: string, make: () => Answer): Answer {
    const before = this.given.get(key);
    if (before !== undefined) return before;
    const answer = make();
    this.given.set(key, answer);
    return answer;
  }

  get(key: string): Answer | undefined {
    return this.given.get(key);
  }
}

/** Callbacks stay on this machine: the sandbox is no way to reach other hosts. */
export function localUrl(text: string): string {
  const { hostname, protocol } = new URL(text);
  const local =
    hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
  if (!local || protocol !== 'http:') throw new Refusal(400, 'callbackUrl leaves this machine');
  return text;
}
