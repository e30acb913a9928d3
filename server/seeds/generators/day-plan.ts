import type { CallResult, CallStatus } from '../../../contract/codes.js';
import { addDays } from '../../../contract/shared/date.js';
import type { Random } from './random.js';

/** A collector's case as the history needs it. Amounts are centavos. */
export interface WorkCase {
  id: number;
  loanItemExternalId: string;
  contactId: number | null;
  due: number;
  promised: number | null;
}

interface Planned {
  /** 0 .. 1: where in the working day. */
  at: number;
  collector: number;
  item: WorkCase;
}
export interface PlannedRecord extends Planned {
  kind: 'record';
  callStatus: CallStatus;
  result: CallResult;
  promise: { amount: number; dueDate: string } | null;
  followUp: boolean;
}
export interface PlannedPayment extends Planned {
  kind: 'payment';
  amount: number;
}
export type PlannedAct = PlannedRecord | PlannedPayment;

const OUTCOMES: readonly (readonly [[CallStatus, CallResult], number])[] = [
  [['NO_ANSWER', 'RETRY'], 34],
  [['HUNG_UP', 'RETRY'], 9],
  [['SHUT_OFF', 'LC'], 5],
  [['CONNECTED', 'PTP'], 22],
  [['CONNECTED', 'WTP'], 12],
  [['CONNECTED', 'DTP'], 8],
  [['CONNECTED', 'ND'], 6],
  [['CONNECTED', 'PTN'], 4],
];
const RECORDS = 10;
const PAYMENTS = 7;
/** No borrower pays less: a target that is this near counts as reached. */
const MIN_AMOUNT = 1_000;

/** Centavos that come in: a collector's share of the day's target, by zeal and luck. */
export function takingsOf(random: Random, target: number, zeal: number): number {
  return target * (0.75 + (zeal - 0.6) / 2) * (0.92 + random.next() * 0.16);
}

/**
 * Plans one collector's day: some cases called, promises among them, some paid. Distinct cases, in no order.
 *
 * @param takings centavos that are paid in all; null: nobody has set a target
 */
export function planDay(
  random: Random,
  collector: number,
  cases: readonly WorkCase[],
  day: string,
  zeal: number,
  takings: number | null,
): PlannedAct[] {
  const promised = cases.filter((item) => item.promised !== null);
  const others = shuffled(
    random,
    cases.filter((item) => item.promised === null),
  );
  const records = Math.min(Math.round(RECORDS * zeal), Math.ceil(others.length / 3));
  const payments = Math.min(Math.round(PAYMENTS * zeal), Math.ceil(others.length / 3));
  const paidPromises = promised.filter(() => random.chance(0.45));
  const enough = takings === null ? records + Math.max(2, payments - paidPromises.length) : others.length;
  const freely = others.slice(records, enough);
  const payers = [...paidPromises, ...freely].map((item) =>
    paymentOf(random, { at: random.next(), collector, item }),
  );
  return [
    ...others.slice(0, records).map((item) => recordOf(random, { at: random.next(), collector, item }, day)),
    ...(takings === null ? payers : upTo(takings, payers)),
  ];
}

/** Those who pay until so much is in; the last of them pays the rest. */
function upTo(takings: number, payers: readonly PlannedPayment[]): PlannedPayment[] {
  const paid: PlannedPayment[] = [];
  let left = takings;
  for (const payment of payers) {
    if (left < MIN_AMOUNT) break;
    const amount = Math.min(payment.amount, tens(left));
    paid.push({ ...payment, amount });
    left -= amount;
  }
  return paid;
}

function recordOf(random: Random, planned: Planned, day: string): PlannedRecord {
  const [callStatus, result] = random.weighted(OUTCOMES);
  const { due } = planned.item;
  const amount = random.chance(0.4) ? due : tens(due * (0.25 + random.next() * 0.5));
  const inDays = random.weighted([[0, 35], [1, 30], [2, 20], [3, 15]]); // prettier-ignore
  const promise = result === 'PTP' ? { amount: Math.min(due, amount), dueDate: addDays(day, inDays) } : null;
  return {
    ...planned,
    kind: 'record',
    callStatus,
    result,
    promise,
    followUp: result === 'WTP' || random.chance(0.3),
  };
}

function paymentOf(random: Random, planned: Planned): PlannedPayment {
  const { due, promised } = planned.item;
  const wanted = promised
    ? random.chance(0.8) ? promised : tens(promised * 0.4)
    : random.chance(0.4) ? due : tens(due * (0.1 + random.next() * 0.4)); // prettier-ignore
  return { ...planned, kind: 'payment', amount: Math.max(1, Math.min(due, wanted)) };
}

/** Whole tens of pesos, as people pay. */
function tens(centavos: number): number {
  return Math.max(1, Math.round(centavos / 1_000)) * 1_000;
}

function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  const mixed = [...items];
  for (let place = mixed.length - 1; place > 0; place--) {
    const other = random.between(0, place);
    [mixed[place], mixed[other]] = [mixed[other]!, mixed[place]!];
  }
  return mixed;
}
