import { expect, type Page } from '@playwright/test';
import { account } from '../support/accounts.js';
import { enter } from '../support/browsers.js';
import { payAtTheBank } from '../support/rails.js';
import { test } from '../support/test.js';

const lane = (page: Page, name: string) =>
  page.locator('.ant-segmented-item', { hasText: new RegExp(`^${name}`) });
const count = async (page: Page, name: string) =>
  Number((await lane(page, name).locator('.list-count').innerText()).replace(/\D/g, ''));
const rows = (page: Page) => page.locator('.ag-row:has(a[href^="#/task/"])');
const centavos = (text: string) => Math.round(Number(text.replace(/[^\d.]/g, '')) * 100);

test('a promise that a collector takes, and that is kept, moves through the leader’s lanes unasked', async ({
  browser,
}) => {
  const leader = await enter(browser, account('leader'));
  const collector = await enter(browser, account('member'), { at: 'case/list?group=newCollection' });
  await leader.goto('/#/promises');
  await expect(lane(leader, 'Today').locator('.list-count')).toHaveText(/\d/);

  await collector.locator('.ag-cell a[href^="#/task/"]').first().click();
  await expect(collector).toHaveURL(/#\/task\//);
  const number = collector.locator('.case-number', { hasText: 'Loan ID' }).locator('.figure');
  const loanId = (await number.innerText()).trim();
  const form = collector.getByRole('form', { name: 'Call result' });
  await form.getByRole('button', { name: 'Connected', exact: true }).click();
  await form.getByRole('button', { name: /Promise to repay/ }).click();
  // Only now: what journeys before this one have begun may still move promises.
  const [today, kept] = [await count(leader, 'Today'), await count(leader, 'Kept')];
  await collector.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(collector.getByText('Promised repayment', { exact: true }).first()).toBeVisible();
  await expect.poll(() => count(leader, 'Today')).toBe(today + 1);

  await payAtTheBank(loanId, centavos(await collector.locator('.case-amount').innerText()));
  await expect.poll(() => count(leader, 'Kept')).toBe(kept + 1);
  await expect.poll(() => count(leader, 'Today')).toBe(today);
  await lane(leader, 'Kept').click();
  await expect(leader).toHaveURL(/lane=kept/);
  await expect(rows(leader).filter({ hasText: loanId })).toContainText('Kept');
});

test('a leader hands the cases of broken promises back, after a look at which may go, and takes it back', async ({
  browser,
}) => {
  const page = await enter(browser, account('leader'), { at: 'promises?lane=broken&period=month' });
  const mayGo = rows(page).filter({ has: page.getByRole('button', { name: 'Hand back' }) });
  // Their queue hands cases out each minute, and may be quicker than the leader: then there is nothing to take back.
  await expect(async () => {
    await expect(mayGo.nth(1)).toBeVisible();
    const before = await mayGo.count();
    for (const index of [0, 1]) await mayGo.nth(index).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Hand back (2)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hand 2 cases back to their queue?' });
    await expect(dialog.getByRole('status')).toContainText('2 cases leave their collectors');
    await dialog.getByRole('button', { name: 'Hand back' }).click();
    await expect(page.getByText('2 cases moved')).toBeVisible();
    await expect(mayGo).toHaveCount(before - 2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('2 cases are back')).toBeVisible({ timeout: 5_000 });
    await expect(mayGo).toHaveCount(before);
  }).toPass({ timeout: 90_000 });
});
