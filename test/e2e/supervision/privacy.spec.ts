import { expect, type Browser } from '@playwright/test';
import type { Role } from '../../../contract/codes.js';
import { account } from '../support/accounts.js';
import { enter } from '../support/browsers.js';
import * as collector from '../support/collector.js';
import { test } from '../support/test.js';
import { wordsOf } from '../support/words.js';

const say = wordsOf('es');
const come = (browser: Browser, role: Role) => enter(browser, account(role), { language: 'es' });

test('a borrower who wants to be left alone is hidden from the collector at once, until another person ends it', async ({
  browser,
}) => {
  const page = await come(browser, 'member');
  await page.goto('/#/case/list');
  await expect(page.locator('.ag-row a[href^="#/task/"]').first()).toBeVisible();
  await collector.openCallable(page);
  const place = new URL(page.url()).hash.split('?')[0]!;
  const taskId = place.split('/')[2]!;
  await expect(page.locator('.case-contact-on')).toBeVisible();
  const supervisor = await come(browser, 'supervisor');
  await supervisor.goto(`/#/add/privacy/${taskId}`);
  await supervisor.getByRole('textbox', { name: say('privacy:field.reason') }).fill('Lo pide por carta');
  await supervisor.getByRole('button', { name: say('common:action.save') }).press('Enter');
  await expect(supervisor).toHaveURL(/#\/privacy$/);
  await expect(supervisor.getByText(say('privacy:status.BLOCKED')).first()).toBeVisible();
  // It comes by itself.
  await expect(page.getByText('Este cliente se opone al uso de sus datos').first()).toBeVisible();
  await expect(page.locator('.case-contact-on')).toHaveCount(0);
  await expect(supervisor.getByRole('button', { name: say('privacy:act.lift') })).toHaveCount(0);
  const admin = await come(browser, 'admin');
  await admin.goto('/#/privacy');
  await admin
    .getByRole('button', { name: say('privacy:act.lift') })
    .first()
    .click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Era otro cliente');
  await dialog.getByRole('button', { name: say('privacy:act.lift') }).click();
  await expect(page.locator('.case-contact-on')).toBeVisible();
});
