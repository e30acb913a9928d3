import { AsyncLocalStorage } from 'node:async_hooks';
import { Clock } from '../platform/clock/clock.js';

/**
 * Moves the product's clock through the days of the demo's history, so that its services write the past with the times of
 * those days. Only the seed's process has it. It never goes back, and never beyond the present. What is done at once has its
 * own moment each.
 */
export class SeedClock {
  readonly end: Date;
  private readonly moment = new AsyncLocalStorage<Date>();

  constructor(
    clock: Clock,
    private at: Date,
  ) {
    this.end = clock.now();
    clock.now = () => new Date(this.now());
  }

  now(): Date {
    return this.moment.getStore() ?? this.at;
  }

  /** Does some work of the time up to `goTo` at its own moment, beside other work. */
  during<Result>(instant: Date, work: () => Result): Result {
    return this.moment.run(instant < this.end ? instant : this.end, work);
  }

  goTo(instant: Date): void {
    if (instant > this.at) this.at = instant < this.end ? instant : this.end;
  }
}
