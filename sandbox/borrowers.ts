import type { Bank, Transfer } from './bank.js';
import type { Debt, Debts } from './debts.js';
import type { Given } from './providers/references.js';
import type { Random } from '../server/seeds/generators/random.js';

/** Shares of what borrowers do. */
const REVERSAL = 0.02;
const ON_PROMISE = 0.15;
const FAVOURITE = 0.06;
const FULL = 0.05;
/** Somebody who has just promised something to the demo's collector pays after a moment. */
const FRESH_PROMISE = 0.5;

/** Share of a target: beyond it borrowers only open the payment page, so that the demo's day stays a day. */
const ENOUGH = 1.2;
/** Centavos that come in while a collector is ahead of the day. */
const LITTLE = [1_000, 4_000] as const;

/** Somebody who was given a code goes and pays by it after a while. */
const BY_CODE = 0.2;
/** Share of missed calls that are returned after a while. */
const CALL_BACK = 0.1;
const CALL_BACK_AFTER_MS = 25_000;
const WAY_TO_THE_TILL_MS = 20_000;

const COLLECTORS_LIVE_MS = 120_000;
const REMEMBERED = 200;

export interface Counters {
  payments: number;
  reversals: number;
  refused: number;
  paidAmount: number;
  calls: number;
}

/** Plays the borrowers: one thing that one of them does, at a time. The same seed and database give the same choices. */
export class Borrowers {
  readonly counters: Counters = { payments: 0, reversals: 0, refused: 0, paidAmount: 0, calls: 0 };
  private collectors: number[] = [];
  private favourite: number | null = null;
  private collectorsAt = 0;
  private readonly reversible: string[] = [];
  private readonly keptPromises = new Set<number>();
  private readonly began = Date.now();

  constructor(
    private readonly random: Random,
    private readonly debts: Debts,
    private readonly bank: Bank,
    private readonly options: {
      favouriteUsername: string | null;
      since: Date;
      /** Share of the working day that is over. */
      dayShare: () => number;
      /** Somebody who missed a call at least so long ago calls back; false when nobody did. */
      callBack: (afterMs: number) => Promise<boolean>;
    },
  ) {}

  async act(): Promise<void> {
    await this.meetCollectors();
    if (this.random.chance(REVERSAL) && this.reversible.length > 20) return this.reverse();
    if (this.random.chance(CALL_BACK) && (await this.options.callBack(CALL_BACK_AFTER_MS))) {
      this.counters.calls++;
      return;
    }
    if (this.random.chance(BY_CODE) && (await this.payByCode())) return;
    const fresh = await this.freshPromise();
    if (fresh) return this.pay(fresh, this.amountOf(fresh));
    const debt = await this.anyDebt();
    if (debt) await this.payOrLook(debt);
  }

  private async meetCollectors(): Promise<void> {
    if (Date.now() - this.collectorsAt < COLLECTORS_LIVE_MS) return;
    const all = await this.debts.collectors();
    this.collectors = all.map((collector) => collector.id);
    const named = all.find((collector) => collector.username === this.options.favouriteUsername);
    this.favourite = (named ?? all[0])?.id ?? null;
    this.collectorsAt = Date.now();
  }

  private async freshPromise(): Promise<Debt | undefined> {
    if (this.favourite === null || !this.random.chance(FRESH_PROMISE)) return undefined;
    const fresh = await this.debts.promisedSince(this.favourite, this.options.since);
    const next = fresh.find(({ promiseId }) => !this.keptPromises.has(promiseId));
    if (next) this.keptPromises.add(next.promiseId);
    return next;
  }

  private async anyDebt(): Promise<Debt | undefined> {
    const favourite = this.random.chance(FAVOURITE) ? this.favourite : null;
    if (this.collectors.length === 0) return undefined;
    const collector = favourite ?? this.random.pick(this.collectors);
    const promised = this.random.chance(ON_PROMISE);
    const found = await this.debts.of(collector, promised, promised ? 0 : this.random.between(0, 200));
    const debts = found.length > 0 ? found : await this.debts.of(collector, false, 0);
    const owing = debts.filter(({ due }) => due > 0);
    return owing.length > 0 ? this.random.pick(owing) : undefined;
  }

  private async payOrLook(debt: Debt): Promise<void> {
    const reached = await this.debts.reached(debt.loanItemExternalId);
    if (reached >= ENOUGH) return this.bank.visit(debt.loanItemExternalId);
    const ahead = reached > this.options.dayShare();
    await this.pay(debt, ahead ? Math.min(debt.due, this.random.between(...LITTLE)) : this.amountOf(debt));
  }

  private async pay(debt: Debt, amount: number): Promise<void> {
    const channel = this.random.chance(0.7) ? 'SPEI' : 'OXXO';
    await this.bank.visit(debt.loanItemExternalId);
    const transfer = await this.bank.pay(debt.loanItemExternalId, amount, channel);
    if (!this.accepted(transfer)) return;
    this.counters.payments++;
    this.counters.paidAmount += amount;
    this.reversible.push(transfer.providerReference);
    if (this.reversible.length > REMEMBERED) this.reversible.shift();
  }

  /** @returns false when nobody has a code to pay by. */
  private async payByCode(): Promise<boolean> {
    const given = await this.bank.references();
    const since = (code: Given) => Date.now() - Date.parse(code.issuedAt);
    const waiting = given.filter((code) => since(code) > WAY_TO_THE_TILL_MS);
    // Codes of the person who tries the demo go first; the history's codes are sent as the play begins.
    const fresh = waiting.find((code) => Date.now() - since(code) > this.began + WAY_TO_THE_TILL_MS);
    const ready = fresh ?? waiting[0];
    if (!ready || (!fresh && (await this.isAhead(ready.loanItemExternalId)))) return false;
    const transfer = await this.bank.payByReference(ready.reference);
    if (!this.accepted(transfer)) return true;
    this.counters.payments++;
    this.counters.paidAmount += transfer.amount;
    return true;
  }

  private async isAhead(loanItemExternalId: string): Promise<boolean> {
    return (await this.debts.reached(loanItemExternalId)) > this.options.dayShare();
  }

  private async reverse(): Promise<void> {
    const place = this.random.between(0, this.reversible.length - 1);
    const [reference] = this.reversible.splice(place, 1);
    if (reference && this.accepted(await this.bank.reverse(reference))) this.counters.reversals++;
  }

  private accepted(transfer: Transfer): boolean {
    if (transfer.state !== 'accepted') this.counters.refused++;
    return transfer.state === 'accepted';
  }

  /** Promised: most pay all of it. Else: seldom all, mostly a small part in whole tens of pesos. */
  private amountOf({ due, promised }: Debt): number {
    const tens = (centavos: number) => Math.max(1, Math.round(centavos / 1_000)) * 1_000;
    const wanted = promised
      ? this.random.chance(0.75) ? promised : tens(promised * 0.4)
      : this.random.chance(FULL) ? due : tens(due * (0.01 + this.random.next() * 0.06)); // prettier-ignore
    return Math.max(1, Math.min(due, wanted));
  }
}
