import { expect, type Page } from '@playwright/test';

/** Goes to a screen and waits until it shows what it has. */
export async function settled(page: Page, path: string): Promise<void> {
  await page.goto(`/#/${path}`);
  await expect(page.locator('main h1').first()).toBeVisible();
  await expect(page.locator('main .skeleton')).toHaveCount(0);
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
}

/** @returns where the first link of a screen leads that begins so */
export async function hrefIn(page: Page, path: string, start: string): Promise<string> {
  await settled(page, path);
  const link = page.locator(`main a[href^="#/${start}"]`).first();
  return (await link.getAttribute('href'))!.replace('#/', '');
}
