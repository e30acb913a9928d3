import { Injectable } from '@nestjs/common';
import { businessDay, daysBetween, startOfBusinessDay } from '../../../contract/shared/date.js';
import { RecordsService } from '../../features/case-work/cases/records/records.service.js';
import { FallingDueService } from '../../features/case-work/loans/falling-due.service.js';
import { PaymentsService } from '../../features/repayment/payments/payments.service.js';
import { PromisesService } from '../../features/case-work/promises/promises.service.js';
import { DaysService } from '../../features/case-work/score-cards/days.service.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { Database } from '../../platform/db/database.js';
import { list, sql } from '../../platform/db/sql.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { actorOf } from '../actors.js';
import {
  planDay,
  takingsOf,
  type PlannedAct,
  type PlannedPayment,
  type PlannedRecord,
  type WorkCase,
} from '../generators/day-plan.js';
import type { SeededCollector } from './people.js';
import type { Progress } from '../progress.js';
import { Random } from '../generators/random.js';
import type { SeedClock } from '../seed-clock.js';

const HOUR_MS = 3_600_000;
const OPENING_HOUR = 8;
const WORKING_HOURS = 11;
/** A demo that is started at night begins with this much of a day's work. */
const MIN_SHARE = 0.15;
/** Days before yesterday hold less work: they are seldom looked at, and the demo should begin soon. */
const OLDER_SHARE = 0.6;
/** Acts of one transaction. */
const AT_ONCE = 600;
const CASES_OF_A_DAY = 60;
/** Collectors whose cases are read together. */
const READ_AT_ONCE = 100;
const REVERSED = 0.015;
/** Centavos. A large payment that is taken back would spoil a small team's day. */
const MAX_REVERSED = 50_000;

