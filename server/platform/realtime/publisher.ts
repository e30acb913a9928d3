import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { Server } from 'socket.io';
import type { Frame, MessageName, Messages, ServerToClient } from '../../../contract/realtime.js';
import { Redis } from '../redis/redis.js';

/** What is kept of the stream between servers; far above what a reconnect within two minutes needs. */
export const STREAM_LENGTH = 20_000;

/**
 * Sends frames from the relay to the sockets of all servers, over the Redis stream that the servers' adapters read.
 *
 * `epoch` is new with every life of the relay and `seq` counts a room's frames within it: a browser that sees a new epoch
 * or a hole refetches. Nothing is stored here; a frame that is lost costs a refetch, never a fact.
 */
@Injectable()
export class Publisher {
  readonly epoch = randomBytes(6).toString('base64url');
  private readonly sequences = new Map<string, number>();
  private readonly io: Server<Record<string, never>, ServerToClient>;

  constructor(redis: Redis) {
    this.io = new Server({
      adapter: createAdapter(redis.connect(), { streamName: STREAM_NAME, maxLen: STREAM_LENGTH }),
    });
  }

  send<Name extends MessageName>(room: string, name: Name, data: Messages[Name], at: Date): Frame<Name> {
    const seq = (this.sequences.get(room) ?? 0) + 1;
    this.sequences.set(room, seq);
    const frame = { room, epoch: this.epoch, seq, name, data, at: at.getTime() };
    this.io.to(room).emit('frame', frame);
    return frame;
  }

  /** Every browser refetches what it shows. */
  refetchEverywhere(): void {
    this.io.emit('frame', {
      room: '*',
      epoch: this.epoch,
      seq: 0,
      name: 'tags.changed',
      data: {
        tags: [{ type: 'ScoreCard' }, { type: 'Board' }, { type: 'CaseList' }, { type: 'CaseCounts' }],
      },
      at: Date.now(),
    });
  }

  /** Closes the sockets of a room on every server. */
  disconnect(room: string): void {
    this.io.in(room).disconnectSockets(true);
  }

  async onApplicationShutdown(): Promise<void> {
    // Not io.close(): that closes an HTTP side too, which a publisher has none of.
    await this.io.of('/').adapter.close();
  }
}

export const STREAM_NAME = 'recoup:sockets';
