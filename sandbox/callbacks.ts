import { setMaxListeners } from 'node:events';
import type { Controls } from './controls.js';
import { signedHeaders } from './signature.js';

export type DeliveryState = 'pending' | 'accepted' | 'refused';

export interface Delivery {
  key: string;
  state: DeliveryState;
  attempts: number;
  /** The product's last answer: its code, the HTTP status, or why there was none. */
  answer: string | null;
  done: Promise<DeliveryState>;
}

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 15_000;
const TIMEOUT_MS = 10_000;
/** The product understood and said no; some are tried again, for what they name may only come later. */
const REFUSAL_ATTEMPTS = 6;
const FINAL_CODES = new Set(['22', '20']);

/** Sends signed callbacks again and again until the product answers code 00, as providers do. */
export class Callbacks {
  private readonly stop = new AbortController();
  private readonly waiting = new Map<NodeJS.Timeout, () => void>();

  constructor(
    private readonly secret: string,
    private readonly controls: Controls,
  ) {
    setMaxListeners(0, this.stop.signal);
  }

  /** Later calls may overtake earlier ones when the controls say so. */
  send(url: string, key: string, message: object): Delivery {
    const body = JSON.stringify(message);
    const delivery: Delivery = {
      key,
      state: 'pending',
      attempts: 0,
      answer: null,
      done: Promise.resolve('pending'),
    };
    delivery.done = this.deliver(url, body, delivery);
    if (this.controls.random.chance(this.controls.faults.duplicateRate)) {
      const twin: Delivery = { ...delivery };
      twin.done = this.deliver(url, body, twin);
    }
    return delivery;
  }

  close(): void {
    this.stop.abort();
    for (const [timer, go] of this.waiting) {
      clearTimeout(timer);
      go();
    }
  }

  private async deliver(url: string, body: string, delivery: Delivery): Promise<DeliveryState> {
    const { lateMs, reorderMs } = this.controls.faults;
    let wait = lateMs + (reorderMs > 0 ? this.controls.random.between(0, reorderMs) : 0);
    while (delivery.state === 'pending') {
      if (wait > 0) await this.pause(wait);
      if (this.stop.signal.aborted) break;
      if (!this.controls.faults.down) await this.attempt(url, body, delivery);
      wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(delivery.attempts, 10));
    }
    return delivery.state;
  }

  /** Not by the signal: one with thousands of listeners walks through all of them for each new one. */
  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.waiting.delete(timer);
        resolve();
      }, milliseconds);
      this.waiting.set(timer, resolve);
    });
  }

  private async attempt(url: string, body: string, delivery: Delivery): Promise<void> {
    delivery.attempts++;
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers: signedHeaders(this.secret, body),
        signal: AbortSignal.any([this.stop.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      const text = await response.text();
      delivery.answer = response.ok ? codeOf(text) : `HTTP ${response.status}`;
      if (response.ok) delivery.state = verdict(delivery);
    } catch (error) {
      delivery.answer = error instanceof Error ? error.name : 'error';
    }
  }
}

function verdict({ answer, attempts }: Delivery): DeliveryState {
  if (answer === '00') return 'accepted';
  if (answer === '99') return 'pending';
  return FINAL_CODES.has(answer ?? '') || attempts >= REFUSAL_ATTEMPTS ? 'refused' : 'pending';
}

function codeOf(text: string): string {
  try {
    return String((JSON.parse(text) as { code?: unknown }).code);
  } catch {
    return 'not JSON';
  }
}
