import { expect, type Locator, type Page } from '@playwright/test';
import { LANGUAGES } from '../../contract/codes.js';
import { account } from './support/accounts.js';
import { announce } from './support/announcing.js';
import { breakable } from './support/breakable.js';
import { openBrowser } from './support/browsers.js';
import { test } from './support/test.js';

/** The layout at the sizes that people have: nothing beyond the edge, nothing that jumps. */

const SMALL = { width: 1280, height: 800 };
const WALLS = [SMALL, { width: 1600, height: 900 }, { width: 1920, height: 1080 }];
/** The figure that the web's vitals call good is 0.1; here it is less: people read while the page is still loading. */
const MOST_SHIFT = 0.02;

const loans = (page: Page) => page.locator('.ag-row a[href^="#/task/"]');

/** The shifts that nobody caused by a key or a click, since the page was loaded, with what moved. */
async function watchShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript({
    content: `window.shifts = [];
      const name = (node) => node?.className || node?.parentElement?.className || node?.nodeName;
      const top = ({ previousRect, currentRect }) => Math.round(previousRect.y) + ' to ' + Math.round(currentRect.y);
      new PerformanceObserver((list) => {
        for (const { hadRecentInput, value, sources } of list.getEntries())
          if (!hadRecentInput)
            window.shifts.push({ value, moved: sources.map((each) => name(each.node) + ' ' + top(each)) });
      }).observe({ type: 'layout-shift', buffered: true });`,
  });
  return async () => {
    const shifts = await page.evaluate<{ value: number; moved: string[] }[]>('window.shifts');
    const sum = shifts.reduce((before, { value }) => before + value, 0);
    if (sum >= MOST_SHIFT) console.log(shifts);
    return sum;
  };
}

for (const language of LANGUAGES)
  test(`list and wall show all of their columns and seats, in ${language}`, async ({ browser }) => {
    const page = await openBrowser(browser, language, account('leader'));
    await page.setViewportSize(SMALL);
    await page.goto('/#/case/list');
    await expect(loans(page).first()).toBeVisible();
    const grid = page.locator('.data-grid');
    for (const column of ['borrowerName', 'lastCallAgent', 'ownerName'])
      await expectInside(page.locator(`.ag-header-cell[col-id=${column}]`), grid);
    const lines = () =>
      page
        .locator('.quick-filters > button')
        .evaluateAll((all) => new Set(all.map(({ offsetTop }) => offsetTop)).size);
    await expect(page.locator('.quick-count')).toHaveCount(4);
    await expect.poll(lines).toBe(1);
    await page.goto('/#/dashboard?wall=1');
    for (const size of WALLS) {
      await page.setViewportSize(size);
      const seats = page.locator('.board-seats-grid');
      await expect.poll(() => page.locator('.board-seats-grid .ag-row').count()).toBeGreaterThan(2);
      await expect.poll(() => isInside(page.locator('.board-seats-grid .ag-row').last(), seats)).toBe(true);
      for (const head of await page.locator('.board-seats-grid .ag-header-cell').all()) {
        await expectInside(head, seats);
        await expectInside(head.locator('.ag-header-cell-text'), head);
      }
    }
  });

test('list and case page do not move while they load, with announcements over them', async ({ browser }) => {
  await announce(['Read by nobody']);
  const page = await openBrowser(browser, 'en', account('member'));
  await page.setViewportSize(SMALL);
  const shift = await watchShift(page);
  await page.goto('/#/case/list');
  await expect(page.locator('.announcement-bar')).toBeVisible();
  await expect(loans(page).first()).toBeVisible();
  await expect(page.locator('.score-card-big')).toBeVisible();
  expect(await shift()).toBeLessThan(MOST_SHIFT);
  await loans(page).first().click();
  await expect(page.locator('.guard-limits')).toBeVisible();
  await expect(page.locator('.case-page .skeleton')).toHaveCount(0);
  expect(await shift()).toBeLessThan(MOST_SHIFT);
  await page.reload();
  await expect(page.locator('.guard-limits')).toBeVisible();
  await expect(page.locator('.case-page .skeleton')).toHaveCount(0);
  expect(await shift()).toBeLessThan(MOST_SHIFT);
});

test('the page does not move when the connection breaks and comes back', async ({ browser }) => {
  const page = await openBrowser(browser, 'en', account('member'));
  await page.setViewportSize(SMALL);
  const shift = await watchShift(page);
  const away = await breakable(page);
  await page.goto('/#/case/list');
  await expect(loans(page).first()).toBeVisible();
  await expect(page.locator('.score-card-big')).toBeVisible();
  const before = await shift();
  await away(true);
  await expect(page.locator('.banner')).toBeVisible();
  await away(false);
  await expect(page.locator('.banner')).toBeHidden();
  // A line that pushes all of the page down is 0.02.
  expect((await shift()) - before).toBeLessThan(MOST_SHIFT / 4);
});

test('rows of a page and the size of the text are chosen once, and stay', async ({ browser }) => {
  const page = await openBrowser(browser, 'en', account('member'));
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/#/case/list');
  await expect(loans(page)).toHaveCount(15);
  await page.getByRole('combobox', { name: 'Rows per page' }).click();
  const size = kept(page);
  await page.locator('.ant-select-item-option', { hasText: '25' }).click();
  await size;
  await expect(loans(page)).toHaveCount(25);
  await expect(page).toHaveURL(/size=25/);
  const row = page.locator('.ag-row').first();
  const before = (await row.boundingBox())!.height;
  await page.locator('.header-button').last().click();
  const scale = kept(page);
  await page.getByRole('menuitem', { name: '125 %' }).click();
  await scale;
  await expect.poll(async () => (await row.boundingBox())!.height / before).toBeCloseTo(1.25, 1);
  await page.evaluate("localStorage.removeItem('preferences')");
  await page.goto('/#/case/list');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-font-scale', '125');
  await expect(loans(page)).toHaveCount(25);
  await page.locator('.header-button').last().click();
  const menu = page.locator('.ant-dropdown-menu').first();
  await expect(menu).toBeInViewport({ ratio: 0.5 });
  const scaleBefore = kept(page);
  await page.getByRole('menuitem', { name: '100 %' }).click();
  await scaleBefore;
  await expect(page.locator('html')).toHaveAttribute('data-font-scale', '100');
  await page.getByRole('combobox', { name: 'Rows per page' }).click();
  const sizeBefore = kept(page);
  await page.locator('.ant-select-item-option', { hasText: '15' }).first().click();
  await sizeBefore;
});

/** Each choice is sent by itself: wait for one before the next is made, or its answer is taken for the other's. */
const kept = (page: Page) => page.waitForResponse(/preferences\/settings/);

async function isInside(part: Locator, whole: Locator): Promise<boolean> {
  const [inner, outer] = [await part.boundingBox(), await whole.boundingBox()];
  if (!inner || !outer) return false;
  // A pixel of a rounded border.
  return (
    inner.x >= outer.x - 1 &&
    inner.y >= outer.y - 1 &&
    inner.x + inner.width <= outer.x + outer.width + 1 &&
    inner.y + inner.height <= outer.y + outer.height + 1
  );
}

async function expectInside(part: Locator, whole: Locator): Promise<void> {
  await expect.poll(() => isInside(part, whole)).toBe(true);
}
