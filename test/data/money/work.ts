import { addDays, businessDay } from '../../../contract/shared/date.js';
import { AccrualsService } from '../../../server/features/accruals/accruals.service.js';
import { ImportsService } from '../../../server/features/imports/imports.service.js';
import { FallingDueService } from '../../../server/features/case-work/loans/falling-due.service.js';
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
import { STEPS, WEIGHTS, type CaseNow, type StepName, type WorkedItem } from './steps.js';

/** Worked at once; more come in, and the oldest are left alone. */
const ITEMS = 25;
const EVENING_HOUR = 23;

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
    SELECT i.id, 'rows are paid what payments put there', CONCAT(SUM(r.paid), ' is on them') FROM loan_item i
      JOIN plan_row r ON r.loan_item_id = i.id WHERE ${of} GROUP BY i.id
    HAVING SUM(r.paid) <> (SELECT COALESCE(SUM(IF(p.type = 'PAYMENT', part.amount, -part.amount)), 0)
      FROM payment p JOIN JSON_TABLE(p.spread, '$[*]' COLUMNS (amount BIGINT PATH '$[1]')) part WHERE p.loan_item_id = i.id)
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

  constructor(
    private readonly desk: MoneyDesk,
    private readonly seed: number,
  ) {
    this.random = new Random(seed);
  }

  /** The time on its clock. */
  get clock(): Date {
    return this.now;
  }

  async run(steps: number): Promise<WorkReport> {
    this.desk.get(Clock).now = () => this.now;
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
    const item = this.random.one(this.items.slice(-ITEMS))!;
    await this.work(number, name, item);
    await this.check([item.loanItemId], number);
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
    await this.desk.get(ImportsService).importRows(loanRows(this.desk, externalId, this.now, this.random));
    const [found] = await this.desk.get(Database).rows<{ id: number }>(sql`
      SELECT id FROM loan_item WHERE external_id = ${externalId}`);
    const story = [`${number} ${this.now.toISOString()} taken in`];
    this.items.push({ externalId, loanItemId: found!.id, payments: [], story });
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
    await desk.get(PromisesService).sweep();
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
    const concerned = this.items.filter((item) => ids.has(item.loanItemId));
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
    return this.seed * 1_000_000 + number;
  }

  private async caseOf({ loanItemId }: WorkedItem): Promise<CaseNow | undefined> {
    const [state] = await this.desk.get(Database).rows<CaseNow>(sql`
      SELECT c.id, c.status, c.amount_due AS due, c.owner_id AS ownerId,
        (SELECT CAST(SUM(r.principal + r.interest + r.penalty + r.iva - r.paid) AS SIGNED) FROM plan_row r
         WHERE r.loan_item_id = c.loan_item_id) AS balance, f.id AS refundId, f.version AS refundVersion
      FROM collection_case c
        LEFT JOIN refund f ON f.id = (SELECT MAX(o.id) FROM refund o WHERE o.loan_item_id = c.loan_item_id AND o.status = 'OPEN')
      WHERE c.loan_item_id = ${loanItemId} ORDER BY c.open_loan_item_id IS NOT NULL DESC, c.id DESC LIMIT 1`);
    return state;
  }
}
