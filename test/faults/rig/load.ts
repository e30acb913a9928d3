import { setTimeout as delay } from 'node:timers/promises';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import {
  bind,
  payment,
  read,
  record,
  reversal,
  type Call,
  type Clients,
  type Entry,
  type SendOptions,
} from './calls.js';
import type { Company, FaultCase } from './people.js';

export interface LoadOptions extends SendOptions {
  writers: number;
  /** Each writer's rest between two calls. */
  restMs?: number;
  /** Part of the calls that only read. */
  reads?: number;
}

const KEPT = 500;
const BINDINGS = 0.05;

/** Writers that pay, take back, record, promise and read until they are stopped, each one call after another. */
export class Load {
  private readonly running: Promise<void>[] = [];
  private readonly posted: { key: string; amount: number }[] = [];
  private stopping = false;

  constructor(
    private readonly clients: Clients,
    private readonly company: Company,
    private readonly options: LoadOptions,
  ) {}

  start(): void {
    for (let n = 0; n < this.options.writers; n++) this.running.push(this.write());
  }

  /** Every call under way is seen through first. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.running);
  }

  /** For a table: "8 writers". */
  get words(): string {
    const { writers, restMs = 0 } = this.options;
    return restMs > 0 ? `${writers} clients, ${restMs} ms apart` : `${writers} writers`;
  }

  private async write(): Promise<void> {
    while (!this.stopping) {
      const entry = await this.clients.send(this.next(), this.options);
      this.remember(entry);
      if (this.options.restMs) await delay(this.options.restMs * (0.5 + Math.random()));
    }
  }

  private remember({ call, code }: Entry): void {
    if (call.kind !== 'payment' || code !== '00') return;
    this.posted.push({ key: call.key, amount: Number(call.body?.['amount']) });
    if (this.posted.length > KEPT) this.posted.shift();
  }

  private next(): Call {
    const on = any(this.company.cases);
    const dice = Math.random();
    const reads = this.options.reads ?? 0;
    if (dice < reads) return this.nextRead(on);
    if (Math.random() < BINDINGS) return this.nextBinding();
    const rest = (dice - reads) / (1 - reads);
    if (rest < 0.55) return payment(on.externalId, amountOf());
    if (rest < 0.62 && this.posted.length > 0) {
      const original = any(this.posted);
      return reversal(original.key, Math.ceil(original.amount / 2));
    }
    return record(this.ownerOf(on), on, rest < 0.72 ? promise() : {});
  }

  private nextRead(on: FaultCase): Call {
    const owner = this.ownerOf(on);
    const paths = [
      'task/listing?pageNo=1',
      `task/info/${on.id}`,
      'achievementBoard/queryAgentAchievement',
      `repay/details?taskId=${on.id}`,
    ];
    return read(owner, any(paths));
  }

  /** Leaders hand cases from one to another that nobody else works on. */
  private nextBinding(): Call {
    const leader = any(this.company.leaders);
    const ofGroup = <Item extends { groupId: number }>(items: readonly Item[]) =>
      any(items.filter((item) => item.groupId === leader.groupId));
    return bind(leader, [ofGroup(this.company.unowned).id], ofGroup(this.company.collectors).id);
  }

  private ownerOf(on: FaultCase) {
    return this.company.collectors.find((collector) => collector.id === on.ownerId)!;
  }
}

/** Mostly a part; now and then more than everything, which settles the case and opens a refund. Centavos. */
function amountOf(): number {
  return Math.random() < 0.005 ? 1_200_000 : 100 + Math.floor(Math.random() * 5_000);
}

export function promise(amount = 5_000): Record<string, unknown> {
  const promiseDate = addDays(businessDay(new Date()), Math.floor(Math.random() * 3));
  return { callResult: 'PTP', promiseAmount: amount, promiseDate };
}

export function any<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)]!;
}
