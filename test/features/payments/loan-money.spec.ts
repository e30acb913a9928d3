import { beforeAll, expect, it } from '@jest/globals';
import { ReplayService } from '../../../server/features/replay/replay.service.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql, type Statement } from '../../../server/platform/db/sql.js';
import { createCase, pay, type TestCase } from '../../support/cases.js';
import { createUser, type Person } from '../../support/org.js';
import { useSite } from '../../support/site.js';

let ana: Person;
let count = 0;

const { api, org } = useSite();
beforeAll(async () => {
  ana = await createUser(api, org, 'member');
});

const found = () => new ReplayService(api.get(Database)).checkMoney();

it('finds nothing to say of what the product has done', async () => {
  const test = await createCase(api, org, { ownerId: ana.id, later: [[40_000, 5]] });
  const providerReference = `MONEY-${++count}`;
  await pay(api, { loanItemExternalId: test.externalId, amount: 150_000, providerReference });
  await pay(api, {
    type: 'REVERSAL',
    originalReference: providerReference,
    amount: 60_000,
    providerReference: `MONEY-${++count}`,
  });
  expect(await found()).toEqual([]);
});

it.each<[string, string, (test: TestCase) => Statement]>([
  ['a payment of more than it paid', 'payments less reversals', ({ loanItemId }) => sql`UPDATE payment SET amount = amount + 1 WHERE loan_item_id = ${loanItemId}`],
  ['a refund that nobody paid', 'payments less reversals', ({ id, loanItemId }) => sql`
    INSERT INTO refund (id, case_id, loan_item_id, payment_id, amount, status, opened_at, status_before)
    VALUES (${id}, ${id}, ${loanItemId}, ${id}, 500, 'COMPLETED', NOW(3), 'C31')`],
  ['a row that lost its money', 'a row is paid', ({ loanItemId }) => sql`UPDATE plan_row SET paid = paid - 1 WHERE loan_item_id = ${loanItemId}`],
  ['a row paid less than nothing', 'no part of the money', ({ loanItemId }) => sql`UPDATE plan_row SET paid = -1 WHERE loan_item_id = ${loanItemId}`],
  ['another amount due', 'an open case claims', ({ id }) => sql`UPDATE collection_case SET amount_due = amount_due + 1 WHERE id = ${id}`],
  ['an open case without a due', 'an open case owes', ({ id }) => sql`UPDATE collection_case SET amount_due = 0 WHERE id = ${id}`],
  ['C20 without a promise', 'a case is promised', ({ id }) => sql`UPDATE collection_case SET status = 'C20' WHERE id = ${id}`],
  ['a promise without C20', 'a case is promised', ({ id }) => sql`
    INSERT INTO promise (id, case_id, collector_id, amount, due_date, deadline_at, status, created_at)
    VALUES (${id}, ${id}, ${ana.id}, 1, '2026-11-21', NOW(3), 'OPEN', NOW(3))`],
  ['an open case beside that of the item which leads it', 'a loan item has one open case', ({ loanItemId }) => sql`
    UPDATE loan_item SET lead_item_id = (SELECT MIN(c.loan_item_id) FROM collection_case c WHERE c.open_loan_item_id IS NOT NULL)
    WHERE id = ${loanItemId}`],
])('names the loan item of %s', async (_, rule, breakIt) => {
  const test = await createCase(api, org, { ownerId: ana.id });
  const providerReference = `MONEY-${++count}`;
  await pay(api, { loanItemExternalId: test.externalId, amount: 10_000, providerReference });
  await api.rows(breakIt(test));
  expect(await found()).toEqual(
    expect.arrayContaining([expect.stringContaining(`loan item ${test.loanItemId}: not true that ${rule}`)]),
  );
}); // prettier-ignore
