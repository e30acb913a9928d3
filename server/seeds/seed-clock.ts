import { Clock } from '../platform/clock/clock.js';

/**
 * Moves the product's clock through the days of the demo's history, so that its services write the past with the times of
 * those days. Only the seed's process has it. It never goes back, and never beyond the present.
 */
export class SeedClock {
  readonly end: Date;

  constructor(
    clock: Clock,
    private at: Date,
  ) {
    this.end = clock.now();
    clock.now = () => new Date(this.at);
  }

  now(): Date {
    return this.at;
  }

  goTo(instant: Date): void {
    if (instant > this.at) this.at = instant < this.end ? instant : this.end;
  }
}
