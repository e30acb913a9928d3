import { z } from 'zod';
import { Random } from '../server/seeds/generators/random.js';

/** How a provider misbehaves, by `POST /control/<provider>`; what is not named stays as it was. */
export const Faults = z.strictObject({
  /** Every answer waits this long. */
  delayMs: z.int().min(0).max(600_000),
  /** Requests answered 503 and not accepted. */
  failRate: z.number().min(0).max(1),
  /** Requests accepted, but the connection breaks before the answer. */
  loseAnswerRate: z.number().min(0).max(1),
  /** Callbacks sent twice. */
  duplicateRate: z.number().min(0).max(1),
  /** Every callback waits this long ... */
  lateMs: z.int().min(0).max(86_400_000),
  /** ... and a random time up to this besides, so that they overtake each other. */
  reorderMs: z.int().min(0).max(600_000),
  /** Answers, and says no: the liveness check sees nobody alive. */
  refuse: z.boolean(),
  /** Answers that it is somebody else's face. */
  stranger: z.boolean(),
  /** Breaks every connection and sends no callback until it is up again. */
  down: z.boolean(),
  /** Seed of the random choices. */
  seed: z.int(),
});
export type Faults = z.infer<typeof Faults>;
export const FaultsChange = Faults.partial();

const GOOD: Faults = {
  delayMs: 0,
  failRate: 0,
  loseAnswerRate: 0,
  duplicateRate: 0,
  lateMs: 0,
  reorderMs: 0,
  refuse: false,
  stranger: false,
  down: false,
  seed: 1,
};

export interface LogEntry {
  at: string;
  /** The idempotency key or reference. */
  key: string;
  what: string;
}

const LOG_LIMIT = 200_000;

/** One provider's faults and the log of what it accepted. The log names keys, never people or numbers. */
export class Controls {
  faults: Faults = { ...GOOD };
  random = new Random(GOOD.seed);
  private entries: LogEntry[] = [];
  total = 0;

  change(faults: Partial<Faults>): Faults {
    this.faults = { ...this.faults, ...faults };
    if (faults.seed !== undefined) this.random = new Random(faults.seed);
    return this.faults;
  }

  reset(): void {
    this.change(GOOD);
    this.entries = [];
    this.total = 0;
  }

  accept(key: string, what: string): void {
    this.total++;
    this.entries.push({ at: new Date().toISOString(), key, what });
    if (this.entries.length > LOG_LIMIT) this.entries.splice(0, LOG_LIMIT / 2);
  }

  log(key: string | null): { total: number; entries: LogEntry[] } {
    const entries = key === null ? this.entries : this.entries.filter((entry) => entry.key === key);
    return { total: key === null ? this.total : entries.length, entries };
  }
}
