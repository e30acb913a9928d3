import { expect, type Page } from '@playwright/test';
import { account } from '../support/accounts.js';
import { enter, openBrowser } from '../support/browsers.js';
import { test } from '../support/test.js';

const digitsOf = (wall: Page) => wall.locator('.wall-code');

/** Refusals that a page got, by path. */
function refusedOf(page: Page): string[] {
  const refused: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().includes('/api/')) return;
    const { code } = (await response.json().catch(() => ({ code: 'none' }))) as { code?: string };
    if (code === '20' || code === '-1') refused.push(response.url());
  });
  return refused;
}

test('a wall waits, a leader enters its digits, its board stands live and leads nowhere, and goes dark when revoked', async ({
  browser,
}) => {
  const wall = await openBrowser(browser);
  const refused = refusedOf(wall);
  const place = `Wall ${Date.now()}`;
  await wall.goto('/#/wallboard');
  await expect(digitsOf(wall)).toHaveText(/^\d{3} \d{3}$/);
  await expect(wall.getByRole('img', { name: /QR code/ })).toBeVisible();
  const digits = (await digitsOf(wall).innerText()).replace(' ', '');

  const leader = await enter(browser, account('leader'), { at: 'system/kiosks' });
  await leader.getByRole('button', { name: 'New wallboard' }).click();
  await leader.getByLabel('Digits on the screen').fill(digits.split('').toReversed().join('') + '9');
  await leader.getByLabel('Where it hangs').fill(place);
  await leader.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(leader.locator('.entity-problem')).toContainText('Digits on the screen');

  // As its QR code leads there.
  await leader.goto('about:blank');
  await leader.goto(`/#/add/kiosk?code=${digits}`);
  await expect(leader.getByLabel('Digits on the screen')).toHaveValue(digits);
  await leader.getByLabel('Where it hangs').fill(place);
  await leader.getByRole('button', { name: 'Save', exact: true }).click();
  const row = leader.locator('.ag-row', { hasText: place });
  await expect(row).toBeVisible();

  const seats = wall.locator('.board-seats-grid .ag-row');
  await expect(seats.first()).toBeVisible();
  await expect(wall.locator('.board-wall')).toBeVisible();
  expect(wall.url()).toMatch(/#\/wallboard$/);
  await wall.reload();
  await expect(seats.first()).toBeVisible();

  await expect(wall.locator('a[href], .board-bar button')).toHaveCount(0);
  await wall.keyboard.press('Escape');
  for (const away of ['dashboard', 'case/list', 'login', 'nowhere', 'wallboard?at=10:00']) {
    await wall.evaluate(`location.hash = '#/${away}'`);
    await expect(wall).toHaveURL(/#\/wallboard/);
    await expect(seats.first()).toBeVisible();
  }
  const other = await wall.context().newPage();
  await other.goto('/#/case/list');
  await expect(other).toHaveURL(/#\/wallboard$/);
  await expect(other.locator('.board-wall')).toBeVisible();
  await other.close();
  expect(refused).toEqual([]);

  await row.getByRole('button', { name: 'Revoke' }).click();
  await leader.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(digitsOf(wall)).toHaveText(/^\d{3} \d{3}$/);
  await expect(seats).toHaveCount(0);
});
