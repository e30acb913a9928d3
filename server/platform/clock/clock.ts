import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';

/** The time that every rule goes by. `npm start -- --at` shifts it; it still runs at one second a second. */
@Injectable()
export class Clock {
  private readonly shift: number;
  readonly shifted: boolean;

  constructor(config: Config) {
    this.shifted = config.clockAt !== null;
    this.shift = config.clockAt ? config.clockAt.getTime() - Date.now() : 0;
  }

  now(): Date {
    return new Date(Date.now() + this.shift);
  }
}
