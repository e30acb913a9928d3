import { expect, type Page } from '@playwright/test';
import { account } from './support/accounts.js';
import { openBrowser } from './support/browsers.js';
import { test } from './support/test.js';

/** The `size` that each path was last asked for with, as the page asks. */
function sizesOf(page: Page): Map<string, string | null> {
  const sizes = new Map<string, string | null>();
  page.on('request', (asked) => {
    const { pathname, searchParams } = new URL(asked.url());
    sizes.set(pathname.replace(/^\/api\//, '').replace(/\/$/, ''), searchParams.get('size'));
  });
  return sizes;
}

test('page sizes, the watermark, the copied softphone and the five minutes of the card are as specified', async ({
  browser,
}) => {
  const page = await openBrowser(browser, 'en', account('member'));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  const sizes = sizesOf(page);
  await page.goto('/#/case/list');
  await expect(page.locator('.ag-cell a[href^="#/task/"]').first()).toBeVisible();

  const watermark = page.locator('.watermark');
  await expect(watermark).toHaveCSS('opacity', '0.15');
  await expect(watermark).toHaveCSS('background-image', /^url\("data:image\/png/);

  await expect(page.getByRole('region', { name: "Today's results" }).locator('dl').first()).toBeVisible();
  const again = page.waitForRequest(/achievementBoard\/queryAgentAchievement/);
  await page.clock.fastForward(300_000);
  await again;

  await page.locator('.header-button .lamp').first().click();
  for (const what of ['Supplier', 'Extension number', 'Password']) {
    const line = page.locator('.copy-list div', { hasText: what });
    await line.getByRole('button').click();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    const shown = (await line.locator('dd').innerText()).trim();
    if (what === 'Password') expect(copied).not.toBe(shown);
    else expect(copied).toBe(shown);
  }

  const asked = (path: string) => expect.poll(() => sizes.get(path));
  await asked('task/listing').toBe('15');
  const href = await page.locator('.ag-cell a[href^="#/task/"]').first().getAttribute('href');
  await page.goto('/#/statistics');
  await asked('repay/statistics').toBe('25');
  await page.goto(`/#/conditions/${href!.split('/')[2]}`);
  await asked('repay/details').toBe('12');
  await asked('repay/payLogs').toBe('50');
});
