import { expect } from '@playwright/test';
import { account, openBrowser, signIn } from '../support/sign-in.js';
import { test } from '../support/test.js';

test.describe.configure({ timeout: 120_000 });

test('a leader issues a wallboard, which shows the board and nothing else until it is revoked', async ({
  browser,
}) => {
  const [leader, wall] = [await openBrowser(browser), await openBrowser(browser)];
  const place = `Wall ${Date.now()}`;
  await signIn(leader, account('leader'));
  await leader.goto('/#/system/kiosks');
  await leader.getByRole('button', { name: 'New wallboard' }).click();
  const asked = leader.getByRole('dialog', { name: 'New wallboard' });
  await asked.getByLabel('Where it hangs').fill(place);
  await asked.getByLabel('Days (at most 90)').fill('7');
  await asked.getByRole('button', { name: 'New wallboard' }).click();
  const shown = leader.getByRole('dialog', { name: 'This token is shown only now' });
  await expect(shown).toContainText('/#/wallboard');
  const token = await shown.locator('code').innerText();
  await shown.getByRole('button', { name: 'OK', exact: true }).click();

  await wall.goto('/#/wallboard');
  await wall.getByLabel('Token').fill('not a token');
  await wall.keyboard.press('Enter');
  await expect(wall.locator('.login-problem')).toBeVisible();
  await wall.getByLabel('Token').fill(token);
  await wall.keyboard.press('Enter');
  const seats = wall.locator('.board-seats-grid .ag-row');
  await expect(seats.first()).toBeVisible({ timeout: 20_000 });
  await expect(wall.locator('.board-wall')).toBeVisible();
  await wall.reload();
  await expect(seats.first()).toBeVisible({ timeout: 20_000 });
  // Nothing was asked that a wallboard may not.
  await expect(wall.locator('.ant-message-error, .ant-notification-notice-error')).toHaveCount(0);

  const row = leader.locator('.ag-row', { hasText: place });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await leader.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(wall.getByLabel('Token')).toBeVisible({ timeout: 20_000 });
});
