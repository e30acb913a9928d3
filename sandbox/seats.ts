import type { Heartbeat } from '../contract/team/presence.js';
import type { PresenceLeases } from '../server/features/presence/presence-leases.service.js';
import type { Debts } from './debts.js';
import type { Random } from '../server/seeds/generators/random.js';

/** Share of the collectors on duty: the others have their day off. */
const ON_DUTY = 0.85;
const AN_HOUR_MS = 3_600_000;

type Act = Pick<Heartbeat, 'phone' | 'idleMs'>;
/** The order of acts, and how many ticks each lasts. A call is always followed by its result. */
const ACTS: readonly { act: Act; min: number; max: number }[] = [
  { act: { phone: 'FREE', idleMs: 0 }, min: 4, max: 30 },
  { act: { phone: 'CALL', idleMs: 0 }, min: 6, max: 40 },
  { act: { phone: 'WRAP_UP', idleMs: 0 }, min: 3, max: 10 },
];
const PAUSE: Act = { phone: 'FREE', idleMs: AN_HOUR_MS };
const PAUSES = 0.08;

interface SimulatedCollector {
  id: number;
  step: number;
  act: Act;
  left: number;
}

/** Plays the collectors who have the product open. Those of the demo's accounts are there when somebody signs in as them. */
export class Seats {
  private seats: SimulatedCollector[] | null = null;

  constructor(
    private readonly random: Random,
    private readonly debts: Pick<Debts, 'collectors'>,
    private readonly presence: Pick<PresenceLeases, 'renew'>,
    private readonly accounts: ReadonlySet<string>,
  ) {}

  /** Each says what it does, as a page does every few seconds. */
  async sit(): Promise<void> {
    this.seats ??= (await this.debts.collectors())
      .filter(({ username }) => this.random.chance(ON_DUTY) && !this.accounts.has(username))
      .map(({ id }) => ({ id, step: this.random.between(0, ACTS.length - 1), act: ACTS[0]!.act, left: 0 }));
    await Promise.all(
      this.seats.map((collector) =>
        this.presence.renew(collector.id, { tab: `seat-of-${collector.id}`, ...this.next(collector) }),
      ),
    );
  }

  private next(collector: SimulatedCollector): Act {
    if (collector.left-- > 0) return collector.act;
    collector.step = (collector.step + 1) % ACTS.length;
    const { act, min, max } = ACTS[collector.step]!;
    collector.act = collector.step === 0 && this.random.chance(PAUSES) ? PAUSE : act;
    collector.left = this.random.between(min, max);
    return collector.act;
  }
}
