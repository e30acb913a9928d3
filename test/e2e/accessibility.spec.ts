import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { account, openBrowser, signIn } from './support/sign-in.js';
import { test } from './support/test.js';

/** What axe finds wrong by WCAG 2.2 AA, each as "rule: element". */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

test('axe finds nothing on the collector’s screens', async ({ browser }) => {
  const page = await openBrowser(browser);
  await page.goto('/#/login');
  await expect(page.locator('input[name=username]')).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await signIn(page, account('member'));
  const loan = page.locator('a[href^="#/task/"]').first();
  await expect(loan).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await loan.click();
  await expect(page.locator('.case-amount')).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test('axe finds nothing on the leader’s board', async ({ browser }) => {
  const page = await openBrowser(browser);
  await signIn(page, account('leader'));
  await page.goto('/#/dashboard');
  await expect(page.getByRole('row').filter({ hasText: account('member').name })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
