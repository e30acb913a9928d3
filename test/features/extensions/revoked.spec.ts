import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { LOAN_STATUSES } from '../../../contract/codes.js';
import type { RequestedExtension } from '../../../contract/money/extensions.js';
import { CodeLifeService } from '../../../server/features/repayment/codes/code-life.service.js';
import { ReplayService } from '../../../server/features/replay/replay.service.js';
import { Database } from '../../../server/platform/db/database.js';
import { Lender } from '../loans/lender.js';
import { ask, caseOf, createMoneyDesk, stateOf, type MoneyDesk } from '../repayment-codes/desk.js';

let desk: MoneyDesk;
let lender: Lender;

beforeAll(async () => {
  desk = await createMoneyDesk();
  lender = new Lender(desk);
});
afterAll(() => desk.close());

it('an extension whose fee is taken back beside a refund leaves a case that claims what is due as before', async () => {
  const test = await caseOf(desk);
  const { data } = await ask<RequestedExtension>(desk.as.ana, 'loan/manualDelay', {
    taskId: test.id,
    percent: 10,
  });
  const reference = '646180157000000004';
  await desk.api.get(CodeLifeService).activate(data.codeId, { reference, barcode: null });
  const fee = await lender.paid(test, data.fee + 20_000, { reference });
  expect(await stateOf(desk, test)).toEqual({ status: 'C32', amountDue: 0 });
  await lender.paid(test, test.amount - 20_000 + 1);
  expect((await stateOf(desk, test)).status).toBe('C50');
  await lender.takenBack(fee, data.fee + 20_000);
  expect(await stateOf(desk, test)).toEqual({ status: 'C10', amountDue: 20_000 });
  expect(await new ReplayService(desk.api.get(Database)).checkMoney()).toEqual([]);
});

it('an extension whose fee is taken back from a refund leaves a loan that is paid whole settled', async () => {
  const test = await caseOf(desk);
  const { data } = await ask<RequestedExtension>(desk.as.ana, 'loan/manualDelay', {
    taskId: test.id,
    percent: 10,
  });
  const reference = '646180157000000017';
  await desk.api.get(CodeLifeService).activate(data.codeId, { reference, barcode: null });
  const fee = await lender.paid(test, data.fee, { reference });
  await lender.paid(test, test.amount + data.fee);
  expect(await lender.loanStatusOf(test)).toBe(LOAN_STATUSES.SETTLED);
  await lender.takenBack(fee, data.fee);
  expect(await lender.loanStatusOf(test)).toBe(LOAN_STATUSES.SETTLED);
  expect(await new ReplayService(desk.api.get(Database)).checkMoney()).toEqual([]);
});
