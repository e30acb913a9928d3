import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from '../../server/platform/db/sql.js';
import { ask, caseOf, createMoneyDesk, requestId, type MoneyDesk } from '../features/repayment-codes/desk.js';
import type { TestCase } from '../support/cases.js';

let desk: MoneyDesk;

beforeAll(async () => {
  desk = await createMoneyDesk();
});
afterAll(() => desk.close());

interface Call {
  path: string | ((test: TestCase) => string);
  body: (test: TestCase) => Record<string, unknown>;
  /** The same call and case with something else in it; null where there is nothing else. */
  other: Record<string, unknown> | null;
}

/** Every command that takes a clientRequestId and needs no telephone. */
const CALLS: Record<string, Call> = {
  'task/record': {
    path: 'task/record',
    body: ({ id }) => ({ taskId: id, callStatus: 'NO_ANSWER' }),
    other: { callStatus: 'SHUT_OFF' },
  },
  'task/partDeduce': {
    path: 'task/partDeduce',
    body: ({ id }) => ({ taskId: id, amount: 1_000 }),
    other: { amount: 2_000 },
  },
  'repay/deduct': { path: ({ id }) => `repay/deduct/${id}`, body: () => ({}), other: null },
  'repay/repaymentCode/update/new': {
    path: 'repay/repaymentCode/update/new',
    body: ({ id }) => ({ taskId: id, payChannel: 'SPEI', amount: 1_000 }),
    other: { amount: 2_000 },
  },
  'loan/manualDelay': {
    path: 'loan/manualDelay',
    body: ({ id }) => ({ taskId: id, percent: 10 }),
    other: { percent: 20 },
  },
  'task/ktp': {
    path: 'task/ktp',
    body: ({ id }) => ({ taskId: id, comment: 'clear' }),
    other: { comment: 'blurred' },
  },
};

async function effects(test: TestCase): Promise<number> {
  const [row] = await desk.api.rows<{ n: number }>(sql`
    SELECT COUNT(*) AS n FROM domain_event WHERE case_id = ${test.id}`);
  return row!.n;
}

describe('one request id is one request', () => {
  it.each(Object.keys(CALLS))('by %s', async (name) => {
    const { path, body, other } = CALLS[name]!;
    const [one, two] = [await caseOf(desk), await caseOf(desk)];
    const clientRequestId = requestId();
    const call = (test: TestCase, more: object = {}) =>
      ask(desk.as.ana, typeof path === 'string' ? path : path(test), {
        ...body(test),
        clientRequestId,
        ...more,
      });
    const first = await call(one);
    expect(first.code).toBe('00');
    const done = await effects(one);
    expect((await call(one)).data).toEqual(first.data);
    if (other) expect(await call(one, other)).toMatchObject({ code: '23', data: null });
    expect((await call(two)).code).toBe('23');
    expect([await effects(one), await effects(two)]).toEqual([done, 0]);
    // The request id does not disclose what is out of the caller's scope either.
    const foreign = await caseOf(desk, { ownerId: null, groupId: desk.org.otherGroupId });
    expect((await call(foreign)).code).toBe('21');
  });

  it('on two cases at once, for one of them', async () => {
    const cases = [await caseOf(desk), await caseOf(desk)];
    const clientRequestId = requestId();
    const answers = await Promise.all(
      cases.map(({ id }) =>
        ask(desk.as.ana, 'task/partDeduce', { taskId: id, amount: 1_000, clientRequestId }),
      ),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual(['00', '23']);
  });

  it('also of a row that was kept before requests had digests', async () => {
    const test = await caseOf(desk);
    const body = { taskId: test.id, callStatus: 'NO_ANSWER', clientRequestId: requestId() };
    const first = await ask(desk.as.ana, 'task/record', body);
    await desk.api.rows(sql`
      UPDATE client_request SET digest = NULL WHERE client_request_id = ${body.clientRequestId}`);
    expect((await ask(desk.as.ana, 'task/record', body)).data).toEqual(first.data);
  });
});

describe('a new repayment code', () => {
  it('is refused within the channel’s cool-down, also forty at once', async () => {
    const test = await caseOf(desk);
    const path = 'repay/repaymentCode/update/new';
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        ask(desk.as.ana, path, { taskId: test.id, payChannel: 'SPEI', amount: 1_000 + n }),
      ),
    );
    const codes = answers.map(({ code }) => code).sort();
    expect(codes).toEqual(['00', ...Array.from({ length: 39 }, () => '31')]);
    expect(await ask(desk.as.ana, path, { taskId: test.id, payChannel: 'OXXO' })).toMatchObject({
      code: '00',
    });
  });
});
