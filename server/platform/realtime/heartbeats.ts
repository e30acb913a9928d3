import { Injectable } from '@nestjs/common';
import type { Heartbeat } from '../../../contract/team/presence.js';
import type { Actor } from '../auth/actor.js';

type Listener = (actor: Actor, heartbeat: Heartbeat) => Promise<void>;

/** Heartbeats of browsers, handed to the feature that keeps them. */
@Injectable()
export class Heartbeats {
  private listener: Listener = () => Promise.resolve();

  listen(listener: Listener): void {
    this.listener = listener;
  }

  onHeartbeat(actor: Actor, heartbeat: Heartbeat): Promise<void> {
    return this.listener(actor, heartbeat);
  }
}
