import { expect, type Page } from '@playwright/test';

/** Goes to a screen and waits until it shows what it has. @param stays it is mounted already, at another path */
export async function settled(page: Page, path: string, { stays = false } = {}): Promise<void> {
  // Until the next screen has been fetched, the one before stands there, ready in all respects.
  if (!stays && pathOf(path) !== pathOf(new URL(page.url()).hash.slice(2)))
    await page
      .locator('#main > *')
      .evaluateAll((all) => all.forEach((one) => one.setAttribute('data-left', '')));
  await page.goto(`/#/${path}`);
  await expect(page.locator('#main > [data-left]')).toHaveCount(0);
  await expect(page.locator('main h1').first()).toBeVisible();
  await expect(page.locator('main .skeleton')).toHaveCount(0);
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
}

const pathOf = (address: string) => address.split('?')[0];

/** @returns where the first link of the screen leads that begins so */
export async function linkIn(page: Page, start: string): Promise<string> {
  const href = await page.locator(`main a[href^="#/${start}"]`).first().getAttribute('href');
  return href!.replace('#/', '');
}
