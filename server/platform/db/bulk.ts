import type { PoolConnection } from 'mysql2/promise';
import { joinReads, joinHeld, shareOut } from './bulk-statements.js';
import type { Statement } from './sql.js';
import type { Held } from './transaction.js';

interface Waiting {
  reads: readonly Statement[];
  answer: (rows: unknown[]) => void;
  fail: (error: unknown) => void;
}

/**
 * Many commands in one transaction, their statements sent together: what all of them ask for goes in one round trip, and
 * before it what any of them held back.
 *
 * It is for commands that change different rows, or add to the same ones: none of them sees what another holds back, and
 * nothing locks one of them out while another decides. All of them commit or none does. A command that refuses before it has
 * sent a change leaves nothing behind, as it would alone.
 */
export class Bulk {
  emitted = 0;
  private begun = false;
  private held: (readonly Held[])[] = [];
  private waiting: Waiting[] = [];
  private sending = false;
  private broken: unknown;

  constructor(private readonly connection: PoolConnection) {}

  /** A command asks: what it held back goes before. */
  readonly send = (held: readonly Held[], reads: readonly Statement[]): Promise<unknown[]> => {
    if (this.broken) return Promise.reject(this.broken as Error);
    if (held.length > 0) this.held.push(held);
    return new Promise((answer, fail) => {
      this.waiting.push({ reads, answer, fail });
      this.sendSoon();
    });
  };

  /** A command is over: what it held back goes with what the next one asks. */
  hold(held: readonly Held[]): void {
    if (held.length > 0) this.held.push(held);
  }

  /** A command refused after a part of it was sent. */
  break(error: unknown): void {
    this.broken ??= error;
  }

  async commit(): Promise<void> {
    if (this.broken) throw this.broken;
    const statements = joinHeld(this.takeHeld());
    if (this.begun || statements.length > 0)
      await this.query([...statements, { text: 'COMMIT', params: [] }]);
  }

  private takeHeld(): (readonly Held[])[] {
    const { held } = this;
    this.held = [];
    return held;
  }

  /** As soon as a round of the event loop has brought no further question. */
  private sendSoon(): void {
    if (this.sending) return;
    this.sending = true;
    const look = (before: number) => {
      if (this.waiting.length > before) setImmediate(look, this.waiting.length);
      else void this.sendAll();
    };
    setImmediate(look, 0);
  }

  private async sendAll(): Promise<void> {
    const { waiting } = this;
    this.waiting = [];
    const changes = joinHeld(this.takeHeld());
    const sharedReads = joinReads(waiting.map(({ reads }) => reads));
    try {
      const results = await this.query([...changes, ...sharedReads.map(({ statement }) => statement)]);
      const answers = shareOut(sharedReads, results.slice(changes.length), waiting);
      waiting.forEach(({ answer }, index) => answer(answers[index]!));
    } catch (error) {
      this.broken ??= error;
      for (const { fail } of waiting) fail(error);
    } finally {
      this.sending = false;
      if (this.waiting.length > 0) this.sendSoon();
    }
  }

  private async query(statements: readonly Statement[]): Promise<unknown[]> {
    const lead = this.begun ? 0 : 1;
    const text =
      (lead ? 'START TRANSACTION; ' : '') + statements.map((statement) => statement.text).join('; ');
    this.begun = true;
    // No limit: it is as long as it has commands.
    const [results] = await this.connection.query({
      sql: text,
      values: statements.flatMap(({ params }) => [...params]),
      timeout: 0,
    });
    const all = lead + statements.length > 1 ? (results as unknown[]) : [results];
    return all.slice(lead);
  }
}
