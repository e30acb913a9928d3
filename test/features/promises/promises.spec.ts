import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RecordAnswer } from '../../../contract/cases/records.js';
import { outcomeOf, promiseDeadline, promiseTerms } from '../../../server/domain/promises/promise.rules.js';
import { PromisesService } from '../../../server/features/case-work/promises/promises.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createDesk, openCase, requestId, type Desk } from '../cases/desk.js';
import { createStack, type Stack } from '../../support/stack.js';

describe('the rules of a promise', () => {
  it.each([
    [10_000, 9_500, 'KEPT'],
    [10_000, 9_499, 'PARTIAL'],
    [10_000, 1, 'PARTIAL'],
    [10_000, 0, 'BROKEN'],
    [10_001, 9_501, 'KEPT'],
    [10_001, 9_500, 'PARTIAL'],
    [10_000, 20_000, 'KEPT'],
  ] as const)('of %i with %i paid is %s', (amount, paid, outcome) => {
    expect(outcomeOf(amount, paid)).toBe(outcome);
  });

  it('ends with its day in Mexico City', () => {
    expect(promiseDeadline('2026-03-02').toISOString()).toBe('2026-03-03T06:00:00.000Z');
  });

  it('counts days in Mexico City, not in UTC', () => {
    const context = {
      now: new Date('2026-03-03T03:00:00Z'),
      amountDue: 1000,
      extend: false,
      reschedules: null,
    };
    expect(promiseTerms({ amount: 1000, dueDate: null }, context).dueDate).toBe('2026-03-02');
    expect(promiseTerms({ amount: 1, dueDate: '2026-03-05' }, context).reschedules).toBe(0);
    expect(() => promiseTerms({ amount: 1, dueDate: '2026-03-06' }, context)).toThrow('promise.date');
    expect(() => promiseTerms({ amount: 1, dueDate: '2026-03-01' }, context)).toThrow('promise.date');
    const later = { ...context, extend: true, reschedules: 1 };
    expect(promiseTerms({ amount: 1, dueDate: '2026-03-06' }, later).reschedules).toBe(2);
    expect(() => promiseTerms({ amount: 1, dueDate: null }, { ...later, reschedules: 2 })).toThrow(
      'promise.rescheduledTwice',
    );
  });
});

describe('the end of a promise', () => {
  let stack: Stack;
  let desk: Desk;
  let promises: PromisesService;

  beforeAll(async () => {
    stack = await createStack();
    desk = await createDesk();
    promises = desk.api.get(PromisesService);
  });
  afterAll(async () => {
    await desk.api.close();
    await stack.close();
  });

  /** A case with a promise of 10,000 centavos whose deadline is over unless `over` is false. */
  const promised = async ({ paid = 0, over = true } = {}) => {
    const caseId = await openCase(desk, 'collector');
    const { data } = await desk.as.collector.post<RecordAnswer>('task/record', {
      taskId: caseId,
      callResult: 'PTP',
      promiseAmount: 10_000,
      clientRequestId: requestId(),
    });
    const promiseId = data.promiseId!;
    const deadline = new Date(Date.now() + (over ? -1_000 : 60_000));
    await desk.api.rows(
      sql`UPDATE promise SET paid = ${paid}, deadline_at = ${deadline} WHERE id = ${promiseId}`,
    );
    return { caseId, promiseId };
  };
  const stateOf = async (caseId: number) =>
    (
      await desk.api.rows<Record<string, unknown>>(sql`
        SELECT c.status, c.promise_id AS promiseId, c.promise_due AS promiseDue, c.next_follow_up_at <= NOW(3) AS dueNow,
          p.status AS promise, c.version
        FROM collection_case c JOIN promise p ON p.case_id = c.id WHERE c.id = ${caseId}`)
    )[0]!;
  const endings = (caseId: number) =>
    desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE case_id = ${caseId} AND name = 'promise.settled'`);

  it.each([
    [0, 'BROKEN', 'BP'],
    [4_000, 'PARTIAL', 'PTRPD'],
    [9_500, 'KEPT', 'PTRPD'],
  ])('with %i paid is %s and gives the case back to work at once', async (paid, outcome, result) => {
    const { caseId, promiseId } = await promised({ paid });
    expect(await promises.settle(promiseId)).toBe(outcome);
    expect(await stateOf(caseId)).toEqual({
      status: 'C10', promiseId: null, promiseDue: null, dueNow: 1, promise: outcome, version: 3,
    }); // prettier-ignore
    expect(JSON.parse((await endings(caseId))[0]!.payload)).toMatchObject({
      promiseId,
      status: outcome,
      paid,
      statusAfter: 'C10',
    });
    const logs = await desk.as.collector.get<{ result: object[] }>(`task/collectionLogs/${caseId}`);
    expect(logs.data.result[0]).toMatchObject({ callResult: result, creator: null, type: '00' });
  });

  it('happens once, however often it is asked for', async () => {
    const { caseId, promiseId } = await promised();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => promises.settle(promiseId)));
    // Those that ask in the same moment share what comes of it.
    expect([...new Set(outcomes)]).toEqual(['BROKEN']);
    expect(await endings(caseId)).toHaveLength(1);
    expect(await promises.settle(promiseId)).toBeNull();
  });

  it('does not come before its deadline, nor for a promise that was moved', async () => {
    const early = await promised({ over: false });
    expect(await promises.settle(early.promiseId)).toBeNull();
    const moved = await promised();
    await desk.as.collector.post('task/record', {
      taskId: moved.caseId,
      callResult: 'PTP',
      promiseAmount: 5_000,
      clientRequestId: requestId(),
    });
    expect(await promises.settle(moved.promiseId)).toBeNull();
    expect(await promises.settle(999_999)).toBeNull();
    expect((await stateOf(moved.caseId))['status']).toBe('C20');
  });

  it('leaves a case nobody owns in C00, and a closed one closed', async () => {
    const unowned = await promised();
    await desk.api.rows(sql`UPDATE collection_case SET owner_id = NULL WHERE id = ${unowned.caseId}`);
    await promises.settle(unowned.promiseId);
    expect((await stateOf(unowned.caseId))['status']).toBe('C00');
    const closed = await promised();
    await desk.api.rows(sql`UPDATE collection_case SET status = 'C31' WHERE id = ${closed.caseId}`);
    await promises.settle(closed.promiseId);
    expect(await stateOf(closed.caseId)).toMatchObject({ status: 'C31', promise: 'BROKEN' });
  });

  it('is swept up when its job was lost', async () => {
    const lost = [await promised(), await promised()];
    const early = await promised({ over: false });
    expect(await promises.reconcile()).toBeGreaterThanOrEqual(2);
    for (const { caseId } of lost) expect((await stateOf(caseId))['promise']).toBe('BROKEN');
    expect((await stateOf(early.caseId))['promise']).toBe('OPEN');
    expect(await promises.reconcile()).toBe(0);
  });
});
