import { PLATFORMS } from '../../../contract/codes.js';
import { addDays, daysBetween } from '../../../contract/shared/date.js';
import { borrower, relative } from './borrowers.js';
import { APPS, PRODUCTS } from './names.js';
import { QUEUES, type DemoQueue, type Organisation } from './organisation.js';
import { Random } from './random.js';

/** How far back the demo's history goes: days before today. */
export const HISTORY_DAYS = 7;

export interface PortfolioPlan {
  seed: number;
  cases: number;
  /** The business day on which the demo begins, "2026-11-21". */
  today: string;
  /** How many of the cases a queue gets, as weights. */
  queues: readonly (readonly [queue: DemoQueue, weight: number])[];
}

/** A row of the intake: text by column, as a file would give it. */
export interface PortfolioRow {
  line: number;
  cells: Record<string, string>;
}

/** Cases go to the queues as the collectors do. */
export function portfolioPlan(seed: number, cases: number, today: string, org: Organisation): PortfolioPlan {
  const seats = new Map<string, number>();
  for (const { queue } of org.people) if (queue) seats.set(queue, (seats.get(queue) ?? 0) + 1);
  const queues = QUEUES.filter(({ code }) => seats.has(code)).map(
    (queue) => [queue, seats.get(queue.code)!] as const,
  );
  return { seed, cases, today, queues };
}

/**
 * The rows of the loans whose case opens on `day`, streamed: a loan's periods follow each other. The same plan gives the
 * same rows. Days before the history began count as its first.
 */
export function* portfolioRows(plan: PortfolioPlan, day: string): Generator<PortfolioRow> {
  const opensBefore = daysBetween(day, plan.today);
  let line = 1;
  for (let index = 0; index < plan.cases; index++) {
    const random = new Random(plan.seed, index);
    const loan = schedule(random, plan);
    if (loan.opensBefore !== opensBefore) continue;
    for (const cells of periods(random, plan, index, loan)) yield { line: ++line, cells };
  }
}

interface Loan {
  queue: DemoQueue;
  /** Days past due today. */
  dpd: number;
  /** Days before today on which the case opens. */
  opensBefore: number;
}

/** A case opens when its loan reaches the queue's first day past due. */
function schedule(random: Random, { queues }: PortfolioPlan): Loan {
  const queue = random.weighted(queues);
  const span = queue.maxDpd - queue.minDpd;
  // More young cases than old ones.
  const dpd = queue.minDpd + Math.floor((span + 1) * random.next() ** 1.4);
  return { queue, dpd, opensBefore: Math.min(dpd - queue.minDpd, HISTORY_DAYS) };
}

const IVA_PERCENT = 16;
const PERIODS = [[1, 60], [2, 14], [3, 11], [4, 7], [6, 8]] as const; // prettier-ignore
const STEP_DAYS = [7, 15, 30] as const;

function* periods(
  random: Random,
  plan: PortfolioPlan,
  index: number,
  loan: Loan,
): Generator<Record<string, string>> {
  const common = loanCells(random, plan, index, loan.queue);
  const count = random.weighted(PERIODS);
  const firstUnpaid = random.between(1, count);
  const step = random.pick(STEP_DAYS);
  const contract = contractAmount(random);
  const interestRate = random.between(8, 24) / 100;
  const disbursedAt = addDays(plan.today, -loan.dpd - firstUnpaid * step);
  for (let period = 1; period <= count; period++) {
    const dueAfter = (period - firstUnpaid) * step - loan.dpd;
    const overdue = Math.max(0, -loan.opensBefore - dueAfter);
    const paid = period < firstUnpaid;
    const share = Math.floor(contract / count);
    const principal = period === count ? contract - share * (count - 1) : share;
    const interest = Math.round(principal * interestRate);
    const penalty = paid ? 0 : Math.round(principal * Math.min(0.4, overdue * 0.01));
    const iva = Math.round(((interest + penalty) * IVA_PERCENT) / 100);
    const total = principal + interest + penalty + iva;
    const partly = period === firstUnpaid && random.chance(0.12) ? Math.floor(total * 0.3) : 0;
    yield {
      ...common,
      disbursedAt,
      contractAmount: pesos(contract),
      period: String(period),
      dueDate: addDays(plan.today, dueAfter),
      principal: pesos(principal),
      interest: pesos(interest),
      penalty: pesos(penalty),
      iva: pesos(iva),
      paidAmount: pesos(paid ? total : partly),
    };
  }
}

function loanCells(
  random: Random,
  plan: PortfolioPlan,
  index: number,
  queue: DemoQueue,
): Record<string, string> {
  const number = String(index + 1).padStart(8, '0');
  const reloan = random.weighted([[0, 55], [1, 35], [2, 6], [3, 4]]); // prettier-ignore
  return {
    institutionCode: queue.institution,
    queueCode: queue.code,
    appName: random.pick(APPS),
    productCategory: random.pick(PRODUCTS),
    platform: random.weighted([[PLATFORMS[0], 80], [PLATFORMS[1], 15], [PLATFORMS[2], 5]]), // prettier-ignore
    borrowerExternalId: `B${number}`,
    loanExternalId: `MX${number}`,
    loanItemExternalId: `MX${number}-1`,
    reloan: String(reloan),
    ...borrower(random, plan.today).cells,
    ...contactCells(random, queue.institution === 'SUR', plan.today),
  };
}

const RELATIONS = ['R02', 'R03', 'R04', 'R05', 'R06', 'R07', 'R08', 'R09', 'R10'] as const;
const FROM_DEVICE = ['R11', 'R12'] as const;

function contactCells(random: Random, deviceData: boolean, today: string): Record<string, string> {
  const cells: Record<string, string> = {};
  const count = random.between(1, 3);
  for (let slot = 1; slot <= count; slot++) {
    const { name, phone } = relative(random);
    cells[`contact${slot}Name`] = name;
    cells[`contact${slot}Phone`] = phone;
    const relation = random.pick(deviceData && slot === 3 ? FROM_DEVICE : RELATIONS);
    cells[`contact${slot}Relation`] = relation;
    if (relation === 'R12') {
      cells[`contact${slot}CallType`] = String(random.between(1, 3));
      cells[`contact${slot}CallTime`] =
        `${addDays(today, -random.between(10, 60))}T${random.between(14, 23)}:30:00Z`;
    }
  }
  return cells;
}

/** MXN 500 to 15,000 in centavos, small ones more often, in whole fifties of pesos. */
function contractAmount(random: Random): number {
  return (500 + Math.floor((14_500 * random.next() ** 2) / 50) * 50) * 100;
}

function pesos(centavos: number): string {
  return (centavos / 100).toFixed(2);
}
