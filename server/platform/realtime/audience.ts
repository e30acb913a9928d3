import { Injectable } from '@nestjs/common';
import type { WatchTopic } from '../../../contract/realtime.js';
import type { Permission } from '../../../contract/permissions.js';
import type { Actor } from '../auth/actor.js';

type TopicName = WatchTopic['topic'];
type TopicOf<Name extends TopicName> = Extract<WatchTopic, { topic: Name }>;

/** The first room is the thing's own. `version` counts the changes of the thing itself, if it has one. */
export interface Place {
  rooms: [string, ...string[]];
  version?: number;
}

/** Permissions needed to watch a topic, as over HTTP: rights are taken away while sockets are open. */
const NEEDS: Record<TopicName, Permission> = {
  case: 'case:read',
  board: 'board:read',
  monitoring: 'monitor:read',
  liveCalls: 'call:listen',
  call: 'call:read',
};

/** Looks the thing up through the person who asks; null when it does not exist for them. */
export type RoomResolver<Name extends TopicName> = (
  actor: Actor,
  topic: TopicOf<Name>,
) => Promise<Place | null>;

/**
 * Decides who may watch what. A browser names a topic, never a room; the feature that owns the topic answers with the rooms
 * or with
 * null. Asked on watch, on every re-check of the session and after a reconnect. A topic nobody registered is refused.
 */
@Injectable()
export class Audience {
  private readonly resolvers = new Map<TopicName, RoomResolver<TopicName>>();

  register<Name extends TopicName>(topic: Name, resolver: RoomResolver<Name>): void {
    this.resolvers.set(topic, resolver as unknown as RoomResolver<TopicName>);
  }

  async placeOf(actor: Actor, topic: WatchTopic): Promise<Place | null> {
    if (!actor.permissions.has(NEEDS[topic.topic])) return null;
    return (await this.resolvers.get(topic.topic)?.(actor, topic)) ?? null;
  }
}