/** The work of one past day, through the product's own services at the hours of that day. */
@Injectable()
export class History {
  private payments = 0;
  private lastReversed = 0;

  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly fallingDue: FallingDueService,
    private readonly days: DaysService,
    private readonly records: RecordsService,
    private readonly paymentsService: PaymentsService,
    private readonly promises: PromisesService,
  ) {}

  /** Runs the night's jobs: overdue promises end, plan rows fall due, everybody's new day opens. */
  async night(day: string, collectors: readonly SeededCollector[]): Promise<void> {
    while ((await this.promises.reconcile()) > 0);
    await this.fallingDue.run({ night: true });
    await this.uow.bulk(
      collectors.map(
        ({ id }) =>
          () =>
            this.days.open([id], day),
      ),
    );
  }

  async work(
    clock: SeedClock,
    seed: number,
    collectors: readonly SeededCollector[],
    progress: Progress,
  ): Promise<void> {
    const day = businessDay(clock.now());
    const { opens, share, takingsShare } = workingTime(clock, day);
    const targets = await this.targetsOf(day);
    const cases = await this.casesOf(collectors);
    const acts: PlannedAct[] = [];
    for (const [index, collector] of collectors.entries()) {
      const random = new Random(seed ^ Date.parse(day), index);
      const target = targets.get(collector.id);
      const takings = target ? takingsOf(random, target, collector.zeal) * takingsShare : null;
      acts.push(...planDay(random, index, cases.get(collector.id)!, day, collector.zeal * share, takings));
    }
    acts.sort((left, right) => left.at - right.at);
    const until = Math.min(opens + WORKING_HOURS * HOUR_MS, clock.end.getTime());
    for (let from = 0; from < acts.length; from += AT_ONCE) {
      const batch = acts.slice(from, from + AT_ONCE);
      const moment = ({ at }: PlannedAct) => new Date(opens + at * (until - opens));
      await this.uow.bulk(
        batch.map(
          (act) => () =>
            clock.during(moment(act), () => this.perform(act, collectors[act.collector]!, clock)),
        ),
      );
      clock.goTo(moment(batch.at(-1)!));
      progress.act(batch.length);
    }
  }

  private async perform(act: PlannedAct, collector: SeededCollector, clock: SeedClock): Promise<unknown> {
    return act.kind === 'record' ? this.record(act, collector, clock) : this.pay(act, clock);
  }

  private record(act: PlannedRecord, collector: SeededCollector, clock: SeedClock): Promise<unknown> {
    const followUp = new Date(clock.now().getTime() + (4 + 40 * act.at) * HOUR_MS);
    return this.records.record(actorOf(collector), {
      taskId: act.item.id,
      contactId: act.item.contactId,
      callStatus: act.callStatus,
      contactType: act.at > 0.8 ? 'WHATSAPP' : 'CALL',
      callResult: act.result,
      nextFollowUpAt: act.followUp ? followUp.toISOString() : null,
      notes: '',
      promiseAmount: act.promise?.amount ?? null,
      promiseDate: act.promise?.dueDate ?? null,
    });
  }

  private async pay(act: PlannedPayment, clock: SeedClock): Promise<void> {
    const number = ++this.payments;
    const providerReference = `DEMO-${businessDay(clock.now())}-${number}`;
    const { amount } = act;
    const paidAt = clock.now().toISOString();
    const { loanItemExternalId } = act.item;
    const channel = act.at > 0.6 ? 'OXXO' : 'SPEI';
    const payment = { providerReference, loanItemExternalId, amount, channel, paidAt } as const;
    await this.paymentsService.post(SYSTEM, { type: 'PAYMENT', ...payment });
    if (amount > MAX_REVERSED || number - this.lastReversed < Math.round(1 / REVERSED)) return;
    this.lastReversed = number;
    await this.paymentsService.post(SYSTEM, {
      type: 'REVERSAL',
      providerReference: `${providerReference}-R`,
      originalReference: providerReference,
      amount,
      paidAt,
    });
  }

  private async targetsOf(day: string): Promise<Map<number, number>> {
    const rows = await this.database.rows<{ id: number; target: number }>(sql`
      SELECT collector_id AS id, target FROM collector_day WHERE day = ${day}`);
    return new Map(rows.map(({ id, target }) => [id, target]));
  }

  /** By collector: all that promised and the youngest of the others. */
  private async casesOf(collectors: readonly SeededCollector[]): Promise<Map<number, WorkCase[]>> {
    const cases = new Map<number, WorkCase[]>(collectors.map(({ id }) => [id, []]));
    for (let from = 0; from < collectors.length; from += READ_AT_ONCE) {
      const owners = list(collectors.slice(from, from + READ_AT_ONCE).map(({ id }) => id));
      const rows = await this.database.rows<WorkCase & { ownerId: number }>(sql`
        SELECT c.id, c.owner_id AS ownerId, l.external_id AS loanItemExternalId, c.amount_due AS due,
          c.promise_amount AS promised,
          (SELECT MIN(k.id) FROM contact k WHERE k.borrower_id = c.borrower_id AND k.relation = 'R01') AS contactId
        FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY owner_id, status ORDER BY due_date DESC, id DESC) AS place
            FROM collection_case WHERE owner_id IN ${owners} AND status IN ('C20', 'C10', 'C01')) young
          JOIN collection_case c ON c.id = young.id JOIN loan_item l ON l.id = c.loan_item_id
        WHERE young.place <= ${CASES_OF_A_DAY} ORDER BY FIELD(c.status, 'C20', 'C10', 'C01'), young.place`);
      for (const { ownerId, ...found } of rows) cases.get(ownerId)!.push(found);
    }
    return cases;
  }
}

interface WorkingTime {
  opens: number;
  /** How much of the day's calls is done by now. */
  share: number;
  takingsShare: number;
}

function workingTime(clock: SeedClock, day: string): WorkingTime {
  const midnight = startOfBusinessDay(day).getTime();
  const opens = midnight + OPENING_HOUR * HOUR_MS;
  const share = (clock.end.getTime() - opens) / (WORKING_HOURS * HOUR_MS);
  if (daysBetween(day, businessDay(clock.end)) > 1) return { opens, share: OLDER_SHARE, takingsShare: 1 };
  const done = Math.min(1, Math.max(MIN_SHARE, share));
  return { opens: share >= MIN_SHARE ? opens : clock.now().getTime(), share: done, takingsShare: done };
}
