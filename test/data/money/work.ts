import { LOAN_STATUSES } from '../../../contract/codes.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import { AccrualsService } from '../../../server/features/accruals/accruals.service.js';
import { ImportsService } from '../../../server/features/imports/imports.service.js';
import { FallingDueService } from '../../../server/features/case-work/loans/falling-due.service.js';
import { LongAgingService } from '../../../server/features/case-work/long-aging/long-aging.service.js';
import { PromisesService } from '../../../server/features/case-work/promises/promises.service.js';
import { moneyDifferences, type MoneyDifference } from '../../../server/domain/replay/loan-money.sql.js';
import { DaysService } from '../../../server/features/case-work/score-cards/days.service.js';
import { Clock } from '../../../server/platform/clock/clock.js';
import { Database } from '../../../server/platform/db/database.js';
import { list, sql, type Statement } from '../../../server/platform/db/sql.js';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work.js';
import { AppError } from '../../../server/platform/http/app-error.js';
import { loanRows, type MoneyDesk } from './desk.js';
import { Random } from './random.js';
import { STEPS, SUITS, WEIGHTS, type CaseNow, type StepName, type WorkedItem } from './steps.js';

/** Worked at once; more come in, and the oldest are left alone. */
const ITEMS = 25;
/** At most so many things at once. */
const LANES = 10;
const MONEY_STEPS = Object.keys(STEPS) as StepName[];
const EVENING_HOUR = 23;
/** Days past due from which the queue's cases hold all loans of their borrower. */
const AGES_FROM = 10;

export interface WorkReport {
  /** How often each step was done, and how often it was refused. */
  done: Partial<Record<keyof typeof WEIGHTS, number>>;
  refused: number;
  items: number;
  /** Empty, or the first difference with the story of its loan item. */
  failure: string[];
}

/** Further rules of this work: its loans come in unpaid, and it settles promises by its own clock. */
function ownRules(now: Date, loanItemIds: readonly number[]): Statement {
  const of = sql`i.id IN ${list(loanItemIds)}`;
  return sql`
    SELECT id, 'rows are paid what payments put there', CONCAT(paid, ' is on them, ', put, ' was put there') FROM (
      SELECT i.id, (SELECT SUM(r.paid) FROM plan_row r WHERE r.loan_item_id = i.id) AS paid,
        (SELECT COALESCE(SUM(IF(p.type = 'PAYMENT', part.amount, -part.amount)), 0)
         FROM loan_item o JOIN payment p ON p.loan_item_id = o.id
           JOIN JSON_TABLE(p.spread, '$[*]' COLUMNS (amount BIGINT PATH '$[1]', other BIGINT PATH '$[2]')) part
         WHERE o.borrower_id = i.borrower_id AND COALESCE(part.other, o.id) = i.id) AS put
      FROM loan_item i WHERE ${of}
    ) money WHERE paid <> put
    UNION ALL SELECT i.id, 'a loan is settled when nothing of it is unpaid, and only then', CONCAT('it is ', i.loan_status)
    FROM loan_item i WHERE ${of} AND (i.loan_status = ${LOAN_STATUSES.SETTLED}) = EXISTS (SELECT 1 FROM plan_row r
      WHERE r.loan_item_id = i.id AND r.paid < r.principal + r.interest + r.penalty + r.iva)
    UNION ALL SELECT i.id, 'an unpaid row is claimed by a case that is worked or was closed', CONCAT('period ', r.period)
    FROM loan_item i JOIN plan_row r ON r.loan_item_id = i.id
    WHERE ${of} AND r.claimed = 1 AND r.paid < r.principal + r.interest + r.penalty + r.iva
      AND NOT EXISTS (SELECT 1 FROM collection_case c WHERE c.loan_item_id = COALESCE(i.lead_item_id, i.id)
        AND (c.open_loan_item_id IS NOT NULL OR (c.status = 'C30' AND c.merged_into IS NULL)))
    UNION ALL SELECT i.id, 'a promise ends badly when its last day is over', CONCAT('promise ', p.id, ' is ', p.status)
    FROM loan_item i JOIN collection_case c ON c.loan_item_id = i.id JOIN promise p ON p.case_id = c.id
    WHERE p.status IN ('PARTIAL', 'BROKEN') AND p.deadline_at > ${now} AND ${of}`;
}

