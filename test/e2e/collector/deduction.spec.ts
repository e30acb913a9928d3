import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { LANGUAGES, type Language } from '../../../contract/codes.js';
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

const HEADS: Record<Language, RegExp> = {
  cn: /^借款编号,用户编号,用户姓名,/,
  en: /^Loan ID,User ID,User name,/,
  es: /^Préstamo,ID de usuario,Nombre,/,
};

test('a file is named and headed in the language of its reader, by its day, as of a demo', async ({
  browser,
}) => {
  for (const language of LANGUAGES) {
    const say = wordsOf(language);
    const page = await enter(browser, account('member'), { at: 'statistics?date=yesterday', language });
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: say('lists:export') }).click();
    const file = await downloading;
    const name = file.suggestedFilename().replace(/\d{4}-\d\d-\d\d/, 'DAY');
    expect(name).toBe(`${say('common:site.DEMO')}-${say('statistics:file')}-DAY.csv`);
    expect(readFileSync(await file.path(), 'utf8').replace(/^\uFEFF/, '')).toMatch(HEADS[language]);
  }
});
