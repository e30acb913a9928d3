import { addDays, businessDay } from '../../../contract/shared/date.js';
import { CaseMovesService } from '../../../server/features/case-work/cases/moves/case-moves.service.js';
import { RecordUndoService } from '../../../server/features/case-work/cases/records/record-undo.service.js';
import { RecordsService } from '../../../server/features/case-work/cases/records/records.service.js';
import { DebitsService } from '../../../server/features/repayment/deductions/debits.service.js';
import { DeductionsService } from '../../../server/features/repayment/deductions/deductions.service.js';
import { ExtensionsService } from '../../../server/features/repayment/extensions/extensions.service.js';
import { PaymentsService } from '../../../server/features/repayment/payments/payments.service.js';
import { ReceivablesService } from '../../../server/features/receivables/receivables.service.js';
import { RefundsService } from '../../../server/features/refunds/refunds.service.js';
import { CodeLifeService } from '../../../server/features/repayment/codes/code-life.service.js';
import { SYSTEM, type Actor } from '../../../server/platform/auth/actor.js';
import { actorOf, type MoneyDesk } from './desk.js';
import type { Random } from './random.js';

export interface Paid {
  reference: string;
  amount: number;
  reversed: number;
  at: Date;
}

/** A loan item as the work knows it: what it paid, and what its case is now. */
export interface WorkedItem {
  externalId: string;
  /** Has one loan or several. */
  borrower: string;
  loanItemId: number;
  payments: Paid[];
  /** The steps so far, for the reader of a failure. */
  story: string[];
}

export interface CaseNow {
  id: number;
  status: string;
  due: number;
  balance: number;
  ownerId: number | null;
  refundId: number | null;
  refundVersion: number | null;
  /** A receivable of the loan item that is still owed. */
  receivableId: number | null;
  receivableVersion: number | null;
}

/** One step's surroundings. */
export interface StepContext {
  desk: MoneyDesk;
  random: Random;
  now: Date;
  /** A number of no other step. */
  number: number;
  item: WorkedItem;
  state: CaseNow | undefined;
}

/** Does one thing to a loan item. @returns what was done; null when there is nothing to do it to */
type Step = (context: StepContext) => Promise<string | null>;

export const WEIGHTS = {
  promise: 14,
  undo: 3,
  record: 3,
  assign: 8,
  release: 3,
  payPart: 14,
  payDue: 7,
  payAhead: 5,
  payTooMuch: 6,
  payLate: 5,
  reverse: 18,
  deduct: 5,
  extend: 4,
  completeRefund: 4,
  rejectRefund: 4,
  writeOff: 3,
  withdraw: 4,
  reinstate: 4,
  close: 2,
  takeIn: 3,
  night: 2,
} as const;
export type StepName = Exclude<keyof typeof WEIGHTS, 'takeIn' | 'night'>;

/** Steps that few loan items admit, with the condition by which such an item is looked for. */
export const SUITS: Partial<Record<StepName, (state: CaseNow) => boolean>> = {
  undo: ({ status, ownerId }) => ownerId !== null && (status === 'C01' || status === 'C10'),
  completeRefund: ({ refundId }) => refundId !== null,
  rejectRefund: ({ refundId }) => refundId !== null,
  writeOff: ({ receivableId }) => receivableId !== null,
  reinstate: ({ status }) => status === 'C40',
};

