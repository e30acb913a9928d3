import { expect } from '@playwright/test';
import { account } from './support/accounts.js';
import { enter, openBrowser } from './support/browsers.js';
import { test } from './support/test.js';

const ADDING = ['/add/user', '/addQueue', '/add/template', '/add/product', '/add/announcement'];
const ABSENT = ['/user/1', '/queueAbout/1', '/template/1', '/product/1', '/announcement/1'];

test('who may not add anything is told so, and sees no form', async ({ browser }) => {
  const page = await enter(browser, account('leader'));
  for (const address of ADDING) {
    await page.goto(`/#${address}`);
    await expect(page.getByText('You do not have the permission to do this')).toBeVisible();
    await expect(page.locator('.entity-form')).toHaveCount(0);
  }
});

test('a form stays within the window, and what does not exist is not said to be new', async ({ browser }) => {
  const page = await openBrowser(browser, 'en', account('admin'));
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const address of ADDING) {
    await page.goto(`/#${address}`);
    await expect(page.locator('.entity-form')).toBeVisible();
    expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBe(1280);
  }
  for (const address of ABSENT) {
    await page.goto(`/#${address}`);
    await expect(page.locator('.state')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Add' })).toHaveCount(0);
    await expect(page.getByText('system error')).toHaveCount(0);
  }
});
