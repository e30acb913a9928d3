import { expect, type Page } from '@playwright/test';
import { account } from './support/accounts.js';
import { breakable } from './support/breakable.js';
import { openBrowser } from './support/browsers.js';
import { test } from './support/test.js';

/** Lost when the page is loaded anew. */
const mark = (page: Page) => page.evaluate(`void (window.mark = true)`);
const isMarked = (page: Page) => page.evaluate(`'mark' in window`);

test('a page of a build that was replaced is loaded anew when another one is opened', async ({ browser }) => {
  const page = await openBrowser(browser, 'es', account('leader'));
  const away = await breakable(page);
  await page.goto('/#/promises');
  await mark(page);
  const lose = async () => {
    await away(true);
    await expect(page.locator('.banner')).toBeVisible();
    const asked = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/');
    await away(false);
    await (await asked).finished();
    await expect(page.locator('.banner')).toBeHidden();
  };
  await lose();
  await page.goto('/#/requests');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  // As the page looks for a build that came meanwhile; a whole load gets the one that there is.
  await page.route('/', async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.continue();
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(/\/assets\/[\w-]+\.js/g, '/assets/newer.js'),
    });
  });
  await lose();
  expect(await isMarked(page)).toBe(true);
  const loaded = page.waitForEvent('load');
  await page.evaluate(`void (location.hash = '#/promises')`);
  await loaded;
  await expect(page).toHaveURL(/#\/promises/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await isMarked(page)).toBe(false);
  await page.unrouteAll({ behavior: 'wait' });
});
