import { setTimeout as delay } from 'node:timers/promises';
import type { Seat } from './cast.js';
import { now } from './figures.js';
import { getRequest, HttpConnection, sessionHeaders } from './http-connection.js';

/** Collectors who read their lists at the same time, each again when PAUSE_MS have passed. */
export const READERS = 4;
const PAUSE_MS = 20;

/** Collectors who read their lists while something else is measured. */
export class Lists {
  private readonly connections: Promise<HttpConnection>[];

  constructor(
    port: number,
    private readonly seats: readonly Seat[],
  ) {
    this.connections = Array.from({ length: READERS }, () => HttpConnection.open(port));
  }

  /** @returns how long each list took, in ms */
  async read(seconds: number): Promise<number[]> {
    const reading = this.readUntilStopped();
    await delay(seconds * 1000);
    return reading.stop();
  }

  readUntilStopped(): { stop(): Promise<number[]> } {
    let going = true;
    const times: number[] = [];
    const readers = this.connections.map(async (opening, reader) => {
      const connection = await opening;
      for (let n = reader; going; n += READERS) {
        const { token } = this.seats[n % this.seats.length]!;
        const started = now();
        await connection.send(getRequest('/api/task/listing', sessionHeaders(token)));
        times.push(now() - started);
        await delay(PAUSE_MS);
      }
    });
    return {
      stop: async () => {
        going = false;
        await Promise.all(readers);
        return times;
      },
    };
  }

  async close(): Promise<void> {
    for (const connection of await Promise.all(this.connections)) connection.close();
  }
}
