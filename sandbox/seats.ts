import type { Presence } from '../server/platform/realtime/presence.js';
import type { Debts } from './debts.js';
import type { Random } from '../server/seeds/generators/random.js';

/** Of the collectors: the others have their day off. */
const ON_DUTY = 0.85;

/** Plays the collectors who have the product open. Those of the demo's accounts are there when somebody signs in as them. */
export class Seats {
  private onDuty: number[] | null = null;

  constructor(
    private readonly random: Random,
    private readonly debts: Pick<Debts, 'collectors'>,
    private readonly presence: Pick<Presence, 'seen'>,
    private readonly accounts: ReadonlySet<string>,
  ) {}

  /** Marks them as present, for less than a minute. */
  async sit(): Promise<void> {
    this.onDuty ??= (await this.debts.collectors())
      .filter(({ username }) => this.random.chance(ON_DUTY) && !this.accounts.has(username))
      .map(({ id }) => id);
    await Promise.all(this.onDuty.map((id) => this.presence.seen(id)));
  }
}
