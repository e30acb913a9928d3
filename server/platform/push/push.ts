import { Injectable } from '@nestjs/common';
import type { AnyEvent } from '../../../contract/events/events.js';
import { Logger } from '../logger/logger.js';
import { Publisher } from '../realtime/publisher.js';
import { Redis } from '../redis/redis.js';
import type { MessageRule } from './push-kinds.js';
import { PUSH_RULES, ruleOf } from './push-rules.js';
import { Throttle } from './throttle.js';

type Models = typeof PUSH_RULES.models;
type Kinds = typeof PUSH_RULES.progress;
type KeyOf<Row extends { to: (key: never) => string }> = Parameters<Row['to']>[0];
type DataOf<Row extends { message: (data: never) => unknown }> = Parameters<Row['message']>;
type AnyRule = MessageRule<unknown, unknown>;
/** `at`: null is outside the room's count. */
interface Change {
  data: unknown;
  at: Date | null;
}

/** Carries out the table: nothing else sends to browsers but the gateway. */
@Injectable()
export class Push {
  private readonly publisher: Publisher;
  private readonly paced = new Map<AnyRule, Throttle<Change, string>>();

  constructor(redis: Redis, logger: Logger) {
    this.publisher = new Publisher(redis, logger);
  }

  /** For the relay: it leads from here on, under the number of its lease. */
  begin(lease: number): void {
    this.publisher.begin(lease);
  }

  /** The messages that the event carries itself. */
  event(event: AnyEvent): void {
    for (const { to, leaves, name, data } of ruleOf(event)?.pushes?.(event.payload) ?? [])
      for (const room of to) {
        this.publisher.send(room, name, data, event.recordedAt);
        if (leaves) this.publisher.leave(room, leaves);
      }
  }

  /** For the relay alone, whose messages are counted by room. `at`: of the newest event in it. */
  model<Name extends keyof Models>(
    name: Name,
    key: KeyOf<Models[Name]>,
    data: DataOf<Models[Name]>[0],
    at: Date,
  ): void {
    this.push(PUSH_RULES.models[name] as unknown as AnyRule, key, { data, at });
  }

  progress<Kind extends keyof Kinds>(
    kind: Kind,
    key: KeyOf<Kinds[Kind]>,
    ...data: DataOf<Kinds[Kind]>
  ): void {
    this.push(PUSH_RULES.progress[kind] as unknown as AnyRule, key, { data: data[0], at: null });
  }

  sessionEnd(sessionId: number, data: DataOf<Models['sessionEnd']>[0], at: Date): void {
    this.model('sessionEnd', sessionId, data, at);
    this.publisher.disconnect(PUSH_RULES.models.sessionEnd.to(sessionId));
  }

  /** Every server pushes the rights of its sockets. */
  rights(): void {
    this.publisher.rightsChanged();
  }

  /** Every browser refetches what it shows. */
  takeover(): void {
    const { name, data } = PUSH_RULES.takeover;
    this.publisher.unsequenced(null, name, data);
  }

  private push(rule: AnyRule, key: unknown, change: Change): void {
    const room = rule.to(key);
    if (rule.pace) this.throttleOf(rule, rule.pace).add(room, change);
    else this.send(rule, room, change);
  }

  private throttleOf(rule: AnyRule, { ms, merge }: NonNullable<AnyRule['pace']>): Throttle<Change, string> {
    const known = this.paced.get(rule);
    if (known) return known;
    const made = new Throttle<Change, string>(
      (before, { data, at }) => ({ data: merge(before.data, data), at }),
      (room, change) => this.send(rule, room, change),
      ms,
    );
    this.paced.set(rule, made);
    return made;
  }

  private send(rule: AnyRule, room: string, change: Change): void {
    const { name, data } = rule.message(change.data);
    if (change.at) this.publisher.send(room, name, data, change.at);
    else this.publisher.unsequenced(room, name, data);
  }
}