export const STEPS: Readonly<Record<StepName, Step>> = {
  promise: (context) => promise(context),
  undo: ({ desk, number, now, state }) =>
    withCase(state, async (found) => {
      const [owner, taskId] = [ownerOf(desk, found), found.id];
      const called = { contactType: 'CALL', callStatus: 'CONNECTED', callResult: 'PTP', notes: '' } as const;
      const promised = { promiseAmount: found.due, promiseDate: businessDay(now) };
      const { recordId } = await desk
        .get(RecordsService)
        .record(owner, { taskId, ...called, ...promised, clientRequestId: `undone-${number}` });
      const undone = { taskId, recordId, clientRequestId: `undo-${number}` };
      return `back to ${(await desk.get(RecordUndoService).undo(owner, undone)).status}`;
    }),
  record: (context) => record(context, {}),
  assign: ({ desk, random, state }) =>
    withCase(state, async ({ id }) => {
      const agentId = random.one(desk.collectorIds)!;
      const { rejected } = await desk
        .get(CaseMovesService)
        .assign(leader(desk), { taskIds: [id], agentIds: [agentId] });
      return rejected.length > 0 ? `not assigned: ${rejected[0]!.reason}` : `to ${agentId}`;
    }),
  release: ({ desk, state }) =>
    withCase(state, async ({ id }) => {
      const { rejected } = await desk.get(CaseMovesService).release(leader(desk), [id]);
      return rejected.length > 0 ? `not released: ${rejected[0]!.reason}` : 'released';
    }),
  payPart: (context) => pay(context, context.random.whole(1, Math.max(1, context.state?.due ?? 50_000))),
  payDue: (context) => pay(context, context.state?.due ?? 0),
  payAhead: (context) => {
    const { due = 0, balance = 0 } = context.state ?? {};
    return pay(context, due + context.random.whole(0, Math.max(0, balance - due)));
  },
  payTooMuch: (context) => pay(context, (context.state?.balance ?? 0) + context.random.whole(1, 90_000)),
  payLate: (context) => {
    const { random, now, state } = context;
    const paidAt = new Date(now.getTime() - random.whole(1, 96) * 3_600_000);
    return pay(context, random.whole(1, Math.max(1, state?.due ?? 50_000)), { paidAt });
  },
  reverse,
  deduct,
  extend,
  completeRefund: ({ desk, number, state }) =>
    withRefund(state, async (refundId, version) => {
      const decision = { refundId, version, clientRequestId: `complete-${number}` };
      await desk
        .get(RefundsService)
        .complete(admin(desk), { ...decision, reference: 'SPEI-1', voucher: 'V-1' });
      return `refund ${refundId}`;
    }),
  rejectRefund: ({ desk, number, state }) =>
    withRefund(state, async (refundId, version) => {
      const decision = { refundId, version, clientRequestId: `reject-${number}` };
      await desk.get(RefundsService).reject(admin(desk), { ...decision, reason: 'Not ours' });
      return `refund ${refundId}`;
    }),
  writeOff: async ({ desk, number, state }) => {
    if (!state?.receivableId) return null;
    const receivables = desk.get(ReceivablesService);
    const asked = { receivableId: state.receivableId, version: state.receivableVersion!, reason: 'Gone' };
    const another = actorOf(desk, desk.leaderId, 'admin');
    const { version } = await receivables.ask(another, { ...asked, clientRequestId: `ask-${number}` });
    const decision = { receivableId: state.receivableId, version, approve: true, answer: 'Seen' };
    await receivables.decide(admin(desk), { ...decision, clientRequestId: `decide-${number}` });
    return `receivable ${state.receivableId}`;
  },
  withdraw: ({ desk, state }) =>
    withCase(state, async ({ id }) => {
      await desk.get(CaseMovesService).withdraw(leader(desk), id, 'DISPUTE');
      return 'withdrawn';
    }),
  reinstate: ({ desk, state }) =>
    withCase(state, async ({ id }) => {
      await desk.get(CaseMovesService).reinstate(admin(desk), id, 'RESOLVED');
      return 'reinstated';
    }),
  close: ({ desk, state }) =>
    withCase(state, async ({ id }) => {
      await desk.get(CaseMovesService).close(admin(desk), id, 'SOLD');
      return 'closed';
    }),
};

const leader = (desk: MoneyDesk): Actor => actorOf(desk, desk.leaderId, 'leader');
const admin = (desk: MoneyDesk): Actor => actorOf(desk, desk.adminId, 'admin');
const ownerOf = (desk: MoneyDesk, { ownerId }: CaseNow): Actor =>
  ownerId === null ? leader(desk) : actorOf(desk, ownerId, 'member');

function withCase(
  state: CaseNow | undefined,
  act: (state: CaseNow) => Promise<string>,
): Promise<string | null> {
  return state ? act(state) : Promise.resolve(null);
}