/** Random work on the money of many loans, by the product's services; after each step all that must be true is asked for. */
export class MoneyWork {
  private readonly random: Random;
  private readonly items: WorkedItem[] = [];
  private readonly report: WorkReport = { done: {}, refused: 0, items: 0, failure: [] };
  private now = new Date('2026-11-02T15:00:00Z');

  /** @param atOnce so many things are done to a loan item together; with more than one a seed repeats the things alone */
  constructor(
    private readonly desk: MoneyDesk,
    private readonly seed: number,
    private readonly atOnce = 1,
  ) {
    this.random = new Random(seed);
  }

  /** The time on its clock. */
  get clock(): Date {
    return this.now;
  }

  async run(steps: number): Promise<WorkReport> {
    const { desk } = this;
    desk.get(Clock).now = () => this.now;
    await desk
      .get(Database)
      .run(sql`UPDATE queue SET long_aging_dpd = ${AGES_FROM} WHERE id = ${desk.queueId}`);
    for (let number = 1; number <= steps && this.report.failure.length === 0; number++)
      await this.step(number);
    // Whoever is not worked at any more goes on through the nights.
    await this.check(
      this.items.map(({ loanItemId }) => loanItemId),
      steps,
    );
    return { ...this.report, items: this.items.length };
  }

  private async step(number: number): Promise<void> {
    this.now = new Date(this.now.getTime() + this.random.whole(1, 12) * 60_000);
    const evening = this.now.getUTCHours() >= EVENING_HOUR;
    const name = this.items.length === 0 ? 'takeIn' : evening ? 'night' : this.random.weighted(WEIGHTS);
    if (name === 'night') return this.night(number);
    if (name === 'takeIn') return this.takeIn(number);
    const item = await this.itemFor(name);
    const names = [name, ...Array.from({ length: this.atOnce - 1 }, () => this.random.one(MONEY_STEPS)!)];
    await Promise.all(names.map((one, lane) => this.work(number * LANES + lane, one, item)));
    await this.check(this.ofBorrower(item), number);
  }

  /** Returns any item; for a step that few admit, the first one in a random order that does. */
  private async itemFor(name: StepName): Promise<WorkedItem> {
    const worked = this.items.slice(-ITEMS);
    const from = this.random.whole(0, worked.length - 1);
    const suits = SUITS[name];
    const ordered = [...worked.slice(from), ...worked.slice(0, from)];
    for (const item of suits ? ordered : []) {
      const state = await this.caseOf(item);
      if (state && suits!(state)) return item;
    }
    return ordered[0]!;
  }

  private ofBorrower({ borrower }: WorkedItem): number[] {
    return this.items.filter((item) => item.borrower === borrower).map(({ loanItemId }) => loanItemId);
  }

  private async work(number: number, name: StepName, item: WorkedItem): Promise<void> {
    const { desk, random, now } = this;
    const state = await this.caseOf(item);
    const before = state ? `${state.status} due ${state.due}` : 'no case';
    const tell = (outcome: string) =>
      item.story.push(`${number} ${now.toISOString()} (${before}) ${name}: ${outcome}`);
    try {
      const outcome = await STEPS[name]({ desk, random, now, number: this.numberOf(number), item, state });
      if (outcome === null) return;
      this.count(name);
      tell(outcome);
    } catch (error) {
      if (!(error instanceof AppError)) {
        tell(String(error));
        this.fail([item], `step ${number} (${name}) failed: ${String(error)}`);
        return;
      }
      this.report.refused++;
      tell(`refused, ${error.key}`);
    }
  }

