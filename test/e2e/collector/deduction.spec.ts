import { expect } from '@playwright/test';
import { account } from '../support/accounts.js';
import { enter } from '../support/browsers.js';
import * as collector from '../support/collector.js';
import { test } from '../support/test.js';
import { wordsOf } from '../support/words.js';

test('a deduction that was asked for does not stand ready to be asked for again', async ({ browser }) => {
  const say = wordsOf('en');
  const page = await enter(browser, account('member'));
  await expect(page.locator('.ag-row a[href^="#/task/"]').first()).toBeVisible();
  await collector.openCallable(page);
  await page.goto(`${new URL(page.url()).hash.split('?')[0]!}?tab=codes`);
  const card = page.getByRole('region', { name: say('repayment:deduct.title') });
  const amount = card.locator('.repay-amount input, input.repay-amount');
  await amount.fill('30.50');
  await card.locator('button[type=submit]').click();
  await page.locator('.ant-modal-confirm .ant-btn-primary').click();
  await expect(card.locator('.repay-log li').first()).toContainText('30.50');
  await expect(amount).toHaveValue('');
  await expect(card.locator('button[type=submit]')).toBeDisabled();
});

test('a file is named in the language of its reader, by its day', async ({ browser }) => {
  const say = wordsOf('es');
  const page = await enter(browser, account('member'), { at: 'statistics?date=yesterday', language: 'es' });
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: say('lists:export') }).click();
  const name = (await downloading).suggestedFilename();
  expect(name.replace(/\d{4}-\d\d-\d\d/, 'DAY')).toBe(`${say('statistics:file')}-DAY.csv`);
});