function withRefund(
  state: CaseNow | undefined,
  act: (refundId: number, version: number) => Promise<string>,
): Promise<string | null> {
  return state?.refundId ? act(state.refundId, state.refundVersion!) : Promise.resolve(null);
}

function record({ desk, number, state }: StepContext, more: object): Promise<string | null> {
  return withCase(state, async (found) => {
    const answer = await desk.get(RecordsService).record(ownerOf(desk, found), {
      taskId: found.id,
      contactType: 'CALL',
      callStatus: 'NO_ANSWER',
      notes: '',
      clientRequestId: `record-${number}`,
      ...more,
    });
    return `${JSON.stringify(more)} makes it ${answer.status}`;
  });
}

function promise(context: StepContext): Promise<string | null> {
  const { random, now, state } = context;
  const promiseDate = addDays(businessDay(now), random.whole(0, 3));
  const promiseAmount = random.whole(1, Math.max(1, state?.due ?? 1));
  return record(context, { callStatus: 'CONNECTED', callResult: 'PTP', promiseAmount, promiseDate });
}

async function pay(
  { desk, number, item, now }: StepContext,
  amount: number,
  more: { paidAt?: Date; reference?: string } = {},
): Promise<string | null> {
  if (amount <= 0) return null;
  const { paidAt = now, reference } = more;
  await desk.get(PaymentsService).post(SYSTEM, {
    type: 'PAYMENT',
    providerReference: `money-${number}`,
    loanItemExternalId: item.externalId,
    amount,
    channel: 'SPEI',
    paidAt: paidAt.toISOString(),
    ...(reference && { reference }),
  });
  item.payments.push({ reference: `money-${number}`, amount, reversed: 0, at: paidAt });
  return `${amount} valued ${paidAt.toISOString()}`;
}

async function reverse({ desk, number, random, item, now }: StepContext): Promise<string | null> {
  const paid = random.one(item.payments.filter(({ amount, reversed }) => reversed < amount));
  if (!paid) return null;
  const left = paid.amount - paid.reversed;
  const amount = random.next() < 0.5 ? left : random.whole(1, left);
  await desk.get(PaymentsService).post(SYSTEM, {
    type: 'REVERSAL',
    providerReference: `money-${number}`,
    originalReference: paid.reference,
    amount,
    paidAt: now.toISOString(),
  });
  paid.reversed += amount;
  return `${amount} of the ${paid.amount} of ${paid.reference}`;
}

function deduct({ desk, number, random, item, state, now }: StepContext): Promise<string | null> {
  return withCase(state, async (found) => {
    const whole = random.next() < 0.5 || found.due < 2;
    const { deductionId, amount } = await desk.get(DeductionsService).request(ownerOf(desk, found), {
      taskId: found.id,
      amount: whole ? null : random.whole(1, found.due - 1),
      clientRequestId: `deduct-${number}`,
    });
    const chargeId = `money-${number}`;
    const status = random.next() < 0.8 ? 'SUCCESS' : 'FAILED';
    const at = now.toISOString();
    await desk
      .get(DebitsService)
      .settle({ eventId: chargeId, chargeId, idempotencyKey: `debit-${deductionId}`, status, amount, at });
    if (status === 'SUCCESS')
      item.payments.push({ reference: `CHARGE-${chargeId}`, amount, reversed: 0, at: now });
    return `${amount}: ${status}`;
  });
}

function extend(context: StepContext): Promise<string | null> {
  const { desk, number, random, state } = context;
  return withCase(state, async (found) => {
    const { fee, codeId } = await desk.get(ExtensionsService).request(ownerOf(desk, found), {
      taskId: found.id,
      percent: random.whole(10, 30),
      payChannel: 'SPEI',
      clientRequestId: `extend-${number}`,
    });
    const reference = `64${String(number).padStart(16, '0')}`;
    await desk.get(CodeLifeService).activate(codeId, { reference, barcode: null });
    const paid = await pay(context, random.next() < 0.8 ? fee : fee + random.whole(1, 50_000), { reference });
    return `fee ${fee} paid by its code: ${paid}`;
  });
}
