import { expect, type Page } from '@playwright/test';
import { account, otherAdmin } from '../support/accounts.js';
import { enter } from '../support/browsers.js';
import * as collector from '../support/collector.js';
import { test } from '../support/test.js';
import { approveWaiting } from '../support/waiting.js';

const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);
const preview = (page: Page, index: number) => page.locator('.template-preview').nth(index);

test('an administrator edits a template, and an open collector sends by the new text', async ({
  browser,
}) => {
  const member = await enter(browser, account('member'));
  await expect(member.locator('.ag-row a[href^="#/task/"]').first()).toBeVisible();
  await collector.openCallable(member);
  await member.keyboard.press('s');
  await expect(member.locator('.sms-preview')).not.toContainText('{{');

  const admin = await enter(browser, account('admin'), { at: 'templates?channel=SMS' });
  await admin.getByRole('link', { name: 'Recordatorio de pago' }).click();
  await expect(preview(admin, 0)).toContainText('Español');
  const es = field(admin, 'texts.es').locator('textarea');
  await es.fill('Hola {{nmae}}');
  await expect(preview(admin, 0).locator('mark')).toHaveText('nmae');
  await expect(preview(admin, 0)).not.toContainText('{{');
  await admin.keyboard.press('Control+s');
  await expect(field(admin, 'texts.es')).toContainText('Nobody fills "nmae"');
  await expect(es).toBeFocused();
  // Short: more digits are masked in the log as a telephone would be.
  const stamp = `Aviso ${Date.now() % 10_000}`;
  await es.fill(`{{name}}, ${stamp}: {{amount}} {{app}}. Quejas: CONDUSEF`);
  await expect(preview(admin, 0)).toContainText('Guadalupe');
  await expect(preview(admin, 0)).toContainText('GSM-7');
  await admin.keyboard.press('Control+s');
  await expect(admin).toHaveURL(/#\/templates/);
  await expect(member.locator('.sms-preview')).not.toContainText(stamp);
  const other = await enter(browser, otherAdmin(), { at: 'templates?channel=SMS' });
  await other.getByRole('link', { name: 'Recordatorio de pago' }).click();
  await approveWaiting(other, 'As the lawyers wrote it');

  // Without a reload: it is the one that the form begins with.
  await expect(member.locator('.sms-preview')).toContainText(stamp);
  await member.locator('.sms-form button[type=submit]:enabled').click();
  await expect(member.locator('.sms-entry').first()).toContainText(stamp);
});
