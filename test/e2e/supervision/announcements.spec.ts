import { expect, type Page } from '@playwright/test';
import { account } from '../support/accounts.js';
import { enter } from '../support/browsers.js';
import { test } from '../support/test.js';

const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);
const write = (page: Page, name: string, text: string) => field(page, name).locator('textarea').fill(text);

test('an administrator drafts a notice, publishes and withdraws it, and an open browser follows', async ({
  browser,
}) => {
  const admin = await enter(browser, account('admin'));
  const collector = await enter(browser, account('member'));
  const text = `Fire drill ${Date.now()}`;
  await admin.getByRole('link', { name: 'Announcements' }).click();
  await admin.getByRole('button', { name: 'Add announcement' }).click();
  await expect(field(admin, 'texts.cn')).toBeVisible();
  await admin.keyboard.press('Control+s');
  await expect(field(admin, 'texts.cn').locator('textarea')).toBeFocused();
  for (const language of ['cn', 'en', 'es']) await write(admin, `texts.${language}`, text);
  await admin.keyboard.press('Control+s');

  const row = admin.locator('.ag-row', { hasText: text });
  await expect(row.first()).toContainText('Draft');
  await expect(collector.locator('.notice')).not.toContainText(text);
  await admin.getByRole('button', { name: 'Publish' }).first().click();
  await expect(row.first()).toContainText('Shown');
  await expect(collector.locator('.notice')).toContainText(text);

  await admin.getByRole('link', { name: text }).click();
  await write(admin, 'texts.en', `${text}, moved`);
  await admin.keyboard.press('Control+s');
  await expect(collector.locator('.notice')).toContainText(`${text}, moved`);

  const changed = admin.locator('.ag-row', { hasText: `${text}, moved` });
  await expect(changed.first()).toBeVisible();
  const index = await changed.first().getAttribute('row-index');
  await admin.locator(`.ag-row[row-index="${index}"]`).getByRole('button', { name: 'Withdraw' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(collector.locator('.notice')).not.toContainText(text);
});
