import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ReplayService } from '../../../server/features/replay/replay.service.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { Lender } from '../loans/lender.js';
import { createMoneyDesk, differences, type MoneyDesk } from '../repayment-codes/desk.js';

const ROW = 100_000;

let desk: MoneyDesk;
let lender: Lender;

beforeAll(async () => {
  desk = await createMoneyDesk();
  lender = new Lender(desk);
});
afterAll(() => desk.close());

interface Item {
  id: number;
  externalId: string;
}
interface Pair {
  lead: Item;
  other: Item;
  /** Names the leading item and pays what is due of both, unless the test pays otherwise. */
  payment: string;
}

/** A long-aging case of two items that one payment settled. @param inDays when the periods of each fall due */
async function settledTogether(
  inDays: { lead: number[]; other: number[] },
  pay = (lead: Item, _other: Item) => lender.paid(lead as never, 2 * ROW),
): Promise<Pair> {
  const numbers = [await lender.lend(inDays.lead), await lender.lend(inDays.other)];
  const found = await desk.api.rows<Item>(sql`
    SELECT id, external_id AS externalId FROM loan_item WHERE external_id IN (${numbers[0]}, ${numbers[1]}) ORDER BY id`);
  const [lead, other] = found as [Item, Item];
  const [joint] = await lender.casesOf(lead.id);
  // As the night leaves them when both are one borrower's.
  await desk.api.rows(sql`UPDATE loan_item SET lead_item_id = ${lead.id} WHERE id = ${other.id}`);
  await desk.api.rows(sql`
    UPDATE collection_case SET kind = 'LONG_AGING', amount_due = ${2 * ROW} WHERE id = ${joint!.id}`);
  await desk.api.rows(sql`
    UPDATE collection_case SET status = 'C30', amount_due = 0, merged_into = ${joint!.id}
    WHERE loan_item_id = ${other.id}`);
  const payment = await pay(lead, other);
  expect((await lender.casesOf(lead.id))[0]).toMatchObject({ status: 'C31', amountDue: 0 });
  return { lead, other, payment };
}
const newestOf = async ({ id }: Item) => (await lender.casesOf(id)).at(-1);
const statusOf = ({ id }: Item) => lender.loanStatusOf({ loanItemId: id } as never);
const money = () => new ReplayService(desk.api.get(Database)).checkMoney();

describe('money that paid two items of a long-aging case, taken back when each stands alone', () => {
  it('is due again in the open case of the item whose row it had paid', async () => {
    const { lead, other, payment } = await settledTogether({ lead: [-40, 5], other: [-40, 6] });
    await lender.move(other.id, 2, -1);
    await lender.night();
    expect(await newestOf(other)).toMatchObject({ status: 'C00', amountDue: ROW });
    await lender.takenBack(payment, 30_000);
    expect(await newestOf(other)).toMatchObject({ status: 'C00', amountDue: ROW + 30_000 });
    await lender.takenBack(payment, 2 * ROW - 30_000);
    expect(await newestOf(other)).toMatchObject({ status: 'C00', amountDue: 2 * ROW });
    expect(await newestOf(lead)).toMatchObject({ status: 'C00', amountDue: ROW });
    expect([await statusOf(lead), await statusOf(other)]).toEqual([40, 40]);
    const { id } = (await newestOf(other))!;
    expect(await lender.eventsOf(id, 'case.rowFellDue')).toMatchObject([
      { loanItemId: other.id, period: 1, addedAmount: 30_000, amount: ROW + 30_000 },
      { loanItemId: other.id, period: 1, addedAmount: 70_000, amount: 2 * ROW },
    ]);
    expect(await money()).toEqual([]);
  });

  it('opens the next case of an item that has none', async () => {
    const { lead, other, payment } = await settledTogether({ lead: [-40, 5], other: [-40] });
    await lender.move(lead.id, 2, -1);
    await lender.night();
    expect(await statusOf(other)).toBe(50);
    await lender.takenBack(payment, 2 * ROW);
    expect(await newestOf(lead)).toMatchObject({ status: 'C00', amountDue: 2 * ROW });
    expect(await statusOf(other)).toBe(40);
    await lender.night();
    expect(await newestOf(other)).toMatchObject({ status: 'C00', amountDue: ROW });
    expect(await money()).toEqual([]);
  });

  it('opens the next case of the item that the payment named, too', async () => {
    const { lead, other, payment } = await settledTogether(
      { lead: [-40, 5], other: [-40] },
      async (first, second) => {
        await lender.paid(first as never, ROW);
        return lender.paid(second as never, ROW);
      },
    );
    await lender.move(lead.id, 2, -1);
    await lender.night();
    await lender.takenBack(payment, ROW);
    expect(await newestOf(lead)).toMatchObject({ status: 'C00', amountDue: ROW });
    expect([await newestOf(other), await statusOf(other)]).toMatchObject([
      { status: 'C30', amountDue: 0 },
      40,
    ]);
    await lender.night();
    expect(await newestOf(other)).toMatchObject({ status: 'C00', amountDue: ROW });
    expect(await money()).toEqual([]);
  });
});

it('leaves nothing for the replay to complain of', async () => {
  expect(await differences(desk)).toEqual([]);
});
