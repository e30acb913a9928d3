import type { PortfolioRow } from './portfolio.js';

const EVERY_MS = 2_000;

/** Says every two seconds how many cases were read, and at the end how long they took. */
export class Progress {
  private readonly started = performance.now();
  private said = this.started;
  private cases = 0;

  constructor(
    private readonly total: number,
    private readonly say: (line: string) => void,
  ) {}

  *counting(rows: Iterable<PortfolioRow>): Generator<PortfolioRow> {
    let last = '';
    for (const row of rows) {
      if (row.cells['loanItemExternalId'] !== last) this.count();
      last = row.cells['loanItemExternalId']!;
      yield row;
    }
  }

  end(): void {
    this.line();
  }

  private count(): void {
    this.cases++;
    if (performance.now() - this.said < EVERY_MS) return;
    this.said = performance.now();
    this.line();
  }

  private line(): void {
    const seconds = (performance.now() - this.started) / 1000;
    const rate = Math.round(this.cases / seconds);
    this.say(`${this.cases} of ${this.total} cases, ${rate} a second, ${seconds.toFixed(1)} s`);
  }
}
