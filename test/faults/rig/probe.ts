import { setTimeout as delay } from 'node:timers/promises';
import type { Person } from './people.js';

const EVERY_MS = 250;
const GIVE_UP_MS = 10_000;

interface Look {
  at: number;
  ms: number;
  /** null: no answer at all. */
  status: number | null;
}

/** Asks each server for a page again and again, and notes how long it waited and what came. */
export class Probe {
  private readonly looks: Look[] = [];
  private readonly running: Promise<void>[];
  private stopping = false;

  constructor(urls: readonly string[], person: Person) {
    this.running = urls.map((url) => this.ask(`${url}/api/task/counts`, person));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.running);
  }

  /** Results of the requests between two moments. */
  between(from: number, to: number): { longest: number; unanswered: number; failed: number; asked: number } {
    const looks = this.looks.filter(({ at }) => at >= from && at < to);
    return {
      longest: Math.max(0, ...looks.map(({ ms }) => ms)),
      unanswered: looks.filter(({ status }) => status === null).length,
      failed: looks.filter(({ status }) => status !== null && status >= 500).length,
      asked: looks.length,
    };
  }

  private async ask(url: string, { token }: Person): Promise<void> {
    const headers = { 'x-auth-token': token, cookie: `token=${token}` };
    while (!this.stopping) {
      const at = performance.now();
      let status: number | null = null;
      try {
        const response = await fetch(url, { headers, signal: AbortSignal.timeout(GIVE_UP_MS) });
        await response.arrayBuffer();
        ({ status } = response);
      } catch {
        // Noted as unanswered.
      }
      this.looks.push({ at, ms: performance.now() - at, status });
      await delay(EVERY_MS);
    }
  }
}
