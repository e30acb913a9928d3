import { expect } from '@playwright/test';
import { account } from '../support/accounts.js';
import { enter } from '../support/browsers.js';
import { test } from '../support/test.js';

test('a result is undone by its key, and what was typed is there again', async ({ browser }) => {
  const page = await enter(browser, account('member'));
  await page.locator('.ag-row a[href^="#/task/"]').nth(3).click();
  const [notes, saved] = [page.locator('textarea[name=notes]'), page.locator('.saved-result')];
  await notes.fill('Paga el viernes');
  await page.locator('.case-who').click();
  await page.keyboard.press('r');
  await page.keyboard.press('1');
  const { hash } = new URL(page.url());
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(saved).toContainText('Promise to repay');
  await expect(saved.getByRole('link')).toHaveAttribute('href', hash);
  await expect(notes).toHaveValue('');
  await page.locator('.case-who').click();
  await page.keyboard.press('z');
  await expect(saved).toContainText('Undone');
  await expect(notes).toHaveValue('Paga el viernes');
  await expect(page.locator('.case-log-undone').first()).toContainText('Promise to pay');
});
