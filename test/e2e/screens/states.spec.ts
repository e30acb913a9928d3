import { expect, type Locator, type Page } from '@playwright/test';
import { account } from '../support/accounts.js';
import { expectNothing } from '../support/axe.js';
import { enter } from '../support/browsers.js';
import { linkIn, settled } from '../support/places.js';
import { test } from '../support/test.js';

/** States that a screen has only after somebody has done something, by axe. The screens as they open are in screens.spec.ts. */

const firstLoan = (page: Page) => page.locator('.ag-row a[href^="#/task/"]').first();
const loaded = (place: Locator) => expect(place.locator('.skeleton')).toHaveCount(0);

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

test('axe finds nothing in the palette, the help, the plan and the pressure of a case', async ({
  browser,
}) => {
  const page = await enter(browser, account('member'));
  await expect(firstLoan(page)).toBeVisible();
  const taskId = (await linkIn(page, 'task/')).split('/')[1]!;
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectNothing(page, 'palette');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog').getByRole('row').first()).toBeVisible();
  await expectNothing(page, 'help');
  await page.keyboard.press('Escape');
  for (const path of [`conditions/${taskId}`, `pressure/${taskId}`]) {
    await settled(page, path);
    await expectNothing(page, path);
  }
});

test('axe finds nothing on the board of an earlier minute', async ({ browser }) => {
  const page = await enter(browser, account('leader'), { at: 'dashboard' });
  await expect(page.getByRole('row').filter({ hasText: account('member').name })).toBeVisible();
  await page.locator('.board-slider input').focus();
  await page.keyboard.press('PageDown');
  await expect(page.locator('.board-stamp-still')).not.toBeEmpty();
  await expect(page.locator('.board-busy')).toHaveCount(0);
  await expectNothing(page, 'an earlier minute');
  await page.goto('/#/dashboard?at=00:01');
  await expect(page.locator('.board-stamp-still')).toContainText('00:01');
  await expectNothing(page, 'the first minute');
});

test('axe finds nothing on the dialog that binds a case', async ({ browser }) => {
  const page = await enter(browser, account('admin'), { at: 'queue?type=AUTOMATIC' });
  await settled(page, `${await linkIn(page, 'queue/list/')}?state=assigned`);
  await page.locator('.ag-row').first().getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Bind (1)', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNothing(page, 'binding');
});

test('axe finds nothing on the settings, with their history and with what is wrong', async ({ browser }) => {
  const page = await enter(browser, account('admin'), { at: 'setup' });
  for (const place of ['priorities', 'messageLimits', 'contactPolicy']) {
    await settled(page, `settings/${place}`);
    await page.getByRole('region', { name: 'History' }).locator('summary').first().click();
    await loaded(page.locator('main'));
    await expectNothing(page, place);
    await page.locator('.entity-number input').first().fill('99999999');
    await expect(page.locator('.entity-problem').first()).toBeVisible();
    await expectNothing(page, `${place}, wrong`, '.entity-form');
    await page.getByRole('button', { name: 'Discard' }).click();
  }
});
