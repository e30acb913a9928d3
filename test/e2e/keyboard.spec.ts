import { expect, type Page } from '@playwright/test';
import { CALL_OUTCOMES } from '../../contract/contact/call-results.js';
import { account } from './support/accounts.js';
import { enter } from './support/browsers.js';
import * as collector from './support/collector.js';
import { test } from './support/test.js';

/** No act needs the mouse, and what closes gives the focus back to what had it. */

const OUTCOMES = CALL_OUTCOMES.filter(({ callStatus }) => callStatus === 'CONNECTED');
const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true });

test('the keyboard presses what has the focus, and never loses it', async ({ browser }) => {
  const page = await enter(browser, account('member'));
  await expect(page.locator('.ag-row a[href^="#/task/"]').first()).toBeVisible();
  await test.step('j and k lead over the ends of a page', () => walkOverEnd(page));
  await test.step('Enter presses a button, and opens no row', () => pressFilter(page));
  await test.step('dialogs give the row its focus back', () => openDialogs(page));
  await test.step('popups take the focus, and their buttons have it again', () => openPopups(page));
  await test.step('menus do, too', () => openMenu(page));
  await test.step('a case that is opened has the focus', () => openCase(page));
  await test.step('Enter presses what a key has chosen', () => chooseByKeys(page));
  await test.step('what stands in the way of saving comes into sight', () => saveTooEarly(page));
  await test.step('the list goes on beyond its first page', () => workOn(page));
});

async function walkOverEnd(page: Page): Promise<void> {
  const step = async (key: string, to: string) => {
    await page.keyboard.press(key);
    await expect.poll(() => collector.standsOn(page)).toBe(to);
  };
  const first = await collector.loansInOrder(page);
  for (const loan of first) await step('j', loan);
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/page=2/);
  await expect.poll(() => collector.loansInOrder(page)).not.toEqual(first);
  const [top = '', below = ''] = await collector.loansInOrder(page);
  await expect.poll(() => collector.standsOn(page)).toBe(top);
  await step('j', below);
  await step('k', top);
  await step('k', first.at(-1)!);
  await page.locator('.ant-pagination-next').click();
  await expect.poll(() => collector.loansInOrder(page)).toContain(top);
  await step('j', top);
}

async function pressFilter(page: Page): Promise<void> {
  const [all, due] = [page.locator('.quick-filter').first(), page.locator('.quick-filter').nth(2)];
  await due.press('Enter');
  await expect(due).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/#\/case\/list\?due=promisedToday/);
  await all.press('Enter');
  await expect(page).toHaveURL(/#\/case\/list$/);
  await expect(page.locator('.ag-row a[href^="#/task/"]').first()).toBeVisible();
}

async function openDialogs(page: Page): Promise<void> {
  // Rows of the filter that was left may still be there: whoever stands on one loses it when the others come.
  await expect(async () => {
    await page.keyboard.press('j');
    expect(await collector.standsOn(page)).not.toBe('');
  }).toPass();
  const row = await collector.standsOn(page);
  for (const key of ['Control+k', '?']) {
    await page.keyboard.press(key);
    await expect(dialog(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect.poll(() => collector.standsOn(page)).toBe(row);
  }
}

async function openPopups(page: Page): Promise<void> {
  for (const name of ['Columns', 'All cases']) {
    const button = page.locator('#main').getByRole('button', { name });
    await button.press('Enter');
    await expect(page.locator('.popup')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.locator('.popup :focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await expect(page.locator('.popup')).toHaveCount(0);
  }
}

async function openMenu(page: Page): Promise<void> {
  const menu = page.locator('.header-button').last();
  await menu.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await menu.press('Enter');
  const password = page.getByRole('menuitem', { name: 'Change password' });
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await password.press('Enter');
  await expect(dialog(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(menu).toBeFocused();
}

async function openCase(page: Page): Promise<void> {
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.locator('.case-amount')).toBeVisible();
  await expect(page.locator('main')).toBeFocused();
  // A part that is still loading takes the focus away when it comes.
  await expect(page.locator('.case-page .skeleton')).toHaveCount(0);
  const reveal = page.locator('.case-who .case-number-tools button[aria-expanded]').first();
  await reveal.press('Enter');
  await expect(page.locator('.reveal-purposes button').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(reveal).toBeFocused();
  await expect(page).toHaveURL(/#\/task\//);
}

async function chooseByKeys(page: Page): Promise<void> {
  const chosen = page.locator('[data-result][aria-pressed=true]');
  await page.keyboard.press('r');
  await expect(page.locator('[data-result]').first()).toBeFocused();
  await page.keyboard.press('7');
  await expect(chosen).toBeFocused();
  await expect(chosen).toHaveAttribute('aria-keyshortcuts', '7');
  await page.keyboard.press('Enter');
  await expect(chosen).toHaveAttribute('aria-keyshortcuts', '7');
  await page.keyboard.press('f');
  await expect(
    page.getByRole('group', { name: 'Next follow-up' }).locator('[aria-pressed=true]'),
  ).toBeFocused();
}

async function saveTooEarly(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  const late = OUTCOMES.findIndex(({ followUp }) => followUp) + 1;
  await page.keyboard.press(String(late));
  await page.locator('input[name=nextFollowUpAt]').fill('');
  await page.keyboard.press('Tab');
  await page.locator('[data-result][aria-pressed=true]').focus();
  await page.keyboard.press('Control+Enter');
  const field = page.locator('.case-field', { has: page.locator('.case-problem') });
  await expect(field.getByRole('alert')).toBeInViewport({ ratio: 0.9 });
  await expect(field.locator(':focus')).toHaveCount(1);
  await page.locator('.case-form-head .case-link, [data-result]').first().focus();
}

/** From the last row of the first page to the first of the second. */
async function workOn(page: Page): Promise<void> {
  await page.goto('/#/case/list');
  const rows = page.locator('.ag-row a[href^="#/task/"]');
  await expect(rows).toHaveCount(15);
  const last = (await collector.loansInOrder(page)).at(-1)!;
  await rows.filter({ hasText: last }).click();
  const place = page.locator('.list-place .figure');
  await expect(place).toHaveText(/^15 .* (\d+)$/);
  const total = (await place.innerText()).split(' ').at(-1);
  await page.locator('.list-place button').last().press('Enter');
  await expect(place).toHaveText(new RegExp(`^16 .* ${total}$`));
}
