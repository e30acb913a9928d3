import { expect, type Locator, type Page } from '@playwright/test';
import { account } from './support/accounts.js';
import { expectNothing } from './support/axe.js';
import { enter, openBrowser } from './support/browsers.js';
import { signIn } from './support/sign-in.js';
import { test } from './support/test.js';

const firstLoan = (page: Page) => page.locator('.ag-row a[href^="#/task/"]').first();
const loaded = (place: Locator) => expect(place.locator('.skeleton')).toHaveCount(0);

test('axe finds nothing on the sign-in page and the collector’s list', async ({ browser }) => {
  const page = await openBrowser(browser);
  await page.goto('/#/login');
  await expect(page.locator('input[name=username]')).toBeVisible();
  await expectNothing(page, 'sign-in');
  await signIn(page, account('member'));
  await expect(firstLoan(page)).toBeVisible();
  await expectNothing(page, 'list');
});

test('axe finds nothing on the case page, in each of its tabs', async ({ browser }) => {
  const page = await enter(browser, account('member'));
  await firstLoan(page).click();
  const centre = page.locator('.case-centre');
  await expect(page.locator('.case-contact-on .guard-light')).toBeVisible();
  await loaded(page.locator('.case-page'));
  await expectNothing(page, 'case');
  const sections = centre.locator('.case-section');
  for (const tab of await centre.getByRole('tab').all()) {
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    for (let at = 0; at < Math.max(1, await sections.count()); at++) {
      if ((await sections.count()) > 0) await sections.nth(at).click();
      await loaded(centre);
      await expectNothing(page, new URL(page.url()).hash.split('?')[1] ?? 'first tab', '.case-centre');
    }
  }
});

test('axe finds nothing in the palette, the help, the plan and the statistics', async ({ browser }) => {
  const page = await enter(browser, account('member'));
  const loan = firstLoan(page);
  await expect(loan).toBeVisible();
  const taskId = (await loan.getAttribute('href'))!.split('/')[2]!;
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectNothing(page, 'palette');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog').getByRole('row').first()).toBeVisible();
  await expectNothing(page, 'help');
  await page.keyboard.press('Escape');
  for (const path of [`conditions/${taskId}`, 'statistics']) {
    await page.goto(`/#/${path}`);
    await expect(page.locator('.ag-header-cell').first()).toBeVisible();
    await loaded(page.locator('main'));
    await expectNothing(page, path);
  }
  await page.goto('/#/presence');
  await expect(page.locator('.day-piece').first()).toBeVisible();
  await expectNothing(page, 'own presence');
});

test('axe finds nothing on the leader’s board, promises and requests', async ({ browser }) => {
  const page = await enter(browser, account('leader'), { at: 'dashboard' });
  await expect(page.getByRole('row').filter({ hasText: account('member').name })).toBeVisible();
  await expectNothing(page, 'board');
  await page.goto('/#/dashboard?at=00:01');
  await expect(page.locator('.board-stamp-still')).toContainText('00:01');
  await expectNothing(page, 'board of a minute');
  await page.goto('/#/dashboard/teams');
  await expect(page.locator('.team-card-amount').first()).toBeVisible();
  await expectNothing(page, 'teams');
  for (const list of ['promises?lane=broken&period=month', 'requests']) {
    await page.goto(`/#/${list}`);
    await expect(page.locator('.ag-row').first()).toBeVisible();
    await expectNothing(page, list);
  }
  await page.goto('/#/presence');
  await expect(page.locator('.presence-person').first()).toBeVisible();
  await loaded(page.locator('main'));
  await expectNothing(page, 'presence');
});

test('axe finds nothing on the settings, unchanged and changed', async ({ browser }) => {
  const page = await enter(browser, account('admin'));
  for (const place of ['priorities', 'messageLimits', 'contactPolicy']) {
    await page.goto(`/#/settings/${place}`);
    const history = page.getByRole('region', { name: 'History' });
    await history.locator('summary').first().click();
    await loaded(page.locator('main'));
    await expectNothing(page, place);
    await page.locator('.entity-number input').first().fill('99999999');
    await expect(page.locator('.ant-form-item-explain-error').first()).toBeVisible();
    await expectNothing(page, `${place}, wrong`, '.entity-form');
    await page.getByRole('button', { name: 'Discard' }).click();
  }
});

test('axe finds nothing on the lists and forms of people and announcements', async ({ browser }) => {
  const page = await enter(browser, account('admin'));
  for (const list of ['users', 'announcements']) {
    await page.goto(`/#/${list}`);
    await expect(page.locator('.ag-row').first()).toBeVisible();
    await expectNothing(page, list);
    await page.locator('.ag-row a').first().click();
    await expect(page.locator('.entity-form')).toBeVisible();
    await expectNothing(page, `${list}, form`);
  }
  await page.goto('/#/users/logins');
  await expect(page.locator('.ag-row').first()).toBeVisible();
  await expectNothing(page, 'sign-ins');
});
