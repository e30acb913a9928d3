import { expect } from '@playwright/test';
import { account, otherAdmin } from '../support/accounts.js';
import { enter } from '../support/browsers.js';
import { test } from '../support/test.js';
import { wordsOf } from '../support/words.js';

test('an administrator is notified of a decision wherever they are, and led to it', async ({ browser }) => {
  const say = wordsOf('es');
  const asks = await enter(browser, account('admin'), { language: 'es' });
  const decides = await enter(browser, otherAdmin(), { language: 'es' });
  await asks.goto('/#/add/approval');
  await asks.getByRole('combobox', { name: say('approvals:field.kind.label') }).press('ArrowDown');
  await asks.getByTitle(say('approvals:kind.LISTEN_UNSEEN'), { exact: true }).last().click();
  await asks.getByRole('textbox', { name: say('approvals:field.reason.label') }).fill('Capacitación');
  await asks.getByRole('button', { name: say('common:action.save') }).click();
  await expect(asks).toHaveURL(/#\/system\/approvals/);
  await asks.goto('/#/users');
  await expect(asks.locator('.ag-row').first()).toBeVisible();

  await decides.goto('/#/system/approvals');
  const row = decides.locator('.ag-row', { hasText: 'Capacitación' });
  await row.getByRole('button', { name: say('approvals:act.refuse') }).click();
  const dialog = decides.getByRole('dialog');
  await dialog.getByRole('textbox', { name: say('approvals:column.answer') }).fill('Sin sustento');
  await dialog.getByRole('button', { name: say('approvals:act.refuse') }).click();

  const notice = asks.locator('.ant-notification-notice');
  const what = say('approvals:kind.LISTEN_UNSEEN');
  await expect(notice).toContainText(say('decisions:done.APPROVAL.REFUSED', { by: otherAdmin().name, what }));
  await expect(notice).toContainText(say('decisions:about.APPROVAL', { name: account('admin').name }));
  await notice.getByRole('link', { name: say('decisions:show') }).click();
  await expect(asks).toHaveURL(/#\/system\/approvals\?status=REFUSED/);
  await expect(asks.locator('.ag-row', { hasText: 'Sin sustento' })).toBeVisible();
  await expect(notice).toBeHidden();
  await expect(decides.locator('.ant-notification-notice')).toHaveCount(0);
});
