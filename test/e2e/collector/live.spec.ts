import { expect } from '@playwright/test';
import { account } from '../support/accounts.js';
import { enter } from '../support/browsers.js';
import { payAtTheBank } from '../support/rails.js';
import { test } from '../support/test.js';

const FAST = { intervals: [20] };

/** "$1,234.50" to 123450 centavos. */
const centavos = (text: string) => Math.round(Number(text.replace(/[^\d.]/g, '')) * 100);

test('a collector records a promise; a borrower pays; both screens change unasked', async ({
  browser,
}, info) => {
  const maria = await enter(browser, account('member'), { at: 'case/list?group=newCollection' });
  const carlos = await enter(browser, account('leader'), { at: 'dashboard' });
  const seat = carlos.getByRole('row').filter({ hasText: account('member').name });
  await expect(seat).toBeVisible();

  await maria.locator('.ag-cell a[href^="#/task/"]').first().click();
  await expect(maria).toHaveURL(/#\/task\//);
  // Read from the page that opened: the list may have shown other rows a moment before.
  const number = maria.locator('.case-number', { hasText: 'Loan ID' }).locator('.figure');
  const loanId = (await number.innerText()).trim();

  const form = maria.getByRole('form', { name: 'Call result' });
  await form.getByRole('button', { name: 'Connected', exact: true }).click();
  await form.getByRole('button', { name: /Promise to repay/ }).click();
  await maria.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(maria.getByText('Promised repayment', { exact: true }).first()).toBeVisible();

  const due = centavos(await maria.locator('.case-amount').innerText());
  const card = maria.getByRole('region', { name: "Today's results" });
  const before = await card.innerText();
  const seatBefore = await seat.innerText();
  const paid = Math.min(due, 12_345);

  const started = Date.now();
  await payAtTheBank(loanId, paid);
  await expect.poll(() => card.innerText(), FAST).not.toBe(before);
  const cardAfter = Date.now() - started;
  await expect.poll(() => seat.innerText(), FAST).not.toBe(seatBefore);
  const boardAfter = Date.now() - started;
  await expect.poll(async () => centavos(await maria.locator('.case-amount').innerText())).toBe(due - paid);
  info.annotations.push({ type: 'ms to the card', description: String(cardAfter) });
  info.annotations.push({ type: 'ms to the board', description: String(boardAfter) });
  console.log(`payment to card ${cardAfter} ms, to board ${boardAfter} ms`);
});