  private async takeIn(number: number): Promise<void> {
    const externalId = `M${this.seed}-${number}`;
    const known = this.random.next() < 0.5 ? this.random.one(this.items.slice(-ITEMS)) : undefined;
    const borrower = known?.borrower ?? externalId;
    const rows = loanRows(this.desk, { externalId, borrower }, this.now, this.random);
    await this.desk.get(ImportsService).importRows(rows);
    const [found] = await this.desk.get(Database).rows<{ id: number }>(sql`
      SELECT id FROM loan_item WHERE external_id = ${externalId}`);
    const story = [`${number} ${this.now.toISOString()} taken in`];
    this.items.push({ externalId, borrower, loanItemId: found!.id, payments: [], story });
    this.count('takeIn');
    await this.check([found!.id], number);
  }

  /** To ten past midnight in Mexico City, and on to the morning. */
  private async night(number: number): Promise<void> {
    const { desk } = this;
    const next = addDays(businessDay(this.now), 1);
    this.now = new Date(`${next}T06:10:00Z`);
    await desk.get(FallingDueService).run({ night: true });
    await desk.get(DaysService).openAll();
    // Workers alone have it.
    await new AccrualsService(desk.get(Database), desk.get(UnitOfWork), desk.get(Clock)).accrueToday();
    await desk.get(LongAgingService).mergeToday();
    await desk.get(PromisesService).reconcile();
    this.now = new Date(`${next}T15:00:00Z`);
    for (const { story } of this.items) story.push(`${number} night to ${next}`);
    this.count('night');
    await this.check(
      this.items.slice(-ITEMS).map(({ loanItemId }) => loanItemId),
      number,
    );
  }

  private async check(loanItemIds: readonly number[], number: number): Promise<void> {
    if (this.report.failure.length > 0) return;
    const differences = await this.desk
      .get(Database)
      .rows<MoneyDifference>(
        sql`${moneyDifferences(loanItemIds)} UNION ALL ${ownRules(this.now, loanItemIds)}`,
      );
    if (differences.length === 0) return;
    const words = differences.map(
      ({ item, rule, what }) => `loan item ${item}: not true that ${rule}: ${what}`,
    );
    const ids = new Set(differences.map(({ item }) => Number(item)));
    const borrowers = new Set(
      this.items.filter((item) => ids.has(item.loanItemId)).map(({ borrower }) => borrower),
    );
    const concerned = this.items.filter(({ borrower }) => borrowers.has(borrower));
    this.fail(concerned, `after step ${number} of seed ${this.seed}:`, ...words);
  }

  private fail(items: readonly WorkedItem[], ...words: string[]): void {
    this.report.failure = [
      ...words,
      ...items.flatMap(({ loanItemId, story }) => [`loan item ${loanItemId}`, ...story]),
    ];
  }

  private count(name: keyof typeof WEIGHTS): void {
    this.report.done[name] = (this.report.done[name] ?? 0) + 1;
  }

  /** A number of this work's step alone: references and request ids are made from it. */
  private numberOf(number: number): number {
    return this.seed * 1_000_000 * LANES + number;
  }

  private async caseOf({ loanItemId }: WorkedItem): Promise<CaseNow | undefined> {
    const [state] = await this.desk.get(Database).rows<CaseNow>(sql`
      SELECT c.id, c.status, c.amount_due AS due, c.owner_id AS ownerId,
        (SELECT CAST(SUM(r.principal + r.interest + r.penalty + r.iva - r.paid) AS SIGNED) FROM plan_row r
         WHERE r.loan_item_id = i.id) AS balance, f.id AS refundId, f.version AS refundVersion,
        v.id AS receivableId, v.version AS receivableVersion
      FROM loan_item i JOIN collection_case c ON c.loan_item_id = COALESCE(i.lead_item_id, i.id)
        LEFT JOIN refund f ON f.id = (SELECT MAX(o.id) FROM refund o WHERE o.loan_item_id = i.id AND o.status = 'OPEN')
        LEFT JOIN receivable v ON v.id = (SELECT MAX(o.id) FROM receivable o WHERE o.loan_item_id = i.id AND o.status = 'OPEN')
      WHERE i.id = ${loanItemId} ORDER BY c.open_loan_item_id IS NOT NULL DESC, c.id DESC LIMIT 1`);
    return state;
  }
}
