import { expect } from '@playwright/test';
import { account } from '../support/accounts.js';
import { expectNothing } from '../support/axe.js';
import { enter } from '../support/browsers.js';
import * as collector from '../support/collector.js';
import { test } from '../support/test.js';

test('a case that a leader opens from the requests leads to the next one, and back to its row', async ({
  browser,
}) => {
  const page = await enter(browser, account('leader'), { at: 'requests' });
  const place = page.locator('.list-place .figure');
  await expect(page.locator('.ag-row')).toHaveCount(2);
  const [, second = ''] = await collector.loansInOrder(page);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(place).toHaveText('1 of 2');
  // While the case is still coming a key may be lost: then once more.
  await expect(async () => {
    if ((await place.innerText()) !== '2 of 2') await page.keyboard.press('j');
    await expect(place).toHaveText('2 of 2', { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await page.reload();
  await expect(place).toHaveText('2 of 2');
  await expectNothing(page, 'a case from the requests', '.case-bar');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#\/requests$/);
  await expect.poll(() => collector.standsOn(page)).toBe(second);
  // The browser's own way on and back are the same entries.
  await page.goForward();
  await expect(place).toHaveText('2 of 2');
  await page.goBack();
  await expect.poll(() => collector.standsOn(page)).toBe(second);
});

test('a leader grants a hold until a day of the own choice, and refuses a fraud with a reason', async ({
  browser,
}) => {
  const page = await enter(browser, account('leader'), { at: 'requests' });
  const rows = page.locator('.ag-row');
  await expect(rows).toHaveCount(2);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Grant' }).first().click();
  await dialog.getByRole('textbox', { name: 'No contact until' }).fill('2026-11-25 12:30');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Surgery until Tuesday');
  const decided = page.waitForRequest(/request\/decide/);
  await dialog.getByRole('button', { name: 'Grant' }).click();
  const body = (await decided).postDataJSON() as { grant: boolean; until: string; reason: string };
  expect(body).toMatchObject({ grant: true, reason: 'Surgery until Tuesday' });
  expect(body.until).toBe(await page.evaluate<string>("new Date('2026-11-25T12:30').toISOString()"));
  // A reader's own decision is no news to them: it is gone at once.
  await expect(rows).toHaveCount(1);
  const refuse = page.locator('.ag-row').getByRole('button', { name: 'Refuse' });
  await refuse.click();
  // The dialog begins where one types, and gives the focus back to the button that opened it.
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(refuse).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Nothing supports it');
  await dialog.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('No request waits')).toBeVisible();
});
