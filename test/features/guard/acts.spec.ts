import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GuardChannel, GuardDecision } from '../../../contract/guard.js';
import { GUARD_ENTRIES, GuardService } from '../../../server/features/guard/guard.service.js';
import { SYSTEM } from '../../../server/platform/auth/actor.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work.js';
import { createCase, type TestCase } from '../../support/cases.js';
import { createOrg, type Org } from '../../support/org.js';
import { createStack, startApi, type Api, type Stack } from '../../support/stack.js';

/** A Wednesday, 11:00 in Mexico City. */
const NOON = '2026-11-18T17:00:00Z';

let stack: Stack;
let api: Api;
let org: Org;

beforeAll(async () => {
  stack = await createStack({ RECOUP_CLOCK_AT: NOON });
  api = await startApi();
  org = await createOrg(api);
});
afterAll(async () => {
  await api.close();
  await stack.close();
});

async function act(
  { id: caseId, contactId }: TestCase,
  channel: GuardChannel = 'CALL',
  more: { incoming?: boolean } = {},
): Promise<GuardDecision> {
  const guard = api.get(GuardService);
  const receiptId = await api.get(Ids).take();
  return api.get(UnitOfWork).transact(SYSTEM, async (tx) => {
    const asked = { receiptId, caseId, contactId, channel, actorId: null, ...more };
    const rows = await tx.read<object[]>(...guard.entries(asked, tx.now));
    expect(rows).toHaveLength(GUARD_ENTRIES);
    return guard.judge(tx, asked, rows);
  });
}

async function twoCases(): Promise<[TestCase, TestCase]> {
  const first = await createCase(api, org);
  const second = await createCase(api, org);
  await api.rows(sql`UPDATE collection_case SET borrower_id = ${first.borrowerId} WHERE id = ${second.id}`);
  return [first, { ...second, borrowerId: first.borrowerId, contactId: first.contactId }];
}

describe('an act', () => {
  it('takes one slot, whoever of fifty acts at once on whichever of the borrower’s cases', async () => {
    const cases = await twoCases();
    const decisions = await Promise.all(Array.from({ length: 50 }, (_, index) => act(cases[index % 2]!)));
    expect(decisions.filter(({ allow }) => allow)).toHaveLength(1);
    const receipts = await api.rows<{ allowed: number; counted: number }>(sql`
      SELECT allowed, counted FROM contact_receipt WHERE borrower_id = ${cases[0].borrowerId}`);
    expect(receipts).toHaveLength(50);
    expect(receipts.filter(({ allowed, counted }) => allowed && counted)).toHaveLength(1);
  });
});
