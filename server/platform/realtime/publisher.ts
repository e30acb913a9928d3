import type { Redis as Client } from 'ioredis';
import type { PushEnvelope, MessageName, Messages } from '../../../contract/realtime.js';
import type { Logger } from '../logger/logger.js';
import type { Redis } from '../redis/redis.js';
import { STREAM_LENGTH, STREAM_NAME } from './stream.js';

/** Messages from one process to the gateways of all servers. */
export interface BetweenServers {
  rightsChanged: () => void;
}

/** The sender that adapters do not count as a server. */
const EMITTER = 'emitter';
const EVENT_PACKET = 2;
/** Commands to the adapters, by their numbers. */
const ASK = { broadcast: '3', leave: '5', disconnect: '6', tellServers: '9' } as const;

/**
 * Sends frames from the relay to the sockets of all servers, over the Redis stream that the servers' adapters read.
 *
 * `epoch` is the number of the relay's lease and `seq` counts a room's frames within it: a browser that sees a higher epoch
 * or a hole refetches, and drops what a relay sends that no longer leads. Nothing is stored here; a frame that is lost costs a refetch, never a fact.
 *
 * It writes the adapter's entries itself: an adapter of its own would read the whole stream back, and would send each
 * entry by a write of its own, which together were most of what the relay did.
 */
export class Publisher {
  private epoch = 0;
  private readonly sequences = new Map<string, number>();
  private readonly client: Client;

  constructor(
    redis: Redis,
    private readonly logger: Logger,
  ) {
    this.client = redis.connect({ enableAutoPipelining: true });
  }

  /** A relay leads from here on, under the number of its lease. */
  begin(lease: number): void {
    this.epoch = lease;
    this.sequences.clear();
  }

  send<Name extends MessageName>(room: string, name: Name, data: Messages[Name], at: Date): void {
    const seq = (this.sequences.get(room) ?? 0) + 1;
    this.sequences.set(room, seq);
    this.emit([room], { room, epoch: this.epoch, seq, name, data, at: at.getTime() });
  }

  /** Outside the count: it comes at once, from any process, and may be lost without harm. `room`: null is every browser. */
  unsequenced<Name extends MessageName>(room: string | null, name: Name, data: Messages[Name]): void {
    const envelope = { room: room ?? '*', epoch: this.epoch, seq: 0, name, data, at: Date.now() };
    this.emit(room === null ? [] : [room], envelope);
  }

  /** Takes everybody of one room out of another, on every server. */
  leave(people: string, room: string): void {
    this.append(ASK.leave, { opts: to([people]), rooms: [room] });
  }

  /** Closes the sockets of a room on every server. */
  disconnect(room: string): void {
    this.append(ASK.disconnect, { opts: to([room]), close: true });
  }

  /** Every server gives its sockets the rights that they have now. */
  rightsChanged(): void {
    const name: keyof BetweenServers = 'rightsChanged';
    this.append(ASK.tellServers, { packet: [name] });
  }

  private emit(rooms: string[], envelope: PushEnvelope): void {
    const packet = { type: EVENT_PACKET, data: ['frame', envelope], nsp: '/' };
    this.append(ASK.broadcast, { opts: to(rooms), packet });
  }

  private append(type: (typeof ASK)[keyof typeof ASK], data: object): void {
    const entry = ['uid', EMITTER, 'nsp', '/', 'type', type, 'data', JSON.stringify(data)];
    this.client
      .xadd(STREAM_NAME, 'MAXLEN', '~', STREAM_LENGTH, '*', ...entry)
      .catch((error: unknown) => this.logger.warn('A frame was not sent', { reason: String(error) }));
  }
}

function to(rooms: string[]): object {
  return { rooms, except: [], flags: {} };
}
