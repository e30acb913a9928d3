import { Injectable } from '@nestjs/common';
import type { Beat } from '../../../contract/team/presence.js';
import type { Actor } from '../auth/actor.js';

type Listener = (actor: Actor, beat: Beat) => Promise<void>;

/** Heartbeats of browsers, handed to the feature that keeps them. */
@Injectable()
export class Heartbeats {
  private listener: Listener = () => Promise.resolve();

  listen(listener: Listener): void {
    this.listener = listener;
  }

  hear(actor: Actor, beat: Beat): Promise<void> {
    return this.listener(actor, beat);
  }
}
