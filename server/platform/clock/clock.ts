import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';

/** The time that every rule goes by. `npm start -- --at` shifts it; it still runs at one second a second. */
@Injectable()
export class Clock {
  private readonly shift: number;
  readonly shifted: boolean;

  constructor(config: Config) {
    this.shifted = config.clockShift !== null;
    this.shift = config.clockShift ?? 0;
  }

  now(): Date {
    return new Date(Date.now() + this.shift);
  }
}
