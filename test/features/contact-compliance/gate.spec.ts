import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SendingService } from '../../../server/features/messages/submit/sending.service.js';
import { SYSTEM } from '../../../server/platform/auth/actor.js';
import { sql } from '../../../server/platform/db/sql.js';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work.js';
import { eventually } from '../../support/eventually.js';
import type { TestCase } from '../../support/cases.js';
import { createCarrierDesk, queued, reachable, type CarrierDesk } from '../messages/carrier-desk.js';
import { messageOf, requestId, WORKING_HOURS } from '../messages/desk.js';

let all: CarrierDesk;
let desk: CarrierDesk['desk'];
beforeAll(async () => {
  all = await createCarrierDesk();
  ({ desk } = all);
});
afterAll(() => all.close());

/** Whether a command has shut the gate and not committed yet: nothing else goes through it here. */
async function isShut(): Promise<boolean> {
  const [first] = await Promise.allSettled([
    desk.api
      .get(UnitOfWork)
      .transact(SYSTEM, (tx) =>
        tx.read(sql`SELECT g.id FROM contact_gate g WHERE g.id = 1 FOR UPDATE NOWAIT`),
      ),
  ]);
  return first.status === 'rejected';
}

/** Holds the case's row during `work`: a command that has shut the gate stands before it. */
async function whileHeld(caseId: number, work: () => Promise<unknown>): Promise<void> {
  await desk.api.get(UnitOfWork).transact(SYSTEM, async (tx) => {
    await tx.read(sql`SELECT c.id FROM collection_case c WHERE c.id = ${caseId} FOR UPDATE`);
    await work();
  });
}

const record = (callResult: string) => (test: TestCase) =>
  desk.as.ana.post('task/record', {
    ...{ taskId: test.id, callResult, notes: 'why', clientRequestId: requestId() },
  });
const withdraw = (test: TestCase) =>
  desk.as.leader.post(`management/task/withdraw/${test.id}`, { reason: 'DISPUTE' });

/** Asked for the day before: its own hold is over. */
async function grant(test: TestCase) {
  const [asked] = await desk.api.rows<{ id: number }>(sql`
    SELECT r.id FROM leader_request r WHERE r.case_id = ${test.id}`);
  const body = {
    requestId: asked!.id,
    version: 1,
    grant: true,
    reason: 'seen',
    clientRequestId: requestId(),
  };
  return desk.as.leader.post('request/decide', body);
}
async function askedBefore(test: TestCase): Promise<void> {
  expect((await record('NOCLCT')(test)).code).toBe('00');
  const over = new Date(Date.parse(WORKING_HOURS) - 86_400_000);
  await desk.api.rows(sql`
    UPDATE contact_hold SET placed_at = ${over}, until_at = ${over} WHERE case_id = ${test.id}`);
}

describe('a claim of the same instant', () => {
  it.each([
    { what: 'a record that the borrower wants no contact', holdBack: record('NOCLCT') },
    { what: 'a record that the borrower has paid', holdBack: record('RPD') },
    { what: 'a case that is withdrawn for a dispute', holdBack: withdraw },
    { what: 'a hold that the leader grants', holdBack: grant, before: askedBefore },
  ])('waits for $what, and does not go out', async ({ holdBack, before }) => {
    const test = await reachable(desk);
    await before?.(test);
    const id = await queued(desk, test);
    const running: Promise<unknown>[] = [];
    let answer: { code: string } | undefined;
    await whileHeld(test.id, async () => {
      running.push(holdBack(test).then((given) => (answer = given)));
      await eventually(async () => expect(await isShut()).toBe(true));
      running.push(all.workers.get(SendingService).send(id));
    });
    await Promise.all(running);
    expect(answer?.code).toBe('00');
    expect(await messageOf(desk, id)).toMatchObject({ status: 'CANCELLED', attempts: 0 });
  });
});
