import type { Heartbeat } from '../contract/team/presence.js';
import type { PresenceLeases } from '../server/features/presence/presence-leases.service.js';
import type { Random } from '../server/seeds/generators/random.js';
import { Caller } from './caller.js';
import type { Debts } from './debts.js';
import { Refused, type Office } from './office.js';

/** Share of the collectors on duty: the others have their day off. */
const ON_DUTY = 0.85;
const AN_HOUR_MS = 3_600_000;
/** Collectors who call, the first of those on duty: each has its own sign-in, line and recordings. */
const CALLERS = 6;

type Act = Pick<Heartbeat, 'phone' | 'idleMs'>;
const WORKS: Act = { phone: 'FREE', idleMs: 0 };
const PAUSE: Act = { phone: 'FREE', idleMs: AN_HOUR_MS };
const PAUSES = 0.03;
/** Beats that work or a pause lasts. */
const LASTS = [10, 70] as const;

interface SimulatedCollector {
  id: number;
  username: string;
  act: Act;
  left: number;
  /** Null for who reads and writes only. */
  caller: Pick<Caller, 'step'> | null;
}

/** Plays the collectors who have the product open. Those of the demo's accounts are there when somebody signs in as them. */
export class Seats {
  private seats: SimulatedCollector[] | null = null;
  /** Those who are still to sign in. */
  private toCome: SimulatedCollector[] = [];

  constructor(
    private readonly random: Random,
    private readonly debts: Pick<Debts, 'collectors'>,
    private readonly presence: Pick<PresenceLeases, 'renew'>,
    private readonly accounts: ReadonlySet<string>,
    private readonly enter: (username: string) => Promise<Pick<Office, 'get' | 'post'> | null>,
  ) {}

  /** Each says what it does, as a page does every few seconds. */
  async sit(): Promise<void> {
    const seats = (this.seats ??= await this.take());
    await this.nextCaller(seats);
    await Promise.all(
      seats.map(async (seat) => {
        const act = await this.next(seat);
        if (act) await this.presence.renew(seat.id, { tab: `seat-of-${seat.id}`, ...act });
      }),
    );
  }

  private async take(): Promise<SimulatedCollector[]> {
    const seats = (await this.debts.collectors())
      .filter(({ username }) => this.random.chance(ON_DUTY) && !this.accounts.has(username))
      .map(({ id, username }) => ({ id, username, act: WORKS, left: 0, caller: null }));
    this.toCome = [...seats];
    return seats;
  }

  /** One at a time: signing in is work for a processor that the demo needs as well. */
  private async nextCaller(seats: readonly SimulatedCollector[]): Promise<void> {
    if (seats.filter(({ caller }) => caller).length >= CALLERS) return;
    const seat = this.toCome.shift();
    const office = seat && (await this.enter(seat.username));
    if (office) seat.caller = new Caller(this.random, office);
  }

  /** Null for who has gone: somebody else has signed in with this name. */
  private async next(seat: SimulatedCollector): Promise<Act | null> {
    if (!seat.caller) return this.rest(seat);
    try {
      return { phone: await seat.caller.step(), idleMs: 0 };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.seats = this.seats!.filter((other) => other !== seat);
      return null;
    }
  }

  private rest(seat: SimulatedCollector): Act {
    if (seat.left-- > 0) return seat.act;
    seat.act = this.random.chance(PAUSES) ? PAUSE : WORKS;
    seat.left = this.random.between(...LASTS);
    return seat.act;
  }
}
