import type { PortfolioRow } from './generators/portfolio.js';

const EVERY_MS = 3_000;

export class Progress {
  private readonly started = performance.now();
  private reportedAt = this.started;
  private read = 0;
  private assigned = 0;
  private acts = 0;

  constructor(
    private readonly cases: number,
    private readonly say: (line: string) => void,
  ) {}

  /** Passes the rows on and counts their loans. */
  *counting(rows: Iterable<PortfolioRow>): Generator<PortfolioRow> {
    let last = '';
    for (const row of rows) {
      if (row.cells['loanItemExternalId'] !== last) {
        this.read++;
        this.tick();
      }
      last = row.cells['loanItemExternalId']!;
      yield row;
    }
  }

  assign(count: number): void {
    this.assigned += count;
    this.tick();
  }

  act(count: number): void {
    this.acts += count;
    this.tick();
  }

  end(): void {
    const seconds = (performance.now() - this.started) / 1000;
    const rate = Math.round(this.cases / seconds);
    this.say(
      `${this.read} of ${this.cases} cases, ${this.assigned} assigned, ${this.acts} calls and payments, ` +
        `${seconds.toFixed(1)} s, ${rate} cases a second`,
    );
  }

  private tick(): void {
    if (performance.now() - this.reportedAt < EVERY_MS) return;
    this.reportedAt = performance.now();
    const share = ((100 * (this.read + this.assigned)) / (2 * this.cases)).toFixed(0);
    this.say(
      `${share} %: ${this.read} of ${this.cases} cases, ${this.assigned} assigned, ${this.acts} calls and payments`,
    );
  }
}
