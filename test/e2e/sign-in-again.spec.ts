import { expect, type Page } from '@playwright/test';
import { account } from './support/accounts.js';
import { openBrowser } from './support/browsers.js';
import * as collector from './support/collector.js';
import { payAtTheBank } from './support/rails.js';
import { sendForm, signIn } from './support/sign-in.js';
import { test } from './support/test.js';

const NOTE = 'asked to be called in the evening';
const note = (page: Page) => page.locator('textarea[name=notes]');

test('a session that ends while somebody types is begun again over the page; one that ends else leads back to it', async ({
  browser,
}) => {
  const page = await openBrowser(browser);
  const elsewhere = await openBrowser(browser);
  await signIn(page, account('member'));
  await page.locator('.ag-row a[href^="#/task/"]').last().click();
  await note(page).fill(NOTE);
  const address = page.url();
  await signIn(elsewhere, account('member'));

  const dialog = page.getByRole('dialog', { name: 'You have been logged out' });
  await test.step('the password is asked for in place, of nobody else', async () => {
    await expect(dialog).toContainText('signed in on another device');
    const username = dialog.locator('input[name=username]');
    await expect(username).toHaveValue(account('member').username);
    await expect(username).not.toBeEditable();
    // No call comes or goes.
    await expect(page.locator('.header-button .lamp')).toHaveClass(/lamp-off/);
    await expect(dialog.locator('input[name=password]')).toBeFocused();
  });
  await test.step('reading on is possible, and the bar leads back to the dialog', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('status').getByRole('button', { name: 'Log in again' }).press('Enter');
    await expect(dialog.locator('input[name=password]')).toBeFocused();
  });
  await test.step('by the keyboard alone: what was typed is still there', async () => {
    await page.keyboard.type(account('member').password);
    await dialog.locator('.login-alternative button').press('Enter');
    await expect(dialog.locator('.login-solved')).toBeVisible();
    await dialog.locator('input[name=password]').press('Enter');
    await expect(dialog).toBeHidden();
    await expect(note(page)).toHaveValue(NOTE);
    expect(page.url()).toBe(address);
    await expect(page.locator('.header-button .lamp')).not.toHaveClass(/lamp-off/);
  });
  await test.step('calls and pushes go on', async () => {
    const due = await collector.dueOf(page);
    const paid = Math.min(due - 1, 12_345);
    const number = page.locator('.case-number', { hasText: 'Loan ID' }).locator('.figure');
    await payAtTheBank((await number.innerText()).trim(), paid);
    await expect.poll(() => collector.dueOf(page)).toBe(due - paid);
    await page.getByRole('button', { name: 'No answer', exact: true }).click();
    const saved = page.waitForResponse(/task\/record/);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect(((await (await saved).json()) as { code: string }).code).toBe('00');
  });

  await page.goto(address);
  await page.reload();
  await expect(collector.amountDue(page)).toBeVisible();
  await test.step('whoever has typed nothing comes back to the case by the sign-in page', async () => {
    await page.route(/\/api\/task\//, (route) =>
      route.fulfill({ json: { code: '02', message: 'your session is over', data: null } }),
    );
    await page.reload();
    await expect(page).toHaveURL(/#\/login$/);
    await expect(page.getByText('your session is over')).toBeVisible();
    await page.unroute(/\/api\/task\//);
    await sendForm(page, account('member'));
    await expect(page).toHaveURL(address);
    await expect(collector.amountDue(page)).toBeVisible();
  });
});
