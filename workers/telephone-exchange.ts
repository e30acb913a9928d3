import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { WebSocket } from 'ws';
import { eventOf } from '../server/domain/calls/asterisk.rules.js';
import { AsteriskEventsService } from '../server/features/calls/telephone/asterisk-events.service.js';
import { Logger } from '../server/platform/logger/logger.js';

const RETRY_MS = 1_000;
/** How often it is looked whether events were missed, and whether Asterisk is the telephone at all. */
const LOOK_MS = 4_000;

/**
 * Hears Asterisk's events, in the one worker that leads: a second socket of the same application takes the first one's place
 * there. Events of one call are taken one after the other.
 */
@Injectable()
export class TelephoneExchange {
  private stopping = new AbortController();
  private stopped: Promise<void> = Promise.resolve();
  private readonly tails = new Map<string, Promise<void>>();

  constructor(
    private readonly events: AsteriskEventsService,
    private readonly logger: Logger,
  ) {}

  begin(): void {
    this.stopping = new AbortController();
    const run = this.run(this.stopping.signal);
    this.stopped = Promise.all([this.stopped, run]).then(() => undefined);
  }

  /** Does not wait: an exchange that hangs must not hold up the next lease. */
  end(): void {
    this.stopping.abort();
  }

  async ended(): Promise<void> {
    await this.stopped;
    await Promise.all(this.tails.values());
  }

  private async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      if (!this.events.isInForce) await pause(LOOK_MS, stop);
      else
        try {
          await this.hear(stop);
        } catch (error) {
          this.logger.warn('The telephone exchange is not heard', { reason: String(error) });
          await pause(RETRY_MS, stop);
        }
    }
  }

  /** Until the socket ends, or another connection is in force. */
  private async hear(stop: AbortSignal): Promise<void> {
    const socket = await this.events.listen();
    const closed = new AbortController();
    const end = () => closed.abort();
    const over = AbortSignal.any([stop, closed.signal]);
    socket.on('close', end).on('error', end);
    socket.on('message', (data: Buffer) => this.take(data));
    try {
      while (!over.aborted && this.events.isInForce) {
        await this.events.reconcile();
        await pause(LOOK_MS, over);
      }
    } finally {
      close(socket);
    }
  }

  private take(data: Buffer): void {
    const event = eventOf(data.toString('utf8'));
    const line = event && this.events.lineOf(event);
    if (!line) return;
    const tail = (this.tails.get(line) ?? Promise.resolve())
      .then(() => this.events.take(event))
      .catch((error: unknown) =>
        this.logger.warn('An event of the telephone exchange was not taken', {
          line,
          type: event.type,
          reason: String(error),
        }),
      )
      .finally(() => {
        if (this.tails.get(line) === tail) this.tails.delete(line);
      });
    this.tails.set(line, tail);
  }
}

function close(socket: WebSocket): void {
  socket.removeAllListeners('message');
  socket.terminate();
}

const pause = (ms: number, stop: AbortSignal) =>
  delay(ms, undefined, { signal: stop }).catch(() => undefined);
