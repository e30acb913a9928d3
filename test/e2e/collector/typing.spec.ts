import { expect, type Page } from '@playwright/test';
import { account } from '../support/accounts.js';
import { openBrowser } from '../support/browsers.js';
import { test } from '../support/test.js';

/** Words of what stands beside each contact, which is drawn when the contacts have come. */
const LATE_WORDS = /\/assets\/(borrowers|messages|calls)-[^/]*\.js$/;

test('what is typed into a case stays while its parts arrive', async ({ browser }) => {
  const page = await openBrowser(browser, 'en', account('member'));
  await page.goto('/#/case/list');
  const row = page.locator('.ag-row a[href^="#/task/"]').nth(2);
  await expect(row).toBeVisible();
  const release = await hold(page);
  await row.click();
  const notes = page.locator('textarea[name=notes]');
  await notes.click();
  await page.keyboard.type('Paga ');
  await expect(page.locator('.case-contact').first()).toBeVisible();
  await page.keyboard.type('el ');
  release();
  await expect(page.locator('.case-contact').first().getByRole('button', { name: 'Call' })).toBeVisible();
  await page.keyboard.type('viernes');
  await expect(notes).toBeFocused();
  await expect(notes).toHaveValue('Paga el viernes');
});

async function hold(page: Page): Promise<() => void> {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(LATE_WORDS, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
